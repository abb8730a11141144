#include "mine/mine.h"

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

std::vector<Region> mine(const dom::Document& doc, const MineOptions& options,
                         Diagnostics* diagnostics) {
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
  return mine_weft(page, options, diagnostics);
}

}  // namespace weft::mine
