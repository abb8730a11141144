// WD-alignment: a wrapper against a page ([Zheng] 8.4.2.2): which node of the page each node of the
// wrapper stands for, at the least cost, and how far the two are apart.
//
// Top-down: the children of two matched nodes are aligned with each other, nodes at different
// depths never. A wrapper node without a partner costs its weight, a page node its subtree; a
// wrapper node whose sign allows it takes several page nodes. Classes and template texts that
// differ cost a part of a node, as the CostModel says.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "wrap/rules/value_profile.h"
#include "wrap/tree/child_programs.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

// What the texts of each attribute look like.
using ValueLooks = std::map<std::string, ValueProfile>;

struct WdMatch {
  // (wrapper node, page node), parents before children.
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  // In units of CostModel::node.
  uint64_t wrapper_cost = 0;    // C_w: wrapper nodes without a partner.
  uint64_t page_cost = 0;       // C_d: page nodes without one.
  uint64_t detail_cost = 0;     // Matched nodes whose classes or texts differ.
  uint64_t page_weight = 0;     // Of what was aligned: matched and missed page nodes.
  uint32_t wrapper_weight = 0;  // In nodes.
  bool exceeded_limit = false;  // Too large to align: no pairs.

  // Ψ ([Zheng] Definition 9), 0 to 1; details count on the wrapper's side where they cost as much
  // as nodes.
  [[nodiscard]] double distance(const CostModel& costs) const;
};

// A wrapper made ready to be aligned often. Borrows the tree and the vocabulary.
class WdAligner {
  class Run;

 public:
  // Where looks are given, values that are unlike them cost. Borrowed, too.
  WdAligner(const WrapperTree& wrapper, const Vocabulary& vocabulary, const TreeOptions& options,
            const ValueLooks* looks = nullptr);

  struct Request {
    uint32_t at = 0;  // The page node whose children the wrapper's forest is aligned with.
    // The wrapper may stand for a run of the children; what is before and after costs nothing.
    bool part = false;
    // Page nodes that are taken: they match nothing and cost nothing. Null: none.
    const std::vector<uint8_t>* taken = nullptr;
    // Records of a list: cells of their rows keep their places when they are empty.
    bool cells = false;
  };
  [[nodiscard]] WdMatch align(const DomTree& page, const Request& request) const;
  [[nodiscard]] WdMatch align(const DomTree& page) const { return align(page, Request()); }

  // The same alignment again and again while page nodes are taken, as records are found one after
  // the other. Costs little more than the first one. Borrows all it is given.
  class Repeated {
   public:
    Repeated(const WdAligner& aligner, const DomTree& page, const Request& request);
    ~Repeated();
    // REQUIRES: since the last call only children of the node at `Request::at` were taken, with
    // what is below them.
    WdMatch align();

   private:
    std::unique_ptr<Run> run_;
  };

  // What matching these two nodes costs in classes and texts that differ.
  [[nodiscard]] uint32_t detail_cost(const DomTree& page, uint32_t wrapper_node,
                                     uint32_t page_node) const;

  [[nodiscard]] const WrapperTree& wrapper() const { return wrapper_; }
  [[nodiscard]] const CostModel& costs() const { return costs_; }

 private:
  const WrapperTree& wrapper_;
  const Vocabulary& vocabulary_;
  TreeOptions options_;
  CostModel costs_;
  ChildPrograms programs_;
  const ValueLooks* looks_;
};

// Match quality: how much of what a wrapper is there for a match found as it was on labelled pages
// ([Zheng] 10.3.3: perfect matches, value by value).

// The share of the wrapper's labelled nodes that are as they were: found, or absent where that was
// seen before, and nothing on the way to them differs in classes or template texts. 1 for a perfect
// match, and for wrappers without labels.
double share_as_labelled(const WdAligner& aligner, const DomTree& page, const WdMatch& match);

}  // namespace weft::wrap
