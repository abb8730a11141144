#include "mine/mine.h"

#include <string>

#include "dom/rearrange.h"
#include "mine/crossed.h"

namespace weft::mine {

std::optional<Method> method_of(std::string_view name) {
  for (const Method method : {Method::kWeft, Method::kMdr, Method::kDepta, Method::kNet}) {
    if (name == method_name(method)) return method;
  }
  return std::nullopt;
}

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kWeft:
      return "weft";
    case Method::kMdr:
      return "mdr";
    case Method::kDepta:
      return "depta";
    case Method::kNet:
      return "net";
  }
  return "";
}

namespace {

std::vector<Region> mine_straight(const dom::Document& doc, const MineOptions& options) {
  const auto straight = straighten_crossed(doc);
  if (!straight) return mine_weft(PageIndex(doc), options);
  std::vector<Region> regions = mine_weft(PageIndex(straight->document), options);
  for (Region& region : regions) take_back(doc, *straight, region);
  return regions;
}

std::vector<Region> mine_whole(const dom::Document& doc, const MineOptions& options,
                               Diagnostics* diagnostics) {
  if (options.method == Method::kWeft) return mine_straight(doc, options);
  const PageIndex page(doc);
  switch (options.method) {
    case Method::kMdr:
      return mine_mdr(page, options, diagnostics);
    case Method::kDepta:
      return mine_depta(page, options, diagnostics);
    case Method::kNet:
      return mine_net(page, options, diagnostics);
    case Method::kWeft:
      break;
  }
  return {};
}

}  // namespace

std::vector<Region> mine(const dom::Document& doc, const MineOptions& options,
                         Diagnostics* diagnostics) {
  if (doc.size() <= options.max_nodes) return mine_whole(doc, options, diagnostics);
  if (diagnostics != nullptr) {
    diagnostics->push_back(
        {DiagnosticKind::kLimit, 0,
         "mining looked at the first " + std::to_string(options.max_nodes) + " nodes only"});
  }
  return mine_whole(dom::first_nodes(doc, options.max_nodes), options, diagnostics);
}

}  // namespace weft::mine
