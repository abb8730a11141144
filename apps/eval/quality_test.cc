#include "eval/quality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/data.h"

namespace weft::eval {
namespace {

const Task kSteady({.name = "test-steady",
                    .methods = {"good", "bad"},
                    .run = [](const TaskContext& context) -> Result<Report> {
                      if (context.method == "bad") return Error{ErrorCode::kIo, "no such page"};
                      Report report;
                      report.score = 0.8;
                      return report;
                    }});

FloorVerdict verdict_for(Floor floor) {
  const auto checks = check_floors({std::move(floor)}, {}, "test-steady", [](const FloorCheck&) {});
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
  const auto checks = check_floors({}, {}, "test-steady", [](const FloorCheck&) {});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_EQ(checks[0].verdict, FloorVerdict::kNew);
  EXPECT_TRUE(all_hold(checks));
}

TEST(QualityTest, AFloorOfATaskThatIsGoneFails) {
  const auto checks = check_floors({{"test-steady-gone", "", std::nullopt, "x", 0.5}}, {},
                                   "steady-gone", [](const FloorCheck&) {});
  ASSERT_EQ(checks.size(), 1u);
  EXPECT_FALSE(all_hold(checks));
}

}  // namespace
}  // namespace weft::eval
