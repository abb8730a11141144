#include "eval/floors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/data.h"

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
  const std::vector<Floor> floors = {kFloor, {"swde", "", 2, "def", 0.985, "biased"}};
  EXPECT_EQ(*parse_floors(format_floors(floors)), floors);
}

TEST(FloorsTest, AreRefusedWhenMalformed) {
  EXPECT_FALSE(parse_floors("[]").ok());
  EXPECT_FALSE(parse_floors("{").ok());
  const auto missing = parse_floors(R"({"floors":[{"task":"swde","data":"x"}]})");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "floors: \"floors[0].floor\" must be a number");
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

const TaskSpec kSteady{.name = "test-steady",
                       .methods = {"good", "bad"},
                       .run = [](const TaskContext& context) -> Result<Report> {
                         if (context.method == "bad") return Error{ErrorCode::kIo, "no such page"};
                         Report report;
                         report.score = 0.8;
                         return report;
                       }};

FloorVerdict verdict_for(Floor floor) {
  const auto checks =
      check_floors({std::move(floor)}, {}, "", [](const FloorCheck&) {}, {&kSteady, 1});
  return checks.size() == 1 ? checks[0].verdict : FloorVerdict::kAbsent;
}

TEST(QualityTest, JudgesEachTaskByItsFloor) {
  const std::string digest = data_digest({});
  EXPECT_EQ(verdict_for({"test-steady", "", std::nullopt, digest, 0.8}), FloorVerdict::kHeld);
  EXPECT_EQ(verdict_for({"test-steady", "", std::nullopt, digest, 0.81}), FloorVerdict::kBelow);
  EXPECT_EQ(verdict_for({"test-steady", "", std::nullopt, "old", 0.5}), FloorVerdict::kChanged);
  EXPECT_EQ(verdict_for({"test-steady", "bad", std::nullopt, digest, 0.5}), FloorVerdict::kFailed);
}

TEST(QualityTest, RunsTasksThatHaveNoFloorYet) {
  const auto checks = check_floors({}, {}, "", [](const FloorCheck&) {}, {&kSteady, 1});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks[0].verdict, FloorVerdict::kNew);
  EXPECT_TRUE(all_hold(checks));
}

TEST(QualityTest, AFloorOfATaskThatIsGoneFails) {
  const auto checks = check_floors({{"test-steady-gone", "", std::nullopt, "x", 0.5}}, {}, "gone",
                                   [](const FloorCheck&) {}, {&kSteady, 1});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_FALSE(all_hold(checks));
}

}  // namespace
}  // namespace weft::eval
