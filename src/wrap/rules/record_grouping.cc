// Tested by learner_test.cc.

#include "wrap/rules/record_grouping.h"

#include <algorithm>
#include <map>

namespace weft::wrap {
namespace {

using dom::Document;
using dom::NodeId;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The place of the cell around a node among the children of its row; -1: there is no cell.
int column_of(const Document& doc, NodeId n, dom::Atom cell) {
  while (n != dom::kRoot && doc.name(n) != cell) n = doc.parent(n);
  if (n == dom::kRoot) return -1;
  int column = 0;
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    column += doc.is_element(sibling) ? 1 : 0;
  }
  return column;
}

}  // namespace

std::vector<int> group_values(const Document& doc, const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping) {
  const dom::Atom cell = grouping.cell.empty() ? dom::kNoAtom : dom::atom_of(grouping.cell);
  const auto column = [&](NodeId n) { return grouping.cell.empty() ? 0 : column_of(doc, n, cell); };
  std::map<int, std::vector<std::pair<NodeId, int>>> starts;  // column -> where each record begins
  int records = 0;
  for (const PlacedNode& value : values) {
    if (value.attribute == grouping.start)
      starts[column(value.node)].emplace_back(value.node, records++);
  }
  std::vector<int> out;
  for (const PlacedNode& value : values) {
    const auto& in_column = starts[column(value.node)];
    auto it = std::upper_bound(
        in_column.begin(), in_column.end(), value.node,
        [](NodeId n, const std::pair<NodeId, int>& start) { return n < start.first; });
    if (!contains(grouping.before, value.attribute))
      it = it == in_column.begin() ? in_column.end() : it - 1;
    out.push_back(it == in_column.end() ? -1 : it->second);
  }
  return out;
}

}  // namespace weft::wrap
