#include "ml/boosting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace weft::ml {
namespace {

// Rows of two columns that matter (their sign decides together) and two that do not.
Samples crossed(size_t count) {
  std::mt19937 random(3);
  Samples samples({"x", "y", "noise", "constant"});
  for (size_t i = 0; i < count; ++i) {
    const auto value = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    const float x = value(), y = value();
    samples.add(std::vector<float>{x, y, value(), 7}, (x > 0) != (y > 0) ? 1.0F : 0.0F);
  }
  return samples;
}

double right_share(const Forest& forest, const Samples& samples, float middle) {
  size_t right = 0;
  for (size_t r = 0; r < samples.size(); ++r)
    right += (forest.predict(samples.row(r)) > middle) == (samples.targets()[r] > 0.5F) ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(samples.size());
}

TEST(TreeGrowerTest, FindsTheSplitThatTryingAllOfThemFinds) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    Samples samples({"a", "b"});
    Slopes slopes;
    const size_t rows = 4 + random() % 12;
    std::vector<uint32_t> all;
    for (size_t r = 0; r < rows; ++r) {
      samples.add(
          std::vector<float>{static_cast<float>(random() % 5), static_cast<float>(random() % 9)},
          0);
      slopes.g.push_back(static_cast<float>(random() % 21) - 10);
      slopes.h.push_back(1 + static_cast<float>(random() % 3));
      all.push_back(static_cast<uint32_t>(r));
    }
    const Bins bins(samples, 63);
    const TreeParameters stump{.leaves = 2, .depth = 1, .least_rows = 2, .l2 = 1};
    const std::vector<uint32_t> columns = {0, 1};
    const Tree tree = grow_tree(bins, slopes, all, columns, stump).tree;

    const auto loss_gain = [&](auto in_left) {
      double g[2] = {}, h[2] = {};
      size_t count[2] = {};
      for (size_t r = 0; r < rows; ++r) {
        const int side = in_left(r) ? 0 : 1;
        g[side] += slopes.g[r];
        h[side] += slopes.h[r];
        ++count[side];
      }
      if (count[0] < 2 || count[1] < 2) return 0.0;
      const double sum = g[0] + g[1];
      return g[0] * g[0] / (h[0] + 1) + g[1] * g[1] / (h[1] + 1) - sum * sum / (h[0] + h[1] + 1);
    };
    double best = 0;
    for (size_t c = 0; c < 2; ++c) {
      for (float cut = 0; cut < 9; ++cut)
        best = std::max(best, loss_gain([&](size_t r) { return samples.value(r, c) <= cut; }));
    }
    if (tree[0].left == 0) {
      EXPECT_LT(best, 1e-6);
      continue;
    }
    EXPECT_NEAR(
        loss_gain([&](size_t r) { return samples.value(r, tree[0].column) <= tree[0].threshold; }),
        best, 1e-6);
  }
}

TEST(TreeGrowerTest, AsksOneQuestionALevel) {
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    Samples samples({"a", "b"});
    Slopes slopes;
    std::vector<uint32_t> all;
    for (uint32_t r = 0; r < 24; ++r) {
      samples.add(
          std::vector<float>{static_cast<float>(random() % 4), static_cast<float>(random() % 4)},
          0);
      slopes.g.push_back(static_cast<float>(random() % 21) - 10);
      slopes.h.push_back(1);
      all.push_back(r);
    }
    const Bins bins(samples, 63);
    const TreeParameters two{.symmetric = true, .depth = 2, .least_rows = 3, .l2 = 1};
    const std::vector<uint32_t> columns = {0, 1};
    const GrownTree grown = grow_tree(bins, slopes, all, columns, two);
    const Tree& tree = grown.tree;
    if (tree.size() != 7) continue;
    ASSERT_EQ(tree[1].column, tree[2].column);
    ASSERT_EQ(tree[1].threshold, tree[2].threshold);

    // The gain of parting both leaves of the first level by one more cut, where each keeps three rows on either side.
    const auto in_left = [&](size_t r) {
      return samples.value(r, tree[0].column) <= tree[0].threshold;
    };
    const auto loss_gain = [&](size_t column, float cut) {
      double sum = 0;
      for (const bool left : {true, false}) {
        double g[2] = {}, h[2] = {};
        for (const uint32_t r : all) {
          if (in_left(r) != left) continue;
          const int side = samples.value(r, column) <= cut ? 0 : 1;
          g[side] += slopes.g[r];
          h[side] += 1;
        }
        if (h[0] < 3 || h[1] < 3) continue;
        sum += g[0] * g[0] / (h[0] + 1) + g[1] * g[1] / (h[1] + 1) -
               (g[0] + g[1]) * (g[0] + g[1]) / (h[0] + h[1] + 1);
      }
      return sum;
    };
    double best = 0;
    for (size_t c = 0; c < 2; ++c) {
      for (float cut = 0; cut < 4; ++cut) best = std::max(best, loss_gain(c, cut));
    }
    EXPECT_NEAR(loss_gain(tree[1].column, tree[1].threshold), best, 1e-6);
    // A leaf with fewer rows than it needs says what the one above it says; so do both halves of one that was too small.
    std::vector<int> count(tree.size());
    std::vector<double> sum(tree.size());
    for (const uint32_t r : all) {
      for (const uint32_t n : {in_left(r) ? 1U : 2U, grown.leaf_of[r]}) {
        ++count[n];
        sum[n] += slopes.g[r];
      }
    }
    for (uint32_t n = 1; n < tree.size(); ++n) {
      if (tree[n].left != 0) continue;
      const uint32_t above = n == tree[1].left || n == tree[1].right ? 1 : 2;
      const uint32_t says = count[n] >= 3 ? n : above;
      EXPECT_NEAR(tree[n].value, -sum[says] / (count[says] + 1), 1e-5);
    }
  }
}

TEST(BoostingTest, LearnsFromOneQuestionALevel) {
  const Samples samples = crossed(2000);
  BoostingParameters parameters{.rounds = 60, .column_share = 1};
  parameters.tree = {.symmetric = true, .depth = 4, .least_rows = 5};
  EXPECT_GT(right_share(train_logistic(samples, parameters), samples, 0.5F), 0.98);
}

TEST(BoostingTest, LearnsWhatNoColumnSaysAlone) {
  const Samples samples = crossed(2000);
  BoostingParameters parameters{.rounds = 60, .column_share = 1};
  parameters.tree.least_rows = 5;
  EXPECT_GT(right_share(train_logistic(samples, parameters), samples, 0.5F), 0.98);
}

TEST(BoostingTest, TrainsTheSameForestAgain) {
  const Samples samples = crossed(500);
  const BoostingParameters parameters{.rounds = 20};
  EXPECT_EQ(write_forest(train_logistic(samples, parameters), ""),
            write_forest(train_logistic(samples, parameters), ""));
}

TEST(BoostingTest, SoftTargetsBecomeProbabilities) {
  Samples samples({"side"});
  for (int i = 0; i < 200; ++i) {
    samples.add(std::vector<float>{0}, 0.2F);
    samples.add(std::vector<float>{1}, 0.9F, 3);
  }
  BoostingParameters parameters{.rounds = 200, .column_share = 1};
  parameters.tree.l2 = 0;
  const Forest forest = train_logistic(samples, parameters);
  EXPECT_NEAR(forest.predict(std::vector<float>{0}), 0.2, 0.01);
  EXPECT_NEAR(forest.predict(std::vector<float>{1}), 0.9, 0.01);
}

TEST(BoostingTest, TellsClassesApart) {
  std::mt19937 random(9);
  Samples samples({"x"});
  for (int i = 0; i < 900; ++i) {
    const auto which = static_cast<float>(random() % 3);
    samples.add(std::vector<float>{which * 10 + static_cast<float>(random() % 10)}, which);
  }
  const Forest forest = train_softmax(samples, 3, {.rounds = 40, .column_share = 1});
  std::vector<float> out(3);
  for (size_t k = 0; k < 3; ++k) {
    forest.predict(std::vector<float>{static_cast<float>(10 * k + 5)}, 1, out);
    EXPECT_GT(out[k], 0.9F);
    EXPECT_NEAR(out[0] + out[1] + out[2], 1, 1e-5);
  }
}

TEST(AdaBoostTest, AddsStumpsToAnInterval) {
  // Positive between 3 and 6: no stump says so, three do.
  Samples samples({"x"});
  for (int i = 0; i < 100; ++i)
    samples.add(std::vector<float>{static_cast<float>(i) / 10}, i > 30 && i < 60 ? 1.0F : 0.0F);
  const Forest forest = train_adaboost(samples, {.rounds = 60, .bins = 255});
  EXPECT_EQ(right_share(forest, samples, 0), 1.0);
  for (size_t r = 0; r < samples.size(); ++r)
    EXPECT_LE(std::abs(forest.predict(samples.row(r))), 1.0001F);
}

TEST(AdaBoostTest, SmallTreesLearnWhatStumpsCannot) {
  const Samples samples = crossed(1000);
  EXPECT_LT(right_share(train_adaboost(samples, {.rounds = 40}), samples, 0), 0.8);
  AdaBoostParameters trees{.rounds = 40};
  trees.tree.leaves = 6;
  EXPECT_GT(right_share(train_adaboost(samples, trees), samples, 0), 0.95);
}

TEST(AdaBoostTest, OneTreeWithoutErrorIsEnough) {
  Samples samples({"x"});
  for (int i = 0; i < 20; ++i)
    samples.add(std::vector<float>{static_cast<float>(i)}, i < 10 ? 0.0F : 1.0F);
  EXPECT_EQ(train_adaboost(samples, {}).trees(), 1U);
}

}  // namespace
}  // namespace weft::ml
