// Simple Tree Matching ([Liu], STM(A, B); docs/papers/liu-ch9.md, steps S1-S12).
//
// The published algorithm recurses into every pair of children. Pages arrive with arbitrary
// nesting, so this file fills the same values level by level, deepest level first: STM only ever
// compares nodes of equal depth, and the score of a pair depends only on the scores of their
// children, one level down.
//
//   a(b(c) b)  and  a(b(c d))      level 2: W[c,c] = 1, W[c,d] = 0
//                                  level 1: W[b,b] = 2, W[b',b] = 1
//                                  level 0: W[a,a] = 1 + max(2, 1) = 3
//
// The mapping is read back from the tables: the child table of a mapped pair is filled once more
// and walked from its last cell.
//
// Tested by simple_tree_matching_test.cc against the recursive definition on all small trees.

#include "align/simple_tree_matching.h"

#include <algorithm>

namespace weft::align {

void TreeMatcher::Levels::assign(const Tree& tree) {
  uint32_t levels = 0;
  for (const uint32_t depth : tree.depth) levels = std::max(levels, depth + 1);
  level_start.assign(levels + 1, 0);
  for (const uint32_t depth : tree.depth) ++level_start[depth + 1];
  for (uint32_t d = 0; d < levels; ++d) level_start[d + 1] += level_start[d];
  nodes.resize(tree.size());
  first_child.assign(tree.size() + 1, tree.size());
  std::vector<uint32_t> filled(level_start.begin(), level_start.end());
  for (uint32_t n = 0; n < tree.size(); ++n) {
    const uint32_t depth = tree.depth[n];
    const uint32_t at = filled[depth]++;
    nodes[at] = n;
    // What the next level holds so far belongs to earlier nodes of this level.
    first_child[at] = filled[depth + 1];
  }
}

uint32_t TreeMatcher::weight(uint32_t level, uint32_t i, uint32_t j) const {
  return weights_[table_start_[level] + size_t{i - a_.level_start[level]} * b_.width(level) +
                  (j - b_.level_start[level])];
}

// Steps S3-S10: M over the children of the pair at positions i, j of `level`. Leaves M in table_.
uint32_t TreeMatcher::match_children(uint32_t level, uint32_t i, uint32_t j) {
  const uint32_t m = a_.first_child[i + 1] - a_.first_child[i];
  const uint32_t n = b_.first_child[j + 1] - b_.first_child[j];
  if (m == 0 || n == 0) return 0;
  const size_t columns = n + 1;
  table_.assign((m + 1) * columns, 0);
  const size_t below = b_.width(level + 1);
  const uint32_t* weights = weights_.data() + table_start_[level + 1] +
                            (a_.first_child[i] - a_.level_start[level + 1]) * below +
                            (b_.first_child[j] - b_.level_start[level + 1]);
  for (uint32_t x = 1; x <= m; ++x, weights += below) {
    const uint32_t* above = table_.data() + (x - 1) * columns;
    uint32_t* row = table_.data() + x * columns;
    for (uint32_t y = 1; y <= n; ++y) {
      row[y] = std::max({row[y - 1], above[y], above[y - 1] + weights[y - 1]});
    }
  }
  return table_.back();
}

Status TreeMatcher::fill(const Tree& a, const Tree& b) {
  a_.assign(a);
  b_.assign(b);
  const uint32_t levels = std::min(a_.count(), b_.count());
  table_start_.assign(levels + 1, 0);
  for (uint32_t d = 0; d < levels; ++d) {
    table_start_[d + 1] = table_start_[d] + size_t{a_.width(d)} * b_.width(d);
  }
  WEFT_TRY(check_cells(table_start_[levels], limits_, "simple tree matching"));
  weights_.assign(table_start_[levels], 0);
  for (uint32_t d = levels; d-- > 0;) {
    uint32_t* cell = weights_.data() + table_start_[d];
    for (uint32_t i = a_.level_start[d]; i < a_.level_start[d + 1]; ++i) {
      const Symbol symbol = a.label[a_.nodes[i]];
      for (uint32_t j = b_.level_start[d]; j < b_.level_start[d + 1]; ++j, ++cell) {
        if (b.label[b_.nodes[j]] != symbol) continue;                // Steps S1, S2.
        *cell = 1 + (d + 1 < levels ? match_children(d, i, j) : 0);  // Step S11.
      }
    }
  }
  return {};
}

Result<uint32_t> TreeMatcher::score(const Tree& a, const Tree& b) {
  if (a.size() == 0 || b.size() == 0) return uint32_t{0};
  WEFT_TRY(fill(a, b));
  return weights_[0];
}

Result<TreeMapping> TreeMatcher::mapping(const Tree& a, const Tree& b) {
  TreeMapping mapping;
  if (a.size() == 0 || b.size() == 0) return mapping;
  WEFT_TRY(fill(a, b));
  if (weights_[0] == 0) return mapping;
  struct Pair {
    uint32_t level, i, j;
  };
  std::vector<Pair> pending = {{0, 0, 0}};
  while (!pending.empty()) {
    const auto [level, i, j] = pending.back();
    pending.pop_back();
    mapping.emplace_back(a_.nodes[i], b_.nodes[j]);
    if (level + 2 > table_start_.size() - 1 || match_children(level, i, j) == 0) continue;
    uint32_t x = a_.first_child[i + 1] - a_.first_child[i];
    uint32_t y = b_.first_child[j + 1] - b_.first_child[j];
    const size_t columns = y + 1;
    while (x > 0 && y > 0) {
      const uint32_t child_i = a_.first_child[i] + x - 1;
      const uint32_t child_j = b_.first_child[j] + y - 1;
      const uint32_t here = table_[x * columns + y];
      const uint32_t both = weight(level + 1, child_i, child_j);
      if (both > 0 && here == table_[(x - 1) * columns + y - 1] + both) {
        pending.push_back({level + 1, child_i, child_j});
        --x, --y;
      } else if (here == table_[(x - 1) * columns + y]) {
        --x;
      } else {
        --y;
      }
    }
  }
  std::sort(mapping.begin(), mapping.end());
  return mapping;
}

Result<uint32_t> simple_tree_matching(const Tree& a, const Tree& b, const AlignLimits& limits) {
  return TreeMatcher(limits).score(a, b);
}

}  // namespace weft::align
