#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/metrics/clusters.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/swde.h"
#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

using ::testing::ElementsAre;

TEST(CountsTest, NothingFoundOfNothingIsPerfect) {
  EXPECT_DOUBLE_EQ((Counts{0, 0, 0}).f1(), 1);
  EXPECT_DOUBLE_EQ((Counts{0, 0, 3}).f1(), 0);
  EXPECT_DOUBLE_EQ((Counts{0, 3, 0}).f1(), 0);
  EXPECT_DOUBLE_EQ((Counts{1, 2, 1}).f1(), 2.0 / 3);
}

TEST(MeanTest, OfNothingIsZero) {
  EXPECT_EQ(mean({}), 0);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2, 10}), 2.5);
}

TEST(TextTest, DecodesEntitiesOnceAndLeavesTagsAlone) {
  EXPECT_EQ(unescape_entities("a &lt; b <i> &amp;eacute;"), "a < b <i> &eacute;");
}

TEST(TextTest, ComparesValuesThatWereEscapedTwice) {
  EXPECT_EQ(comparable_value(" Caf&amp;eacute;\n\xC2\xA0 &#8364; "), "Café €");
  EXPECT_EQ(comparable_value("it\xC2\x92s"),
            "it’s");  // A C1 control that was meant as Windows-1252.
}

TEST(TextTest, SplitsWordsOfSeveralScripts) {
  EXPECT_THAT(word_tokens("Größe 12,5 x_y — ﬁne"), ElementsAre("größe", "12", "5", "x_y", "fine"));
  EXPECT_THAT(word_tokens("東京 tower"), ElementsAre("東", "京", "tower"));
}

TEST(SwdeTest, APageIsRightWhenItsValueIsOneOfTheTruth) {
  EXPECT_EQ(compare_swde({"B"}, {"A", "B"}).pages, (Counts{1, 1, 1}));
  EXPECT_EQ(compare_swde({"C"}, {"A", "B"}).pages, (Counts{0, 1, 1}));
  EXPECT_EQ(compare_swde({}, {"A"}).pages, (Counts{0, 0, 1}));
  EXPECT_EQ(compare_swde({"A"}, {}).pages, (Counts{0, 1, 0}));
  EXPECT_EQ(compare_swde({" "}, {}).pages, (Counts{0, 0, 0}));
}

TEST(SwdeTest, ValuesCountOneByOne) {
  EXPECT_EQ(compare_swde({"B", "C", "B"}, {"A", "B"}).values, (Counts{1, 3, 2}));
}

TEST(ClustersTest, NamesOfClustersDoNotMatter) {
  const auto same = compare_clusters({1, 1, 2, 2}, {7, 7, 3, 3});
  EXPECT_DOUBLE_EQ(same.purity, 1);
  EXPECT_DOUBLE_EQ(same.normalized_mutual_information, 1);
  EXPECT_DOUBLE_EQ(same.adjusted_rand, 1);
}

// Worked by hand: clusters {xxo}, {xo o}; 2 + 2 of 6 in the majority class.
TEST(ClustersTest, MeasuresADisagreement) {
  const auto mixed = compare_clusters({1, 1, 1, 2, 2, 2}, {1, 1, 2, 1, 2, 2});
  EXPECT_NEAR(mixed.purity, 4.0 / 6, 1e-12);
  EXPECT_NEAR(mixed.adjusted_rand, (2 - 2.4) / (6 - 2.4), 1e-12);
  EXPECT_NEAR(mixed.normalized_mutual_information, 0.0817, 1e-4);
}

TEST(ClustersTest, OneClusterSaysNothing) {
  const auto lumped = compare_clusters({1, 1, 1, 1}, {1, 1, 2, 2});
  EXPECT_DOUBLE_EQ(lumped.purity, 0.5);
  EXPECT_DOUBLE_EQ(lumped.normalized_mutual_information, 0);
  EXPECT_DOUBLE_EQ(lumped.adjusted_rand, 0);
}

}  // namespace
}  // namespace weft::eval
