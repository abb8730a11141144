#include "mine/mine.h"

#include <algorithm>
#include <string>

#include "dom/crossed.h"
#include "dom/rearrange.h"
#include "mine/method.h"
#include "mine/script_records.h"

namespace weft::mine {
namespace {

// By Method.
constexpr MineMethod kMethods[] = {mine_ranked_groups, mine_mdr, mine_depta, mine_net};

// A region of the straightened document as one of the page: records that were crossed have their
// further cells in `further`.
class TakeBack {
 public:
  TakeBack(const dom::Document& page, const dom::StraightDocument& straight)
      : page_(page), straight_(straight) {}

  void region(Region& region) const {
    std::vector<std::vector<RecordSpan>> further;
    bool apart = false;
    for (RecordSpan& record : region.records) {
      std::vector<RecordSpan> parts;
      for (const auto& [begin, end] : straight_.parts(page_, record.begin, record.end))
        parts.push_back({begin, end});
      record = parts.front();
      further.emplace_back(parts.begin() + 1, parts.end());
      apart |= parts.size() > 1;
    }
    if (apart) region.further = std::move(further);
    columns(region.columns);
    for (NestedTable& table : region.nested) {
      for (RecordSpan& row : table.rows) {
        const auto [begin, end] = straight_.parts(page_, row.begin, row.end).front();
        row = {begin, end};
      }
      columns(table.columns);
    }
  }

 private:
  void columns(std::vector<Column>& columns) const {
    for (Column& column : columns) {
      for (Cell& cell : column.cells) {
        if (cell.node != dom::kNoNode) cell.node = straight_.original[dom::index(cell.node)];
      }
    }
  }

  const dom::Document& page_;
  const dom::StraightDocument& straight_;
};

// The papers see the page as it is; Weft's own miner sees its crossed tables put straight.
std::vector<Region> mine_whole(const dom::Document& doc, const MineOptions& options,
                               Diagnostics* diagnostics) {
  const MineMethod run = kMethods[static_cast<size_t>(options.method)];
  const auto straight =
      options.method == Method::kWeft ? dom::straighten_crossed(doc) : std::nullopt;
  if (!straight) return run(PageIndex(doc), options, diagnostics);
  std::vector<Region> regions = run(PageIndex(straight->document), options, diagnostics);
  for (Region& region : regions) TakeBack(doc, *straight).region(region);
  return regions;
}

// Where no list of the markup convinces, one that a script would draw may.
void add_script_regions(const dom::Document& doc, const MineOptions& options,
                        std::vector<Region>& regions) {
  const bool convincing = !regions.empty() && regions.front().confidence >= kPresentableConfidence;
  if (convincing || options.method != Method::kWeft || !options.columns) return;
  for (Region& region : script_regions(doc)) {
    if (region.confidence >= options.min_confidence) regions.push_back(std::move(region));
  }
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Region& a, const Region& b) { return a.confidence > b.confidence; });
  if (regions.size() > options.max_regions) regions.resize(options.max_regions);
}

}  // namespace

std::span<const std::string_view> names_of(Method) {
  static constexpr std::string_view kNames[] = {"weft", "mdr", "depta", "net"};
  return kNames;
}

std::vector<Region> mine(const dom::Document& doc, const MineOptions& options,
                         Diagnostics* diagnostics) {
  if (doc.size() <= options.max_nodes) {
    std::vector<Region> regions = mine_whole(doc, options, diagnostics);
    add_script_regions(doc, options, regions);
    return regions;
  }
  if (diagnostics != nullptr) {
    diagnostics->push_back(
        {DiagnosticKind::kLimit, 0,
         "mining looked at the first " + std::to_string(options.max_nodes) + " nodes only"});
  }
  return mine_whole(dom::first_nodes(doc, options.max_nodes), options, diagnostics);
}

}  // namespace weft::mine
