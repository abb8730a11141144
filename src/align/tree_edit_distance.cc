// Tree edit distance by the algorithm of Zhang and Shasha (1989); docs/papers/liu-ch9.md, T1-T5.
//
// Number the nodes in postorder and let l(i) be the leftmost leaf below i. The distance of two
// forests l(i)..x and l(j)..y follows from smaller ones by removing x, inserting y, or mapping x to
// y; in the last case the subtrees of x and y are settled among themselves. A forest table is
// needed only for key roots, the highest nodes with their leftmost leaf; it yields the tree
// distances of all nodes that share the leaf.
//
// The mapping is read back by filling the forest table of a mapped pair once more, without
// recursion.
//
// Tested by tree_edit_distance_test.cc against the definition on all small trees.

#include "align/tree_edit_distance.h"

#include <algorithm>

namespace weft::align {
namespace {

// A tree in postorder, numbered from 1 as in the paper.
struct Postorder {
  explicit Postorder(const Tree& tree) : node(tree.size() + 1), leftmost(tree.size() + 1) {
    std::vector<uint32_t> open;
    uint32_t count = 0;
    std::vector<uint32_t> leaf_of(tree.size(),
                                  0);  // Postorder number of the leftmost leaf, 0 = none yet.
    const auto close = [&] {
      const uint32_t n = open.back();
      open.pop_back();
      node[++count] = n;
      if (leaf_of[n] == 0) leaf_of[n] = count;
      leftmost[count] = leaf_of[n];
      if (!open.empty() && leaf_of[open.back()] == 0) leaf_of[open.back()] = leaf_of[n];
    };
    for (uint32_t n = 0; n < tree.size(); ++n) {
      while (!open.empty() && tree.end[open.back()] <= n) close();
      open.push_back(n);
    }
    while (!open.empty()) close();
    std::vector<bool> seen(tree.size() + 1, false);
    for (uint32_t i = count; i > 0; --i) {
      if (!seen[leftmost[i]]) key_roots.push_back(i);
      seen[leftmost[i]] = true;
    }
    std::reverse(key_roots.begin(), key_roots.end());
  }

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(node.size()) - 1; }
  [[nodiscard]] uint64_t key_root_nodes() const {
    uint64_t sum = 0;
    for (const uint32_t k : key_roots) sum += k - leftmost[k] + 2;
    return sum;
  }

  std::vector<uint32_t> node;      // Preorder index.
  std::vector<uint32_t> leftmost;  // l(i)
  std::vector<uint32_t> key_roots;
};

class Distance {
 public:
  Distance(const Tree& a, const Tree& b, const TreeEditCosts& costs)
      : a_(a), b_(b), order_a_(a), order_b_(b), costs_(costs), columns_(b.size() + 1) {}

  Status check(const AlignLimits& limits) const {
    WEFT_TRY(check_cells(uint64_t{a_.size() + 1} * columns_, limits, "tree edit distance"));
    return check_steps(order_a_.key_root_nodes() * order_b_.key_root_nodes(), limits,
                       "tree edit distance");
  }

  uint32_t run() {
    tree_.assign((a_.size() + 1) * columns_, 0);
    forest_.assign((a_.size() + 1) * columns_, 0);
    for (const uint32_t i : order_a_.key_roots) {
      for (const uint32_t j : order_b_.key_roots) fill_forest(i, j);
    }
    return tree_[a_.size() * columns_ + b_.size()];
  }

  TreeMapping mapping() {
    TreeMapping result;
    std::vector<std::pair<uint32_t, uint32_t>> pending = {{a_.size(), b_.size()}};
    while (!pending.empty()) {
      const auto [i, j] = pending.back();
      pending.pop_back();
      fill_forest(i, j);
      walk_back(i, j, pending, result);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  uint32_t& forest(uint32_t x, uint32_t y) { return forest_[x * columns_ + y]; }
  uint32_t& tree(uint32_t x, uint32_t y) { return tree_[x * columns_ + y]; }
  [[nodiscard]] uint32_t replace_cost(uint32_t x, uint32_t y) const {
    return a_.label[order_a_.node[x]] == b_.label[order_b_.node[y]] ? 0 : costs_.replace;
  }

  // Forest distances of l(i)..x and l(j)..y for all x <= i, y <= j; forest(l(i) - 1, ..) is the
  // empty forest.
  void fill_forest(uint32_t i, uint32_t j) {
    const uint32_t first_x = order_a_.leftmost[i];
    const uint32_t first_y = order_b_.leftmost[j];
    forest(first_x - 1, first_y - 1) = 0;
    for (uint32_t x = first_x; x <= i; ++x) {
      forest(x, first_y - 1) = forest(x - 1, first_y - 1) + costs_.remove;
    }
    for (uint32_t y = first_y; y <= j; ++y) {
      forest(first_x - 1, y) = forest(first_x - 1, y - 1) + costs_.insert;
    }
    for (uint32_t x = first_x; x <= i; ++x) {
      for (uint32_t y = first_y; y <= j; ++y) {
        const uint32_t unmapped =
            std::min(forest(x - 1, y) + costs_.remove, forest(x, y - 1) + costs_.insert);
        if (order_a_.leftmost[x] == first_x && order_b_.leftmost[y] == first_y) {
          forest(x, y) = std::min(unmapped, forest(x - 1, y - 1) + replace_cost(x, y));
          tree(x, y) = forest(x, y);
        } else {
          forest(x, y) = std::min(
              unmapped, forest(order_a_.leftmost[x] - 1, order_b_.leftmost[y] - 1) + tree(x, y));
        }
      }
    }
  }

  void walk_back(uint32_t i, uint32_t j, std::vector<std::pair<uint32_t, uint32_t>>& pending,
                 TreeMapping& result) {
    const uint32_t first_x = order_a_.leftmost[i];
    const uint32_t first_y = order_b_.leftmost[j];
    uint32_t x = i;
    uint32_t y = j;
    while (x >= first_x && y >= first_y) {
      if (forest(x, y) == forest(x - 1, y) + costs_.remove) {
        --x;
      } else if (forest(x, y) == forest(x, y - 1) + costs_.insert) {
        --y;
      } else if (order_a_.leftmost[x] == first_x && order_b_.leftmost[y] == first_y) {
        result.emplace_back(order_a_.node[x--], order_b_.node[y--]);
      } else {
        pending.emplace_back(x, y);
        x = order_a_.leftmost[x] - 1;
        y = order_b_.leftmost[y] - 1;
      }
    }
  }

  const Tree& a_;
  const Tree& b_;
  Postorder order_a_;
  Postorder order_b_;
  TreeEditCosts costs_;
  size_t columns_;
  std::vector<uint32_t> tree_;    // Distances of subtrees.
  std::vector<uint32_t> forest_;  // Of forests, for one pair of key roots.
};

}  // namespace

Result<uint32_t> tree_edit_distance(const Tree& a, const Tree& b, const TreeEditCosts& costs,
                                    const AlignLimits& limits) {
  if (a.size() == 0 || b.size() == 0) return a.size() * costs.remove + b.size() * costs.insert;
  Distance distance(a, b, costs);
  WEFT_TRY(distance.check(limits));
  return distance.run();
}

Result<TreeEdit> tree_edit_mapping(const Tree& a, const Tree& b, const TreeEditCosts& costs,
                                   const AlignLimits& limits) {
  if (a.size() == 0 || b.size() == 0)
    return TreeEdit{a.size() * costs.remove + b.size() * costs.insert, {}};
  Distance distance(a, b, costs);
  WEFT_TRY(distance.check(limits));
  TreeEdit edit;
  edit.distance = distance.run();
  edit.mapping = distance.mapping();
  return edit;
}

}  // namespace weft::align
