// DEPTA ([Liu], Mining Data Regions with tree matching and visual information, Partial tree
// alignment; docs/papers/liu-ch9.md, D1-D4).
//
//   D1  data regions as MDR finds them, compared by tree matching
//   D2  gaps: within a record they are not larger than between records. With boxes, a combination
//   of siblings whose
//       inner gap exceeds the gap to the next combination is cut into its nodes; without, it is cut
//       when its nodes are themselves alike, for then the structure shows no larger gap between
//       records than inside them
//   D3  records from generalized nodes, as in MDR
//   D4  columns by partial tree alignment

#include <algorithm>

#include "mine/classic.h"
#include "mine/depta/aligned_columns.h"
#include "mine/mdr/node_comparer.h"

namespace weft::mine {
namespace {

using dom::NodeId;

constexpr MdrOptions kTreeOptions = {.comparison = MdrOptions::Comparison::kTree,
                                     .max_combination = 10,
                                     .threshold = 0.3,
                                     .max_steps = 400'000'000};

double bottom(const dom::Box& box) { return box.top + box.height; }

// Largest vertical gap inside the combinations of a region, and smallest one between them.
bool gaps_disagree(const DataRegion& region, const dom::Layout& layout) {
  double inside = 0;
  double between = 1e300;
  for (size_t i = 1; i < region.children.size(); ++i) {
    const double gap =
        layout[region.children[i]].box.top - bottom(layout[region.children[i - 1]].box);
    if (i % region.length == 0) {
      between = std::min(between, gap);
    } else {
      inside = std::max(inside, gap);
    }
  }
  return inside > between;
}

bool nodes_alike(const dom::Document& doc, const DataRegion& region) {
  NodeComparer comparer(doc, kTreeOptions);
  const auto first = region.generalized_node(0);
  for (size_t i = 1; i < first.size(); ++i) {
    if (!comparer.similar(first.subspan(i - 1, 1), first.subspan(i, 1))) return false;
  }
  return true;
}

}  // namespace

std::vector<Region> mine_depta(const PageIndex& page, const MineOptions& options,
                               Diagnostics* diagnostics) {
  const dom::Document& doc = page.document();
  std::vector<Region> regions;
  for (DataRegion found : find_data_regions(doc, kTreeOptions, diagnostics)) {  // D1
    const bool cut =
        found.length > 1 && (options.layout != nullptr ? gaps_disagree(found, *options.layout)
                                                       : nodes_alike(doc, found));
    if (cut) found.length = 1;                                                    // D2
    regions.push_back(region_of(records_of(doc, found, kTreeOptions), "depta"));  // D3
  }
  rank_by_words(page, options, regions);
  if (options.columns) {
    for (Region& region : regions) fill_aligned_columns(page, region, diagnostics);  // D4
  }
  return regions;
}

}  // namespace weft::mine
