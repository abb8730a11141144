// DEPTA ([Liu], Mining Data Regions with tree matching and visual information, Partial tree
// alignment; docs/papers/liu-ch9.md, D1-D4).
//
// Idea: MDR with better eyes. Trees are compared instead of tag strings, gaps on the screen tell
// records apart, and the trees of all records are aligned around a growing seed, whose leaves are
// the columns of the table.
//
//   D1  data regions as MDR finds them, compared by tree matching
//   D2  gaps: within a record they are not larger than between records. With boxes, a combination
//       of siblings whose inner gap exceeds the gap to the next combination is cut into its nodes;
//       without, it is cut when its nodes are themselves alike, for then the structure shows no
//       larger gap between records than inside them
//   D3  records from generalized nodes, as in MDR
//   D4  columns by partial tree alignment

#include <algorithm>

#include "align/partial_tree_alignment.h"
#include "base/strings.h"
#include "mine/columns.h"
#include "mine/mdr/mdr.h"
#include "mine/method.h"

namespace weft::mine {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr MdrOptions kTreeOptions = {.comparison = MdrOptions::Comparison::kTree};

// The empty space between a box and the one that follows it: below it, or beside it where they stand
// in one line.
double gap_between(const dom::Box& a, const dom::Box& b) {
  const bool beside = b.top < a.bottom() && a.top < b.bottom();
  return beside ? std::max(b.left - a.right(), a.left - b.right()) : b.top - a.bottom();
}

// Whether the largest gap inside the combinations of a region exceeds the smallest one between them.
// What is not drawn has no gaps.
bool gaps_disagree(const DataRegion& region, const dom::Layout& layout) {
  double inside = 0;
  double between = 1e300;
  for (size_t i = 1; i < region.children.size(); ++i) {
    const dom::Box& before = layout.box(region.children[i - 1]);
    const dom::Box& after = layout.box(region.children[i]);
    if (before.empty() || after.empty()) continue;
    double& kind = i % region.length == 0 ? between : inside;
    kind = i % region.length == 0 ? std::min(kind, gap_between(before, after))
                                  : std::max(kind, gap_between(before, after));
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

constexpr align::AlignLimits kAlignmentLimits = {.max_cells = 4 * 1024 * 1024,
                                                 .max_steps = 200'000'000};

bool is_data_item(const align::Tree& tree, uint32_t n, const dom::Document& doc) {
  if (!tree.is_leaf(n) || tree.origin[n] == dom::kNoNode) return false;
  return tree.label[n] == align::kTextSymbol || doc.name(tree.origin[n]) == atoms::kImg;
}

std::vector<align::Tree> trees_of(const PageIndex& page, const Region& region) {
  const dom::Document& doc = page.document();
  std::vector<align::Tree> trees;
  for (size_t r = 0; r < region.records.size(); ++r) {
    std::vector<NodeId> roots;
    const auto add = [&](RecordSpan span) {
      for (NodeId n = span.begin; n != dom::kNoNode && dom::index(n) < dom::index(span.end);
           n = doc.next_sibling(n)) {
        if (doc.is_element(n) || doc.is_text(n)) roots.push_back(n);
      }
    };
    add(region.records[r]);
    if (!region.further.empty()) {
      for (const RecordSpan part : region.further[r]) add(part);
    }
    trees.push_back(align::tree_of(doc, roots, align::TextNodes::kKeep));
  }
  return trees;
}

// D4: one column per data item (text or image) of the final seed tree; items of a record that
// stayed unaligned have a column of their own. Named and typed as other columns. Falls back to
// columns by path when the trees are too large to align, and says so.
void fill_aligned_columns(const PageIndex& page, Region& region, Diagnostics* diagnostics) {
  const dom::Document& doc = page.document();
  const std::vector<align::Tree> trees = trees_of(page, region);
  const auto alignment = align::partial_tree_alignment(trees, kAlignmentLimits);
  if (!alignment.ok()) {
    if (diagnostics != nullptr)
      diagnostics->push_back({DiagnosticKind::kLimit, 0, alignment.error().message});
    region.columns = build_columns(page, region.records);
    return;
  }
  std::vector<uint32_t> column_of(alignment->seed.size(), align::kUnaligned);
  const auto new_column = [&](size_t r, NodeId item) {
    Column column;
    const NodeId element = doc.is_element(item) ? item : doc.parent(item);
    column.path = leaf_path(page, region.records[r], element,
                            doc.is_element(item) ? atoms::kSrc : dom::kNoAtom);
    column.cells.resize(trees.size());
    region.columns.push_back(std::move(column));
    return static_cast<uint32_t>(region.columns.size() - 1);
  };
  // Aligned items first, in the order of the seed; then what stayed alone.
  for (uint32_t s = 0; s < alignment->seed.size(); ++s) {
    if (is_data_item(alignment->seed, s, doc))
      column_of[s] = new_column(0, alignment->seed.origin[s]);
  }
  for (size_t r = 0; r < trees.size(); ++r) {
    for (uint32_t n = 0; n < trees[r].size(); ++n) {
      if (!is_data_item(trees[r], n, doc)) continue;
      const uint32_t s = alignment->node[r][n];
      const bool aligned = s != align::kUnaligned && column_of[s] != align::kUnaligned;
      const uint32_t c = aligned ? column_of[s] : new_column(r, trees[r].origin[n]);
      region.columns[c].cells[r] = item_cell(doc, trees[r].origin[n]);
    }
  }
  name_columns(page, region.records, region.columns);
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
