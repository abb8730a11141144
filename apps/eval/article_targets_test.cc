#include "eval/article_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/metrics/article_text.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

using ::testing::ElementsAre;

std::vector<float> targets(std::string_view html, std::string_view truth) {
  const dom::Document doc = html::parse(html).document;
  return block_targets(read::blocks_of(doc), truth);
}

TEST(ArticleTargetsTest, AreSharesOfWordsThatTheTruthHolds) {
  EXPECT_THAT(targets("<p>menu one<p>the mill is old<p>the mill is new now<p>end",
                      "The mill is old. The mill is new!"),
              ElementsAre(0, 1, 0.8F, 0));
}

TEST(ArticleTargetsTest, FindTextThatMoved) {
  // The second paragraph stands first in the truth: a subsequence holds one of them only.
  const auto found = targets("<p>one two three four five six<p>seven eight nine ten eleven",
                             "seven eight nine ten eleven one two three four five six");
  EXPECT_THAT(found, ElementsAre(1, 1));
}

TEST(ArticleTargetsTest, ShortBlocksNeedContentBesideThem) {
  EXPECT_THAT(targets("<p>tea<p>x y z<p>x y z<p>x y z<p>x y z<p>x y z<p>good tea is hot",
                      "tea good tea is hot"),
              ElementsAre(0, 0, 0, 0, 0, 0, 1));
}

TEST(ArticleTextTest, CountsTokensAsMultisets) {
  const TextScore score = token_score("Tea tea pot", "tea POT milk sugar");
  EXPECT_DOUBLE_EQ(score.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(score.recall, 2.0 / 4);
  EXPECT_DOUBLE_EQ(token_score("", "").f1(), 1);
  EXPECT_DOUBLE_EQ(token_score("x", "").f1(), 0);
  EXPECT_DOUBLE_EQ(token_score("", "x").f1(), 0);
}

TEST(ArticleTextTest, CountsRunsOfFourWordsWithTheirCase) {
  const TextScore score = shingle_score("a b c d e", "a b c d f");
  EXPECT_DOUBLE_EQ(score.precision, 0.5);
  EXPECT_DOUBLE_EQ(score.recall, 0.5);
  EXPECT_DOUBLE_EQ(shingle_score("A b c d", "a b c d").f1(), 0);
  EXPECT_DOUBLE_EQ(shingle_score("a b", "a b").f1(), 1);
}

}  // namespace
}  // namespace weft::eval
