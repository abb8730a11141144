#include "extract/calibration.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "extract/default_calibration.h"
#include "gtest/gtest.h"

namespace weft::extract {
namespace {

TEST(CalibrationTest, IsTheIdentityUntilFitted) {
  EXPECT_DOUBLE_EQ(Calibration().probability(0.3), 0.3);
  EXPECT_DOUBLE_EQ(Calibration().probability(7), 1);
}

TEST(CalibrationTest, LearnsTheShareThatIsRight) {
  // Scores claim 0.9, 70 % are right; scores claim 0.5, 20 % are right.
  std::vector<Observation> seen;
  for (int i = 0; i < 1000; ++i) seen.push_back({0.9, i % 10 < 7});
  for (int i = 0; i < 1000; ++i) seen.push_back({0.5, i % 10 < 2});
  const Calibration calibration = Calibration::fit(seen);
  EXPECT_NEAR(calibration.probability(0.9), 0.7, 0.01);
  EXPECT_NEAR(calibration.probability(0.5), 0.2, 0.01);
  EXPECT_NEAR(calibration.probability(0.7), 0.45, 0.01);
  EXPECT_NEAR(calibration.probability(1.0), 0.7, 0.01);
}

TEST(CalibrationTest, NeverFallsAndIsNeverCertain) {
  std::mt19937 random(3);
  std::vector<Observation> seen;
  for (int i = 0; i < 500; ++i)
    seen.push_back({static_cast<double>(random() % 100) / 100, random() % 3 == 0});
  const Calibration calibration = Calibration::fit(seen);
  double last = 0;
  for (double s = 0; s <= 1; s += 0.01) {
    const double p = calibration.probability(s);
    EXPECT_GE(p, last);
    EXPECT_LT(p, 1);
    last = p;
  }
}

// Least squares over all non-decreasing sequences of values k/20, by dynamic programming.
double best_monotone_error(const std::vector<Observation>& sorted) {
  constexpr int kSteps = 60;
  std::vector<double> cost(kSteps + 1, 0);
  for (const Observation& o : sorted) {
    double least = std::numeric_limits<double>::infinity();
    for (int v = 0; v <= kSteps; ++v) {
      least = std::min(least, cost[v]);
      const double error = static_cast<double>(v) / kSteps - (o.correct ? 1 : 0);
      cost[v] = least + error * error;
    }
  }
  return *std::min_element(cost.begin(), cost.end());
}

TEST(CalibrationTest, PoolingIsLeastInSquaredError) {
  std::mt19937 random(9);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Observation> seen;
    for (int i = 0; i < 6; ++i) seen.push_back({i / 10.0, random() % 2 == 0});
    const Calibration calibration = Calibration::fit(seen);
    // Undo the smoothing: levels hold (right + 1) / (n + 2).
    double error = 0;
    size_t at = 0;
    for (const auto& level : calibration.levels()) {
      double right = 0;
      for (size_t i = at; i < at + level.observations; ++i) right += seen[i].correct ? 1 : 0;
      const double share = right / static_cast<double>(level.observations);
      for (size_t i = at; i < at + level.observations; ++i) {
        error += (share - (seen[i].correct ? 1 : 0)) * (share - (seen[i].correct ? 1 : 0));
      }
      at += level.observations;
    }
    EXPECT_NEAR(error, best_monotone_error(seen), 1e-3);
  }
}

TEST(CalibrationTest, SmallLevelsArePooledWithTheirNeighbours) {
  std::vector<Observation> seen;
  for (int i = 0; i < 100; ++i) seen.push_back({0.9, i < 90});
  seen.push_back({0.95, true});
  seen.push_back({0.1, false});
  const Calibration calibration = Calibration::fit(seen, 50);
  ASSERT_EQ(calibration.levels().size(), 1u);
  EXPECT_EQ(calibration.levels()[0].observations, 102u);
  EXPECT_EQ(Calibration::fit(seen).levels().size(), 3u);
}

TEST(CalibrationTest, LevelsOfAnEarlierFitGiveTheSameProbabilities) {
  std::vector<Observation> seen;
  for (int i = 0; i < 90; ++i) seen.push_back({i / 90.0, i % 7 < i / 13});
  const Calibration fitted = Calibration::fit(seen);
  const Calibration again = Calibration::from_levels(fitted.levels());
  for (double s = 0; s <= 1; s += 0.05)
    EXPECT_DOUBLE_EQ(again.probability(s), fitted.probability(s));
}

TEST(CalibrationTest, TheDefaultsRiseAndKindsNotMeasuredAreLeftAsTheyAre) {
  for (const char* kind : {"rules", "broom", "page-tree"}) {
    const Calibration fitted = default_calibration(kind);
    ASSERT_GT(fitted.levels().size(), 1u);
    for (size_t i = 1; i < fitted.levels().size(); ++i) {
      EXPECT_LT(fitted.levels()[i - 1].score, fitted.levels()[i].score);
      EXPECT_LE(fitted.levels()[i - 1].probability, fitted.levels()[i].probability);
    }
    EXPECT_LT(fitted.probability(1), 1);
    EXPECT_GT(fitted.probability(1), 0.99);
  }
  EXPECT_DOUBLE_EQ(default_calibration("no such kind").probability(0.3), 0.3);
}

TEST(ReliabilityTest, BrierScoreIsTheMeanSquaredGap) {
  EXPECT_DOUBLE_EQ(brier_score(std::vector<Observation>{{0.5, true}, {1, false}}), 0.625);
  EXPECT_DOUBLE_EQ(brier_score({}), 0);
}

TEST(ReliabilityTest, OrderQualityIsTheShareOfPairsInOrder) {
  EXPECT_DOUBLE_EQ(order_quality({{0.9, true}, {0.1, false}}), 1);
  EXPECT_DOUBLE_EQ(order_quality({{0.1, true}, {0.9, false}}), 0);
  EXPECT_DOUBLE_EQ(order_quality({{0.5, true}, {0.5, false}, {0.9, true}}), 0.75);
  EXPECT_DOUBLE_EQ(order_quality({{0.9, true}}), 0.5);
}

TEST(ReliabilityTest, BinsByScoreAndMeasuresTheGap) {
  std::vector<Observation> seen;
  for (int i = 0; i < 10; ++i) seen.push_back({0.95, i < 5});
  const auto bins = reliability(seen);
  EXPECT_EQ(bins[9].observations, 10u);
  EXPECT_DOUBLE_EQ(bins[9].share_correct, 0.5);
  EXPECT_NEAR(expected_calibration_error(bins), 0.45, 1e-9);
  EXPECT_DOUBLE_EQ(expected_calibration_error(reliability({})), 0);
}

}  // namespace
}  // namespace weft::extract
