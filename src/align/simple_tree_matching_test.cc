#include "align/simple_tree_matching.h"

#include <set>

#include <gtest/gtest.h>

#include "dom/testing/tree.h"

namespace weft::align {
namespace {

Tree tree(std::string_view text) { return tree_of(dom::testing::tree(text), dom::NodeId{1}); }

std::vector<uint32_t> children(const Tree& t, uint32_t n) {
  std::vector<uint32_t> result;
  for (uint32_t c = t.first_child(n); c < t.end[n]; c = t.next_sibling(c)) result.push_back(c);
  return result;
}

// STM(A, B) as on the slide.
uint32_t definition(const Tree& a, uint32_t i, const Tree& b, uint32_t j) {
  if (a.label[i] != b.label[j]) return 0;
  const auto as = children(a, i);
  const auto bs = children(b, j);
  std::vector<std::vector<uint32_t>> m(as.size() + 1, std::vector<uint32_t>(bs.size() + 1, 0));
  for (size_t x = 1; x <= as.size(); ++x) {
    for (size_t y = 1; y <= bs.size(); ++y) {
      m[x][y] = std::max(
          {m[x][y - 1], m[x - 1][y], m[x - 1][y - 1] + definition(a, as[x - 1], b, bs[y - 1])});
    }
  }
  return m[as.size()][bs.size()] + 1;
}

void expect_valid(const TreeMapping& mapping, const Tree& a, const Tree& b) {
  for (size_t k = 0; k < mapping.size(); ++k) {
    const auto [i, j] = mapping[k];
    ASSERT_EQ(a.label[i], b.label[j]);
    ASSERT_EQ(a.depth[i], b.depth[j]);
    for (size_t l = k + 1; l < mapping.size(); ++l) {
      const auto [x, y] = mapping[l];
      ASSERT_TRUE(i < x && j < y);
      ASSERT_EQ(x < a.end[i], y < b.end[j]) << "ancestry is kept";
    }
  }
}

// Two trees of the kind the slides draw (their figure is not in the text): a; b(e); c(f); b(d); c;
// in order.
TEST(SimpleTreeMatchingTest, CountsSharedNodesInOrder) {
  const Tree a = tree("a(b(d e) c(f) b(e d) d c(f h f))");
  const Tree b = tree("a(b(e d) c(f) b(d f) c(g))");
  EXPECT_EQ(*simple_tree_matching(a, b), definition(a, 0, b, 0));
  EXPECT_EQ(*simple_tree_matching(a, b), 8U);
}

TEST(SimpleTreeMatchingTest, ReturnsNothingForDifferentRoots) {
  EXPECT_EQ(*simple_tree_matching(tree("a(b c)"), tree("b(b c)")), 0U);
  EXPECT_TRUE(TreeMatcher().mapping(tree("a(b c)"), tree("b(b c)"))->empty());
  EXPECT_EQ(*simple_tree_matching(Tree(), tree("a")), 0U);
}

TEST(SimpleTreeMatchingTest, AgreesWithTheDefinitionOnAllSmallTrees) {
  std::vector<Tree> trees;
  for (const dom::Document& doc : dom::testing::all_trees(5, "ab")) {
    if (doc.size() > 1) trees.push_back(tree_of(doc, dom::NodeId{1}));
  }
  TreeMatcher matcher;
  for (size_t x = 0; x < trees.size(); x += 3) {
    for (const Tree& b : trees) {
      const Tree& a = trees[x];
      const uint32_t expected = definition(a, 0, b, 0);
      ASSERT_EQ(*matcher.score(a, b), expected);
      const TreeMapping mapping = *matcher.mapping(a, b);
      ASSERT_EQ(mapping.size(), expected);
      expect_valid(mapping, a, b);
    }
  }
}

TEST(SimpleTreeMatchingTest, ComparesSeveralSubtreesUnderAMadeUpRoot) {
  const dom::Document doc = dom::testing::tree("p(dt dd(a) dt dd(b))");
  const auto nodes = dom::testing::children(doc, dom::NodeId{1});
  const Tree first = tree_of(doc, std::span(nodes).subspan(0, 2));
  const Tree second = tree_of(doc, std::span(nodes).subspan(2, 2));
  EXPECT_EQ(*simple_tree_matching(first, second), 3U);
}

TEST(SimpleTreeMatchingTest, SurvivesAChainOf200000Nodes) {
  const dom::Document doc = dom::testing::chain(200'000);
  const Tree deep = tree_of(doc, dom::NodeId{1});
  EXPECT_EQ(*simple_tree_matching(deep, deep), 200'000U);
  EXPECT_EQ(TreeMatcher().mapping(deep, deep)->size(), 200'000U);
}

TEST(SimpleTreeMatchingTest, RefusesTablesAboveTheLimit) {
  const Tree wide = tree("a(b b b b b b b b b b)");
  EXPECT_EQ(simple_tree_matching(wide, wide, {.max_cells = 50}).error().code,
            ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace weft::align
