// SelectivelyCopyOneSubtree of Algorithm 7 as a loop over the nodes in document order that
// remembers until where it copies whole subtrees; the numbers are the paper's lines. Tested by
// broom_test.cc.
//
// DEVIATION: with TreeOptions::prune a subtree without labels is copied as its root alone, and
// below shared nodes, where it may belong to any record (an empty cell), not at all. Where records
// cross, all siblings of the region are shared and stay, those without this record's labels as
// their roots alone: the rows between tell which row is which when a record lacks a value.

#include "induce/tree/labelled_tree.h"

#include <algorithm>

namespace weft::induce {
namespace {

using dom::NodeId;

// What is below n does not matter: it holds no labels, or is as a whole the value.
bool is_pruned(const RecordView& view, NodeId n, const RecordsInside& inside,
               const std::vector<wrap::NodeLabel>& labels, const wrap::TreeOptions& options) {
  if (!view.document().is_element(n)) return false;
  if (!inside.own) return options.prune && !inside.others;
  if (!view.is_lowest_label(n)) return false;
  return options.prune ||
         std::any_of(labels.begin(), labels.end(),
                     [](const wrap::NodeLabel& label) { return label.source.empty(); });
}

// Some sibling of the region holds this record and others.
bool is_crossed(const RecordView& view, NodeId begin, NodeId end) {
  for (NodeId n = begin; n < end; n = view.document().end(n)) {
    const RecordsInside inside = view.inside(n);
    if (inside.own && inside.others) return true;
  }
  return false;
}

}  // namespace

std::pair<size_t, size_t> RecordView::labels_in(NodeId n) const {
  const auto before = [](const LabelledNode& l, NodeId m) { return l.node < m; };
  const auto begin = std::lower_bound(labelled_.begin(), labelled_.end(), n, before);
  const auto end = std::lower_bound(begin, labelled_.end(), doc_.end(n), before);
  return {begin - labelled_.begin(), end - labelled_.begin()};
}

RecordsInside RecordView::inside(NodeId n) const {
  RecordsInside found;
  const auto [begin, end] = labels_in(n);
  for (size_t l = begin; l < end && !(found.own && found.others); ++l)
    (labelled_[l].record == record_ ? found.own : found.others) = true;
  return found;
}

std::set<std::string> RecordView::records_in(NodeId n) const {
  std::set<std::string> records;
  const auto [begin, end] = labels_in(n);
  for (size_t l = begin; l < end; ++l) records.insert(labelled_[l].record);
  return records;
}

NodeId RecordView::common_ancestor() const {
  NodeId n = dom::kNoNode;
  for (const LabelledNode& l : labelled_) {
    if (l.record != record_) continue;
    n = n == dom::kNoNode ? l.node : doc_.lowest_common_ancestor(n, l.node);
  }
  return n;
}

std::vector<wrap::NodeLabel> RecordView::labels_of(NodeId n) const {
  std::vector<wrap::NodeLabel> labels;
  for (size_t l = labels_in(n).first; l < labelled_.size() && labelled_[l].node == n; ++l) {
    if (labelled_[l].record == record_) labels.push_back(labelled_[l].label);
  }
  return labels;
}

bool RecordView::is_lowest_label(NodeId n) const {
  const auto [begin, end] = labels_in(n);
  return begin < end && labelled_[end - 1].node == n;
}

wrap::DomTree copy_region(const RecordView& view, NodeId at, NodeId begin, NodeId end,
                          const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary) {
  const dom::Document& doc = view.document();
  wrap::DomTree tree(doc);
  tree.append(at, 0);
  const bool crossed = options.prune && is_crossed(view, begin, end);
  NodeId whole_until = begin;  // Up to here a subtree is copied without looking (line 2).
  for (NodeId n = begin; n < end;) {
    if (!wrap::takes_part(doc, n)) {
      n = doc.end(n);
      continue;
    }
    wrap::DomTree::Traits traits;
    const bool looking = n >= whole_until;
    const RecordsInside inside = view.inside(n);
    if (crossed && doc.parent(n) == at) {
      traits.exclusive = false;
      traits.pruned = !inside.own && doc.is_element(n);
      if (view.is_labelled(n)) traits.labels = vocabulary.labels(view.labels_of(n));
      tree.append(n, 1, traits);
      n = inside.own ? next(n) : doc.end(n);
      continue;
    }
    const bool unknown = options.prune && !inside.own && !inside.others && doc.parent(n) != at;
    if (looking && (unknown || (inside.others && !inside.own))) {  // 10
      n = doc.end(n);
      continue;
    }
    if (looking && inside.others) {
      traits.exclusive = false;  // 4-6
    } else if (looking) {
      whole_until = doc.end(n);  // 1-3
    }
    std::vector<wrap::NodeLabel> labels = view.labels_of(n);
    traits.pruned = is_pruned(view, n, inside, labels, options);
    if (!labels.empty()) traits.labels = vocabulary.labels(std::move(labels));
    tree.append(n, doc.depth(n) - doc.depth(at), traits);
    n = traits.pruned ? doc.end(n) : next(n);
  }
  tree.finish();
  return tree;
}

}  // namespace weft::induce
