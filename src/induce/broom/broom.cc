// Algorithm 7 (Broom Extraction); the numbers are its lines. Tested by broom_test.cc.
//
// DEVIATION: a boundary node that is labelled itself (one label in all, or a link that is labelled
// with its text) lies in no region; its parent is taken. With TreeOptions::prune a subtree without
// labels is copied as its root alone. SelectivelyCopyOneSubtree is a loop over the nodes in
// document order that remembers until where it copies whole subtrees.

#include "induce/broom/broom.h"

#include <algorithm>

namespace weft::induce {
namespace {

using dom::Document;
using dom::NodeId;

// Which records have labels in a subtree.
struct Contents {
  bool own = false;
  bool others = false;
};

class Extraction {
 public:
  Extraction(const Document& doc, const std::vector<LabelledNode>& labelled,
             const std::string& record, const BroomOptions& options, Vocabulary& vocabulary)
      : doc_(doc),
        labelled_(labelled),
        record_(record),
        options_(options),
        vocabulary_(vocabulary) {}

  Broom run() {
    Broom broom{boundary(), {}, DomTree(doc_)};  // 1
    for (NodeId n = broom.boundary; n != dom::kRoot; n = doc_.parent(n))
      broom.path.push_back(doc_.name(n));
    std::reverse(broom.path.begin(), broom.path.end());  // 2, 3
    broom.head.append(broom.boundary, 0);
    const auto [first, last] = region(broom.boundary);                                   // 4, 5
    if (first != dom::kNoNode) copy(broom.boundary, first, doc_.end(last), broom.head);  // 6-8
    broom.head.finish();
    return broom;
  }

 private:
  // The labels within a subtree, as a range of labelled_.
  [[nodiscard]] std::pair<size_t, size_t> labels_in(NodeId n) const {
    const auto before = [](const LabelledNode& l, NodeId m) { return l.node < m; };
    const auto begin = std::lower_bound(labelled_.begin(), labelled_.end(), n, before);
    const auto end = std::lower_bound(begin, labelled_.end(), doc_.end(n), before);
    return {begin - labelled_.begin(), end - labelled_.begin()};
  }

  [[nodiscard]] Contents contents(NodeId n) const {
    Contents found;
    const auto [begin, end] = labels_in(n);
    for (size_t l = begin; l < end && !(found.own && found.others); ++l)
      (labelled_[l].record == record_ ? found.own : found.others) = true;
    return found;
  }

  [[nodiscard]] NodeId boundary() const {
    NodeId n = dom::kNoNode;
    for (const LabelledNode& l : labelled_) {
      if (l.record != record_) continue;
      n = n == dom::kNoNode ? l.node : doc_.lowest_common_ancestor(n, l.node);
    }
    const bool is_labelled =
        std::any_of(labelled_.begin(), labelled_.end(),
                    [&](const LabelledNode& l) { return l.record == record_ && l.node == n; });
    return n != dom::kRoot && is_labelled ? doc_.parent(n) : n;
  }

  // The first and the last child of the boundary node that hold the record.
  [[nodiscard]] std::pair<NodeId, NodeId> region(NodeId at) const {
    const bool whole = options_.context && !has_others();
    NodeId first = dom::kNoNode, last = dom::kNoNode;
    for (const NodeId child : doc_.children(at)) {
      if (!whole && !contents(child).own) continue;
      if (first == dom::kNoNode) first = child;
      last = child;
    }
    return {first, last};
  }

  [[nodiscard]] bool has_others() const {
    return std::any_of(labelled_.begin(), labelled_.end(),
                       [&](const LabelledNode& l) { return l.record != record_; });
  }

  void copy(NodeId at, NodeId begin, NodeId end, DomTree& head) const {
    NodeId whole_until = begin;  // Up to here a subtree is copied without looking (line 2).
    for (NodeId n = begin; n < end;) {
      if (!takes_part(doc_, n)) {
        n = doc_.end(n);
        continue;
      }
      DomTree::Traits traits;
      const bool looking = n >= whole_until;
      const Contents found = contents(n);
      if (looking && found.others && !found.own) {  // 10
        n = doc_.end(n);
        continue;
      }
      if (looking && found.others) {
        traits.exclusive = false;  // 4-6
      } else if (looking) {
        whole_until = doc_.end(n);  // 1-3
      }
      traits.labels = labels_of(n);
      traits.pruned = is_pruned(n, found, traits.labels);
      head.append(n, doc_.depth(n) - doc_.depth(at), traits);
      n = traits.pruned ? doc_.end(n) : next(n);
    }
  }

  [[nodiscard]] LabelSet labels_of(NodeId n) const {
    std::vector<NodeLabel> labels;
    for (size_t l = labels_in(n).first; l < labelled_.size() && labelled_[l].node == n; ++l) {
      if (labelled_[l].record == record_) labels.push_back(labelled_[l].label);
    }
    return labels.empty() ? 0 : vocabulary_.labels(std::move(labels));
  }

  // What is below n does not matter: it holds no labels, or is as a whole the value.
  [[nodiscard]] bool is_pruned(NodeId n, const Contents& found, LabelSet labels) const {
    if (!doc_.is_element(n)) return false;
    if (!found.own) return options_.tree.prune && !found.others;
    const auto [begin, end] = labels_in(n);
    const bool only_here = std::all_of(labelled_.begin() + static_cast<std::ptrdiff_t>(begin),
                                       labelled_.begin() + static_cast<std::ptrdiff_t>(end),
                                       [&](const LabelledNode& l) { return l.node == n; });
    if (!only_here) return false;
    if (options_.tree.prune) return true;
    const auto& own = vocabulary_.labels(labels);
    return std::any_of(own.begin(), own.end(),
                       [](const NodeLabel& label) { return label.source.empty(); });
  }

  const Document& doc_;
  const std::vector<LabelledNode>& labelled_;
  const std::string& record_;
  const BroomOptions& options_;
  Vocabulary& vocabulary_;
};

}  // namespace

Broom extract_broom(const Document& doc, const std::vector<LabelledNode>& labelled,
                    const std::string& record, const BroomOptions& options,
                    Vocabulary& vocabulary) {
  return Extraction(doc, labelled, record, options, vocabulary).run();
}

}  // namespace weft::induce
