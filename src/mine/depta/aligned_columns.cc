#include "mine/depta/aligned_columns.h"

#include "align/partial_tree_alignment.h"
#include "base/strings.h"
#include "mine/columns.h"
#include "mine/leaves.h"

namespace weft::mine {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr align::AlignLimits kLimits = {.max_cells = 4 * 1024 * 1024, .max_steps = 200'000'000};

bool is_item(const align::Tree& tree, uint32_t n, const dom::Document& doc) {
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

Cell cell_of(const dom::Document& doc, NodeId n) {
  if (doc.is_text(n)) return {n, dom::kNoAtom, normalize_space(doc.text(n))};
  return {n, atoms::kSrc, normalize_space(doc.attribute(n, atoms::kSrc).value_or(""))};
}

}  // namespace

void fill_aligned_columns(const PageIndex& page, Region& region, Diagnostics* diagnostics) {
  const dom::Document& doc = page.document();
  const std::vector<align::Tree> trees = trees_of(page, region);
  const auto alignment = align::partial_tree_alignment(trees, kLimits);
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
    if (is_item(alignment->seed, s, doc)) column_of[s] = new_column(0, alignment->seed.origin[s]);
  }
  for (size_t r = 0; r < trees.size(); ++r) {
    for (uint32_t n = 0; n < trees[r].size(); ++n) {
      if (!is_item(trees[r], n, doc)) continue;
      const uint32_t s = alignment->node[r][n];
      const bool aligned = s != align::kUnaligned && column_of[s] != align::kUnaligned;
      const uint32_t c = aligned ? column_of[s] : new_column(r, trees[r].origin[n]);
      region.columns[c].cells[r] = cell_of(doc, trees[r].origin[n]);
    }
  }
  name_columns(page, region.records, region.columns);
}

}  // namespace weft::mine
