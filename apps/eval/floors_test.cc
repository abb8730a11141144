#include "eval/floors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

using ::testing::HasSubstr;

const Floor kFloor{"records", "weft", std::nullopt, "abc", 0.9};

FloorCheck check(double score, std::string_view digest = "abc") {
  FloorCheck result{kFloor, judge(kFloor, score, digest), score, ""};
  result.floor.data = digest;
  return result;
}

TEST(FloorsTest, SurviveARoundTrip) {
  const std::vector<Floor> floors = {kFloor, {"swde", "", 2, "def", 0.985}};
  EXPECT_EQ(*parse_floors(format_floors(floors)), floors);
}

TEST(FloorsTest, AreRefusedWhenMalformed) {
  EXPECT_FALSE(parse_floors("[]").ok());
  EXPECT_FALSE(parse_floors("{").ok());
  const auto missing = parse_floors(R"({"floors":[{"task":"swde","data":"x"}]})");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "floors: entry 1: no floor");
}

TEST(FloorsTest, HoldOnTheSameDataAlone) {
  EXPECT_EQ(check(0.9).verdict, FloorVerdict::kHeld);
  EXPECT_EQ(check(0.89).verdict, FloorVerdict::kBelow);
  EXPECT_EQ(check(0.95, "other").verdict, FloorVerdict::kChanged);
}

TEST(FloorsTest, PinningRaisesAndAdds) {
  EXPECT_DOUBLE_EQ(pin_floors({kFloor}, {check(0.9512)}, false)->front().floor, 0.951);
  EXPECT_EQ(pin_floors({}, {check(0.9512)}, false)->size(), 1u);
}

TEST(FloorsTest, PinningLowersOnlyWhenTold) {
  const auto refused = pin_floors({kFloor}, {check(0.8)}, false);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("would fall from 0.9 to 0.8"));
  EXPECT_DOUBLE_EQ(pin_floors({kFloor}, {check(0.8)}, true)->front().floor, 0.8);
  EXPECT_FALSE(pin_floors({kFloor}, {check(0.8, "other")}, false).ok());
}

}  // namespace
}  // namespace weft::eval
