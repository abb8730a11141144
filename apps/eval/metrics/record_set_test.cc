#include "eval/metrics/record_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

using ::testing::ElementsAre;

const std::vector<TruthRecord> kLamps = {{"Red Lamp 10 bright", "Red Lamp"},
                                         {"Blue Lamp 12 dim", "Blue Lamp"}};

TEST(RecordSetTest, TakesARecordThatCoversFourFifthsOfTheTruth) {
  const std::vector<TruthRecord> truth = {{"a b c d e", "a"}};
  EXPECT_EQ(match_record_set({"a b c d"}, truth).counts, (Counts{1, 1, 1}));
  EXPECT_EQ(match_record_set({"a b c"}, truth).counts, (Counts{0, 1, 1}));
}

TEST(RecordSetTest, ExtraTextDoesNoHarmButShowsInTheRatio) {
  const auto match = match_record_set({"Red Lamp 10 bright add to basket now"}, {kLamps[0]});
  EXPECT_EQ(match.counts.correct, 1u);
  EXPECT_THAT(match.length_ratios, ElementsAre(2.0));
}

TEST(RecordSetTest, CallsARecordThatSwallowedAnotherMerged) {
  const auto match = match_record_set({"Red Lamp 10 bright Blue Lamp 12 dim"}, kLamps);
  EXPECT_THAT(match.fates, ElementsAre(RecordFate::kMerged));
  EXPECT_EQ(match.counts, (Counts{0, 1, 2}));
}

TEST(RecordSetTest, DoesNotCallItMergedWhenTheOtherWasClaimed) {
  const auto match =
      match_record_set({"Red Lamp 10 bright Blue Lamp 12 dim", "Blue Lamp 12 dim"}, kLamps);
  EXPECT_EQ(match.counts, (Counts{2, 2, 2}));
  EXPECT_THAT(match.truth_of, ElementsAre(0, 1));
}

TEST(RecordSetTest, MatchesOneToOneByOverlapThenByLength) {
  // Both cover the truth wholly; the shorter is nearer.
  const auto match = match_record_set({"a b c d x y z", "a b c d x"}, {{"a b c d", "a"}});
  EXPECT_THAT(match.truth_of, ElementsAre(-1, 0));
  EXPECT_EQ(match.counts, (Counts{1, 2, 1}));
}

TEST(RecordSetTest, CountsWordsAsOftenAsTheyOccur) {
  EXPECT_EQ(match_record_set({"go"}, {{"go go go", "go"}}).counts.correct, 0u);
}

TEST(RecordSetTest, ScoresMicroAndMacro) {
  RecordSetScore score;
  score.add(match_record_set({"a", "b", "c"}, {{"a", "a"}, {"b", "b"}, {"c", "c"}}));
  score.add(match_record_set({"x"}, {{"y", "y"}}));
  EXPECT_DOUBLE_EQ(score.micro_f1(), 0.75);
  EXPECT_DOUBLE_EQ(score.macro_f1(), 0.5);
  EXPECT_DOUBLE_EQ(score.median_length_ratio(), 1.0);
}

}  // namespace
}  // namespace weft::eval
