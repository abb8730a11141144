#include "align/tree_edit_distance.h"

#include <map>

#include <gtest/gtest.h>

#include "dom/testing/tree.h"

namespace weft::align {
namespace {

Tree edit_tree(std::string_view text) { return tree_of(dom::testing::tree(text), dom::NodeId{1}); }

// Forest edit distance by its definition. A forest is a list of disjoint subtrees; the last root is
// removed, inserted, or mapped.
using Forest = std::vector<uint32_t>;

Forest without_last_root(const Tree& t, Forest f) {
  const uint32_t root = f.back();
  f.pop_back();
  for (uint32_t c = t.first_child(root); c < t.end[root]; c = t.next_sibling(c)) f.push_back(c);
  return f;
}

Forest below(const Tree& t, uint32_t root) { return without_last_root(t, {root}); }

uint32_t nodes_in(const Tree& t, const Forest& f) {
  uint32_t count = 0;
  for (const uint32_t root : f) count += t.end[root] - root;
  return count;
}

class Definition {
 public:
  Definition(const Tree& a, const Tree& b) : a_(a), b_(b) {}
  uint32_t distance(const Forest& f, const Forest& g) {
    if (f.empty()) return nodes_in(b_, g);
    if (g.empty()) return nodes_in(a_, f);
    const auto key = std::make_pair(f, g);
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    const uint32_t replace = a_.label[f.back()] == b_.label[g.back()] ? 0 : 1;
    const Forest f_rest(f.begin(), f.end() - 1);
    const Forest g_rest(g.begin(), g.end() - 1);
    const uint32_t result = std::min(
        {distance(without_last_root(a_, f), g) + 1, distance(f, without_last_root(b_, g)) + 1,
         distance(f_rest, g_rest) + distance(below(a_, f.back()), below(b_, g.back())) + replace});
    return memo_[key] = result;
  }

 private:
  const Tree& a_;
  const Tree& b_;
  std::map<std::pair<Forest, Forest>, uint32_t> memo_;
};

// What a mapping costs: unmapped nodes on both sides and replaced symbols. Conditions (1)-(3) of
// the slide.
uint32_t cost_of(const TreeMapping& mapping, const Tree& a, const Tree& b) {
  uint32_t cost = a.size() + b.size() - 2 * static_cast<uint32_t>(mapping.size());
  for (size_t k = 0; k < mapping.size(); ++k) {
    const auto [i, j] = mapping[k];
    cost += a.label[i] == b.label[j] ? 0 : 1;
    for (size_t l = k + 1; l < mapping.size(); ++l) {
      const auto [x, y] = mapping[l];
      EXPECT_TRUE(i < x && j < y);
      EXPECT_EQ(x < a.end[i], y < b.end[j]);
    }
  }
  return cost;
}

TEST(TreeEditDistanceTest, CountsRemovalInsertionAndReplacement) {
  EXPECT_EQ(*tree_edit_distance(edit_tree("a(b c)"), edit_tree("a(b c)")), 0U);
  EXPECT_EQ(*tree_edit_distance(edit_tree("a(b c)"), edit_tree("a(b d)")), 1U);
  EXPECT_EQ(*tree_edit_distance(edit_tree("a(b(c))"), edit_tree("a(c)")), 1U)
      << "children of a removed node move up";
  EXPECT_EQ(*tree_edit_distance(edit_tree("f(d(a c(b)) e)"), edit_tree("f(c(d(a b)) e)")), 2U)
      << "the example of Zhang and Shasha";
  EXPECT_EQ(*tree_edit_distance(Tree(), edit_tree("a(b)")), 2U);
}

TEST(TreeEditDistanceTest, MapsAcrossLevelsAsInFigure16) {
  const Tree a = edit_tree("p(a b(c d))");
  const Tree b = edit_tree("p(x(a) h(c d))");
  const TreeEdit edit = *tree_edit_mapping(a, b);
  EXPECT_EQ(edit.distance, 2U);  // x inserted, b replaced by h.
  EXPECT_EQ(edit.mapping.size(), 5U);
  EXPECT_EQ(cost_of(edit.mapping, a, b), 2U);
}

TEST(TreeEditDistanceTest, AgreesWithTheDefinitionOnAllSmallTrees) {
  std::vector<Tree> trees;
  for (const dom::Document& doc : dom::testing::all_trees(4, "ab")) {
    if (doc.size() > 1) trees.push_back(tree_of(doc, dom::NodeId{1}));
  }
  for (const Tree& a : trees) {
    for (const Tree& b : trees) {
      const uint32_t expected = Definition(a, b).distance({0}, {0});
      const TreeEdit edit = *tree_edit_mapping(a, b);
      ASSERT_EQ(edit.distance, expected);
      ASSERT_EQ(cost_of(edit.mapping, a, b), expected);
    }
  }
}

TEST(TreeEditDistanceTest, RefusesTablesAndWorkAboveTheLimits) {
  const Tree wide = edit_tree("a(b b b b b b b b b b)");
  EXPECT_EQ(tree_edit_distance(wide, wide, {}, {.max_cells = 50}).error().code,
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(tree_edit_distance(wide, wide, {}, {.max_steps = 50}).error().code,
            ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace weft::align
