#include "value/value_guard.h"

#include <fmt/format.h>

#include "gtest/gtest.h"

namespace weft::value {
namespace {

std::vector<std::string> availabilities() {
  std::vector<std::string> values;
  for (int i = 0; i < 5; ++i) {
    for (const char* value : {"In stock", "Sold out", "Only 2 left", "Ships in 13 days"})
      values.emplace_back(value);
  }
  return values;
}

TEST(ValueShapeTest, NumbersAreOneTokenHoweverTheyAreWritten) {
  EXPECT_EQ(value_shape("Only 12 left"), "only 0 left");
  EXPECT_EQ(value_shape("£ 33,700.50"), "£ 0");
  EXPECT_EQ(value_shape("CHF 1'234 567"), "chf 0");
  EXPECT_EQ(value_shape("3, 4 or 5."), "0, 0 or 0.");
  EXPECT_EQ(value_shape(""), "");
}

TEST(ValueGuardTest, AShortListOfShapesClosesIt) {
  const ValueGuard guard = ValueGuard::learn(availabilities());
  ASSERT_TRUE(guard.closed());
  EXPECT_TRUE(guard.lets_pass("only 7  left"));
  EXPECT_FALSE(guard.lets_pass("$833.27"));
  EXPECT_FALSE(guard.lets_pass("Pro Toaster 564"));
}

TEST(ValueGuardTest, TitlesAndFewValuesLeaveItOpen) {
  std::vector<std::string> titles;
  for (char c = 'a'; c <= 'z'; ++c) titles.push_back(fmt::format("Lamp {}{}", c, c));
  EXPECT_FALSE(ValueGuard::learn(titles).closed());
  EXPECT_FALSE(ValueGuard::learn({"In stock", "In stock", "Sold out"}).closed());
  EXPECT_TRUE(ValueGuard().lets_pass("anything"));
}

TEST(ValueGuardTest, LearnsAnotherWayOfWriting) {
  ValueGuard guard = ValueGuard::learn(std::vector<std::string>(12, "$5"));
  EXPECT_FALSE(guard.lets_pass("5 USD"));
  guard.add("12 USD");
  EXPECT_TRUE(guard.lets_pass("5 USD"));
}

TEST(ValueGuardTest, KnowsTheWordsOfNumbersWrittenOtherwise) {
  const ValueGuard guard = ValueGuard::learn(std::vector<std::string>(12, "CHF 5.00"));
  EXPECT_TRUE(guard.knows_words_of("1'234 CHF"));
  EXPECT_TRUE(guard.knows_words_of("CHF: 12,50-"));
  EXPECT_TRUE(guard.knows_words_of("880"));
  EXPECT_FALSE(guard.knows_words_of("CHF 880.000Más"));
  EXPECT_FALSE(guard.knows_words_of("€ 5"));
  EXPECT_TRUE(ValueGuard().knows_words_of("anything"));
}

TEST(ValueGuardTest, TakesOutOfListsWhatDoesNotPassAndIsMadeAgainFromItsShapes) {
  const ValueGuard guard(ValueGuard::learn(availabilities()).shapes());
  std::vector<std::string> values = {"Sold out", "Home", "Imprint"};
  guard.filter(values);
  EXPECT_EQ(values, std::vector<std::string>{"Sold out"});
}

}  // namespace
}  // namespace weft::value
