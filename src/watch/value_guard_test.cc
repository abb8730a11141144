#include "watch/value_guard.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gtest/gtest.h"
#include "watch/health/health_model.h"

namespace weft::watch {
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

TEST(ValueGuardTest, TakesOutOfListsWhatDoesNotPass) {
  const ValueGuard guard = ValueGuard::learn(availabilities());
  model::Value list = model::Value::list(
      {model::Value::leaf("Sold out"), model::Value::leaf("Home"), model::Value::leaf("Imprint")});
  EXPECT_TRUE(guard.filter(list));
  EXPECT_EQ(list.items.size(), 1u);
  model::Value leaf = model::Value::leaf("Home");
  EXPECT_FALSE(guard.filter(leaf));
}

TEST(ValueGuardTest, SurvivesJson) {
  const ValueGuard guard = ValueGuard::learn(availabilities());
  const auto again = ValueGuard::from_json(guard.to_json());
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->lets_pass("Sold out"));
  EXPECT_FALSE(again->lets_pass("Home"));
  EXPECT_FALSE(ValueGuard::from_json("Home").ok());
}

// The old rule took the rooms where the area was missing.
TEST(ValueGuardTest, BorrowedValuesDoNotTeachIt) {
  std::vector<Seen> entities;
  for (int i = 0; i < 40; ++i) {
    const std::string rooms = std::to_string(1 + i % 4);
    const std::string area = i % 10 == 0 ? rooms : fmt::format("{} m²", 50 + i);
    entities.push_back({fmt::format("p{}", i), "0", {{"rooms", {rooms}}, {"area", {area}}}});
  }
  const HealthModel model = HealthModel::learn(entities, {});
  EXPECT_TRUE(model.find("area")->guard.lets_pass("120 m²"));
  EXPECT_FALSE(model.find("area")->guard.lets_pass("3"));
  EXPECT_TRUE(model.find("rooms")->guard.lets_pass("3"));
  const auto again = HealthModel::from_json(model.to_json());
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->find("area")->guard.lets_pass("3"));
}

TEST(ValueGuardTest, ABareNumberAmongAreasIsNone) {
  std::vector<Seen> entities;
  for (int i = 0; i < 40; ++i) {
    const std::string area = i % 10 == 0 ? std::to_string(1 + i % 4) : fmt::format("{} m²", 50 + i);
    entities.push_back({fmt::format("p{}", i), "0", {{"area", {area}}}});
  }
  const HealthModel model = HealthModel::learn(entities, {});
  EXPECT_TRUE(model.find("area")->guard.lets_pass("120 m²"));
  EXPECT_FALSE(model.find("area")->guard.lets_pass("3"));
}

}  // namespace
}  // namespace weft::watch
