// Simple Tree Matching: how many nodes two trees share, order and levels kept ([Liu], Simple tree
// matching).
//
// Threads: a TreeMatcher belongs to one thread at a time; it keeps its tables from pair to pair.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "align/tree.h"
#include "base/result.h"

namespace weft::align {

// Pairs (node of a, node of b), in preorder of a.
using TreeMapping = std::vector<std::pair<uint32_t, uint32_t>>;

class TreeMatcher {
 public:
  explicit TreeMatcher(AlignLimits limits = {}) : limits_(limits) {}

  // Size of the largest mapping between a and b that keeps levels and order, maps roots to each
  // other and equal symbols only; 0 when the root symbols differ or a tree is empty. Time O(|a| *
  // |b|), memory O(sum over levels of their widths' product); fails with kLimitExceeded before
  // allocating.
  Result<uint32_t> score(const Tree& a, const Tree& b);

  // A mapping of that size. Where several are as large, later nodes are matched first.
  Result<TreeMapping> mapping(const Tree& a, const Tree& b);

 private:
  // The nodes of one tree by level, and for each the range of its children in the next level.
  struct Levels {
    std::vector<uint32_t> nodes;        // By level, in document order within a level.
    std::vector<uint32_t> level_start;  // One more than there are levels.
    std::vector<uint32_t>
        first_child;  // By position in `nodes`; end of the children is the next entry.
    void assign(const Tree& tree);
    [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(level_start.size()) - 1; }
    [[nodiscard]] uint32_t width(uint32_t level) const {
      return level_start[level + 1] - level_start[level];
    }
  };

  Status fill(const Tree& a, const Tree& b);
  uint32_t match_children(uint32_t level, uint32_t i, uint32_t j);
  [[nodiscard]] uint32_t weight(uint32_t level, uint32_t i, uint32_t j) const;

  AlignLimits limits_;
  Levels a_;
  Levels b_;
  std::vector<size_t> table_start_;  // Of each level's table in weights_.
  std::vector<uint32_t> weights_;  // W[i, j]: the score of the subtrees of two nodes of one level.
  std::vector<uint32_t> table_;    // M[i, j] over the children of one pair.
};

// One pair; see TreeMatcher::score.
Result<uint32_t> simple_tree_matching(const Tree& a, const Tree& b, const AlignLimits& limits = {});

}  // namespace weft::align
