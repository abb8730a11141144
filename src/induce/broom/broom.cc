// Algorithm 7 (Broom Extraction); the numbers are its lines, copying subtrees is in
// tree/labelled_tree.cc. Tested by broom_test.cc.
//
// DEVIATION: a boundary node that is labelled itself (one label in all, or a link that is labelled
// with its text) lies in no region; its parent is taken.

#include "induce/broom/broom.h"

#include <algorithm>
#include <set>

#include "induce/tree/labelled_tree.h"

namespace weft::induce {
namespace {

using dom::NodeId;

NodeId boundary_node(const RecordView& view) {
  const NodeId n = view.common_ancestor();
  return n != dom::kRoot && view.is_labelled(n) ? view.document().parent(n) : n;
}

// The records that share a child of the boundary node with this one, and this one.
std::set<std::string> crossed_records(const RecordView& view, NodeId boundary) {
  std::set<std::string> records;
  for (const NodeId child : view.document().children(boundary)) {
    if (view.inside(child).own) records.merge(view.records_in(child));
  }
  return records;
}

// The first and one past the last node of the children of the boundary node that hold the record,
// or one that it crosses.
std::pair<NodeId, NodeId> record_region(const RecordView& view, NodeId boundary,
                                        const wrap::BroomOptions& options) {
  const dom::Document& doc = view.document();
  if (options.context && !view.inside(dom::kRoot).others)
    return {next(boundary), doc.end(boundary)};
  const std::set<std::string> block =
      options.columns ? crossed_records(view, boundary) : std::set<std::string>();
  NodeId first = dom::kNoNode, end = next(boundary);
  for (const NodeId child : doc.children(boundary)) {
    const bool crossed = block.size() > 1 && [&] {
      const std::set<std::string> inside = view.records_in(child);
      return std::any_of(inside.begin(), inside.end(),
                         [&](const std::string& record) { return block.contains(record); });
    }();
    if (!crossed && !view.inside(child).own) continue;
    if (first == dom::kNoNode) first = child;
    end = doc.end(child);
  }
  return {first == dom::kNoNode ? end : first, end};
}

}  // namespace

std::optional<uint32_t> column_of(const Broom& broom) {
  const wrap::DomTree& head = broom.head;
  const dom::Document& doc = head.document();
  std::optional<uint32_t> column;
  for (uint32_t i = 1; i < head.size(); ++i) {
    if (head.traits(i).exclusive || head.traits(i).labels_below == 0) continue;
    uint32_t place = 0;
    for (const NodeId child : doc.children(head.origin(i))) {
      if (!wrap::takes_part(doc, child)) continue;
      const bool own = !head.is_leaf(i) && head.origin(i + 1) == child;
      if (own && column && *column != place) return std::nullopt;
      if (own) column = place;
      ++place;
    }
    // Several children of its own, or none: no column.
    if (head.is_leaf(i) || head.end(i + 1) != head.end(i)) return std::nullopt;
  }
  return column;
}

Broom extract_broom(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
                    const std::string& record, const wrap::BroomOptions& options,
                    wrap::Vocabulary& vocabulary) {
  const RecordView view(doc, labelled, record);
  const NodeId boundary = boundary_node(view);  // 1
  std::vector<dom::Atom> path;
  for (NodeId n = boundary; n != dom::kRoot; n = doc.parent(n)) {
    vocabulary.add_tag(doc.name_text(n));
    path.push_back(doc.name(n));
  }
  std::reverse(path.begin(), path.end());                            // 2, 3
  const auto [begin, end] = record_region(view, boundary, options);  // 4, 5
  return {boundary, std::move(path),
          copy_region(view, boundary, begin, end, options.tree, vocabulary)};  // 6-8
}

}  // namespace weft::induce
