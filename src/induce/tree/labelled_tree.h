// Labelled trees: a region of a labelled page as a DomTree to learn from ([Zheng] Algorithm 7,
// SelectivelyCopyOneSubtree).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "model/inducer.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/record_assembly.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

// Labelled nodes: the labels of the sample as one node each, and what each attribute looks like.

struct LabelledNode {
  uint32_t page = 0;   // Index into the pages.
  std::string record;  // Label::record without the items of nested sets.
  wrap::NodeLabel label;
  dom::NodeId node = dom::kNoNode;

  bool operator==(const LabelledNode&) const = default;
};

struct LabelledNodes {
  std::vector<LabelledNode> nodes;  // By page, then document order.
  std::vector<wrap::AttributeShape> attributes;
  std::vector<std::string> problems;
};

// Where a label stands for several occurrences of its value, one is chosen: that which is most
// alike on all labelled pages, and of those the one nearest to the other labels of its record.
// Fails as model::Inducer does.
Result<LabelledNodes> label_nodes(const model::InducerInput& input);

// Which records have labels in a subtree.
struct RecordsInside {
  bool own = false;
  bool others = false;
};

// The labelled nodes of one page, as one of its records sees them. Borrows them; they are in
// document order.
class RecordView {
 public:
  RecordView(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
             const std::string& record)
      : doc_(doc), labelled_(labelled), record_(record) {}

  [[nodiscard]] RecordsInside inside(dom::NodeId n) const;
  // The smallest subtree around the record's labels; kNoNode when it has none.
  [[nodiscard]] dom::NodeId common_ancestor() const;
  [[nodiscard]] bool is_labelled(dom::NodeId n) const { return !labels_of(n).empty(); }
  // The labels of the record at n itself.
  [[nodiscard]] std::vector<wrap::NodeLabel> labels_of(dom::NodeId n) const;
  // True if n is labelled and nothing below it is.
  [[nodiscard]] bool is_lowest_label(dom::NodeId n) const;
  [[nodiscard]] const dom::Document& document() const { return doc_; }

 private:
  [[nodiscard]] std::pair<size_t, size_t> labels_in(dom::NodeId n) const;

  const dom::Document& doc_;
  const std::vector<LabelledNode>& labelled_;
  const std::string& record_;
};

// Copies the nodes [begin, end), whole subtrees below `at`, that belong to the record. Nodes that
// hold other records as well become shared; those that hold others alone are left out.
wrap::DomTree copy_region(const RecordView& view, dom::NodeId at, dom::NodeId begin,
                          dom::NodeId end, const wrap::TreeOptions& options,
                          wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
