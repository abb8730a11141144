#include "align/partial_tree_alignment.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/testing/tree.h"

namespace weft::align {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ne;

struct Example {
  std::vector<dom::Document> documents;
  std::vector<Tree> trees;

  explicit Example(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) documents.push_back(dom::testing::tree(text));
    for (const dom::Document& doc : documents) trees.push_back(tree_of(doc, dom::NodeId{1}));
  }
  [[nodiscard]] std::string name(Symbol symbol) const {
    for (const dom::Document& doc : documents) {
      if (!doc.spelling(dom::Atom{symbol}).empty())
        return std::string(doc.spelling(dom::Atom{symbol}));
    }
    return "?";
  }
  // "b:1 n:0": the columns with whether the tree fills them.
  [[nodiscard]] std::string row(const PartialAlignment& alignment, const AlignedTable& table,
                                size_t t) const {
    std::string text;
    for (size_t c = 0; c < table.columns.size(); ++c) {
      text += name(alignment.seed.label[table.columns[c]]) +
              (table.rows[t][c] == kUnaligned ? ". " : "1 ");
    }
    return text;
  }
};

// "A complete example": T1 has further nodes to the left of x.
TEST(PartialTreeAlignmentTest, FillsTheOutputTableOfTheSlides) {
  const Example example({"p(r s t x b d)", "p(b n c k g)", "p(b c d h k)"});
  const auto alignment = partial_tree_alignment(example.trees);
  ASSERT_TRUE(alignment.ok());
  const AlignedTable table = aligned_table(*alignment);
  EXPECT_EQ(example.row(*alignment, table, 0), "r1 s1 t1 x1 b1 n. c. d1 h. k. g. ");
  EXPECT_EQ(example.row(*alignment, table, 1), "r. s. t. x. b1 n1 c1 d. h. k1 g1 ");
  EXPECT_EQ(example.row(*alignment, table, 2), "r. s. t. x. b1 n. c1 d1 h1 k1 g. ");
}

TEST(PartialTreeAlignmentTest, InsertsOnlyWhereThePositionIsUnique) {
  const Example possible({"p(a b e)", "p(b c d e)"});
  EXPECT_EQ(partial_tree_alignment(possible.trees)->seed.size(), 6U);
  const Example impossible({"p(a b e)", "p(a x e)"});  // b and x: which comes first?
  const auto alignment = *partial_tree_alignment(impossible.trees);
  EXPECT_EQ(alignment.seed.size(), 4U);
  EXPECT_EQ(alignment.node[1][2], kUnaligned);
}

TEST(PartialTreeAlignmentTest, InsertsWholeSubtreesAtEveryLevel) {
  const Example example({"p(a(b) c d)", "p(a(b e(f)) c)"});
  const auto alignment = *partial_tree_alignment(example.trees);
  EXPECT_EQ(alignment.seed.size(), 7U);
  EXPECT_THAT(alignment.node[1], Each(Ne(kUnaligned)));
}

TEST(PartialTreeAlignmentTest, LeavesTreesWithAnotherRootUnaligned) {
  const Example example({"p(a b)", "q(a b)"});
  EXPECT_THAT(partial_tree_alignment(example.trees)->node[1], Each(kUnaligned));
}

// The second tree waits until the third puts c into the seed; then it comes before the fourth, which has
// fewer items, and so its i is between a and c.
TEST(PartialTreeAlignmentTest, TreesThatWaitedComeInTheOrderOfTheirItems) {
  const Example example({"p(a b q s u h1)", "p(a i c h2 h3)", "p(a c b q)", "p(a em c)"});
  const auto alignment = partial_tree_alignment(example.trees);
  ASSERT_TRUE(alignment.ok());
  std::string seed;
  for (const Symbol symbol : alignment->seed.label) seed += example.name(symbol) + " ";
  EXPECT_EQ(seed, "p a i c b q s u h1 ");
}

TEST(PartialTreeAlignmentTest, TheSeedHasMostDataItemsNotLeaves) {
  Tree leaves;  // Three empty elements and a text.
  leaves.append(1, 0);
  for (int i = 0; i < 3; ++i) leaves.append(2, 1);
  leaves.append(kTextSymbol, 1);
  leaves.close_ends();
  Tree items;  // One and two.
  items.append(1, 0);
  items.append(3, 1);
  items.append(kTextSymbol, 1);
  items.append(kTextSymbol, 1);
  items.close_ends();
  const std::vector<Tree> trees = {leaves, items};
  const auto alignment = partial_tree_alignment(trees);
  ASSERT_TRUE(alignment.ok());
  EXPECT_EQ(alignment->node[1][1], 1U);
  EXPECT_EQ(alignment->seed.label[1], 3U);
}

TEST(PartialTreeAlignmentTest, AlignsNothingForNoTrees) {
  EXPECT_EQ(partial_tree_alignment({})->seed.size(), 0U);
}

TEST(PartialTreeAlignmentTest, StopsRetryingAtTheStepLimit) {
  const Example example({"p(r s t x b d)", "p(b n c k g)", "p(b c d h k)"});
  EXPECT_FALSE(partial_tree_alignment(example.trees, {.max_steps = 60})->complete);
}

}  // namespace
}  // namespace weft::align
