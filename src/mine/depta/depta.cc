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
//   D4  columns by partial tree alignment, or, to be compared with, by centre star

#include <algorithm>
#include <map>

#include "align/center_star.h"
#include "align/partial_tree_alignment.h"
#include "base/hash.h"
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

// By tree and node: the place it was aligned to, or kUnaligned. Nodes of one place stand in one
// column, in the order of places.
using Places = std::vector<std::vector<uint32_t>>;

// The tags of a record; a text stands for itself and the tag around it.
std::vector<align::Symbol> tag_string(const align::Tree& tree) {
  std::vector<align::Symbol> tags = tree.label;
  for (uint32_t n = 0; n < tree.size(); ++n) {
    for (uint32_t c = tree.first_child(n); c < tree.end[n]; c = tree.next_sibling(c)) {
      if (tree.label[c] == align::kTextSymbol)
        tags[c] = static_cast<align::Symbol>(hash_combine(align::kTextSymbol, tree.label[n]));
    }
  }
  return tags;
}

Result<Places> places_by_star(const std::vector<align::Tree>& trees) {
  std::vector<std::vector<align::Symbol>> tags;
  for (const align::Tree& tree : trees) tags.push_back(tag_string(tree));
  const std::vector<align::Sequence> strings(tags.begin(), tags.end());
  WEFT_ASSIGN(const align::MultipleAlignment star,
              align::center_star(strings, {.change = 2}, kAlignmentLimits));
  Places places;
  for (size_t r = 0; r < trees.size(); ++r) {
    places.emplace_back(trees[r].size(), align::kUnaligned);
    for (uint32_t at = 0; at < star.rows[r].size(); ++at) {
      if (star.rows[r][at] != align::kGap) places[r][star.rows[r][at]] = at;
    }
  }
  return places;
}

Result<Places> places_of(const std::vector<align::Tree>& trees, Alignment alignment) {
  if (alignment == Alignment::kStar) return places_by_star(trees);
  WEFT_ASSIGN(align::PartialAlignment aligned,
              align::partial_tree_alignment(trees, kAlignmentLimits));
  return std::move(aligned.node);
}

// D4: one column per place at which records have data items (texts or images); items of a record that
// stayed unaligned have a column of their own. Named and typed as other columns. Falls back to
// columns by path when the records are too large to align, and says so.
void fill_aligned_columns(const PageIndex& page, const MineOptions& options, Region& region,
                          Diagnostics* diagnostics) {
  const dom::Document& doc = page.document();
  const std::vector<align::Tree> trees = trees_of(page, region);
  const auto places = places_of(trees, options.alignment);
  if (!places.ok()) {
    if (diagnostics != nullptr)
      diagnostics->push_back({DiagnosticKind::kLimit, 0, places.error().message});
    region.columns = build_columns(page, region.records);
    return;
  }
  const auto new_column = [&](size_t r, NodeId item) {
    Column column;
    const NodeId element = doc.is_element(item) ? item : doc.parent(item);
    column.path = leaf_path(page, region.records[r], element,
                            doc.is_element(item) ? atoms::kSrc : dom::kNoAtom);
    column.cells.resize(trees.size());
    region.columns.push_back(std::move(column));
    return region.columns.size() - 1;
  };
  struct Item {
    size_t record;
    NodeId node;
  };
  std::map<uint32_t, std::vector<Item>> aligned;  // By place: columns in its order.
  std::vector<Item> alone;                        // Behind them, what stayed alone.
  for (size_t r = 0; r < trees.size(); ++r) {
    for (uint32_t n = 0; n < trees[r].size(); ++n) {
      if (!is_data_item(trees[r], n, doc)) continue;
      const uint32_t place = (*places)[r][n];
      (place == align::kUnaligned ? alone : aligned[place]).push_back({r, trees[r].origin[n]});
    }
  }
  const auto add = [&](std::span<const Item> items) {
    const size_t column = new_column(items[0].record, items[0].node);
    for (const Item& item : items)
      region.columns[column].cells[item.record] = item_cell(doc, item.node);
  };
  for (const auto& [place, items] : aligned) add(items);
  for (const Item& item : alone) add({&item, 1});
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
    for (Region& region : regions) fill_aligned_columns(page, options, region, diagnostics);  // D4
  }
  return regions;
}

}  // namespace weft::mine
