#include "ml/decision_tree.h"

#include <cmath>

#include <gtest/gtest.h>

namespace weft::ml {
namespace {

// Quinlan's table of days: outlook, temperature, humidity, windy; whether to play.
TreeCases days() {
  TreeCases cases{{{"outlook", {"sunny", "overcast", "rain"}},
                   {"temperature", {}},
                   {"humidity", {}},
                   {"windy", {"true", "false"}}},
                  {"stay", "play"},
                  {},
                  {}};
  struct Day {
    float row[4];
    uint32_t play;
  };
  // clang-format off
  constexpr Day kDays[] = {
    {{0, 75, 70, 0}, 1}, {{0, 80, 90, 0}, 0}, {{0, 85, 85, 1}, 0}, {{0, 72, 95, 1}, 0},
    {{0, 69, 70, 1}, 1}, {{1, 72, 90, 0}, 1}, {{1, 83, 78, 1}, 1}, {{1, 64, 65, 0}, 1},
    {{1, 81, 75, 1}, 1}, {{2, 71, 80, 0}, 0}, {{2, 65, 70, 0}, 0}, {{2, 75, 80, 1}, 1},
    {{2, 68, 80, 1}, 1}, {{2, 70, 96, 1}, 1},
  };
  // clang-format on
  for (const Day& day : kDays) cases.add(day.row, day.play);
  return cases;
}

// The figures that Quinlan gives for outlook.
TEST(DecisionTreeTest, GainAndGainRatioAreThoseOfTheBook) {
  const AttributeGain outlook = attribute_gain(days(), 0);
  EXPECT_NEAR(outlook.gain, 0.246, 0.001);
  EXPECT_NEAR(outlook.ratio, 0.156, 0.001);
  const AttributeGain windy = attribute_gain(days(), 3);
  EXPECT_NEAR(windy.gain, 0.048, 0.001);
}

TEST(DecisionTreeTest, LearnsTheTreeOfTheBook) {
  const DecisionTree tree = train_c45(days());
  EXPECT_EQ(tree.to_string(),
            "outlook = sunny\n"
            "  humidity <= 75: play (0/2)\n"
            "  humidity > 75: stay (3/0)\n"
            "outlook = overcast: play (0/4)\n"
            "outlook = rain\n"
            "  windy = true: stay (2/0)\n"
            "  windy = false: play (0/3)\n");
  const float row[] = {2, 70, 80, 1};
  EXPECT_EQ(tree.classify(row).label, 1U);
  EXPECT_EQ(tree.classify(row).share, 1);
}

// U25%(0, 6), U25%(0, 9), U25%(0, 1) of the book; with errors by the normal approximation.
TEST(DecisionTreeTest, PessimisticErrorsAreThoseOfTheBook) {
  EXPECT_NEAR(pessimistic_errors(6, 0, 0.25) / 6, 0.206, 0.001);
  EXPECT_NEAR(pessimistic_errors(9, 0, 0.25) / 9, 0.143, 0.001);
  EXPECT_NEAR(pessimistic_errors(1, 0, 0.25), 0.750, 0.001);
  EXPECT_NEAR((pessimistic_errors(16, 1, 0.25) + 1) / 16, 0.157, 0.003);
}

TEST(DecisionTreeTest, NoiseIsPrunedAway) {
  TreeCases cases{{{"coin", {"heads", "tails"}}, {"number", {}}}, {"no", "yes"}, {}, {}};
  for (int i = 0; i < 400; ++i) {
    const float row[] = {static_cast<float>(i % 2), static_cast<float>((i * 37) % 101)};
    cases.add(row, i % 10 == 3 ? 0 : 1);
  }
  EXPECT_LE(train_c45(cases).leaves(), 4U);
}

// Labels that depend on two attributes together: XOR needs both questions, and no single gain.
TEST(DecisionTreeTest, QuestionsFollowEachOther) {
  TreeCases cases{{{"a", {}}, {"b", {"x", "y", "z"}}}, {"no", "yes"}, {}, {}};
  for (int i = 0; i < 300; ++i) {
    const float row[] = {static_cast<float>(i % 10), static_cast<float>(i % 3)};
    cases.add(row, i % 10 < 5 && i % 3 != 1 ? 1 : 0);
  }
  const DecisionTree tree = train_c45(cases);
  for (size_t i = 0; i < cases.labels.size(); ++i)
    EXPECT_EQ(tree.classify({cases.values.data() + 2 * i, 2}).label, cases.labels[i]);
}

TEST(DecisionTreeTest, SurvivesItsFile) {
  const DecisionTree tree = train_c45(days());
  const std::string text = write_decision_tree(tree, "days");
  const auto read = read_decision_tree(text);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(write_decision_tree(*read, "days"), text);
  EXPECT_EQ(read->to_string(), tree.to_string());
}

TEST(DecisionTreeTest, DamagedFilesAreRefused) {
  const std::string good = write_decision_tree(train_c45(days()), "days");
  for (size_t cut = 0; cut + 1 < good.size(); cut += 3)
    EXPECT_FALSE(read_decision_tree(good.substr(0, cut)).ok()) << cut;
  for (const char* bad : {"0?", "9? 1 2", "1? 1 2", "0<=3 1 2", "x 2", "1 2 3"}) {
    const std::string head = good.substr(0, good.find("nodes"));
    EXPECT_FALSE(read_decision_tree(head + "nodes 1\n" + bad + "\n").ok()) << bad;
  }
}

}  // namespace
}  // namespace weft::ml
