#include "eval/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/report_html.h"
#include "eval/task.h"

namespace weft::eval {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Report example() {
  Report report;
  report.task = "records";
  report.metric = "micro F1";
  report.method = "weft";
  report.score = 0.9712;
  report.figure("pages", 220);
  report.figure("macro_f1", 0.95);
  report.rows = {{"site", "a.example", {{"f1", 1}, {"pages", 3}}},
                 {"site", "b.example", {{"f1", 0.5}}}};
  return report;
}

TEST(ReportTest, JsonHasTheScoreAndTheRowsBySection) {
  const auto json = to_json(example());
  EXPECT_EQ(json["score"], 0.9712);
  EXPECT_EQ(json["macro_f1"], 0.95);
  EXPECT_EQ(json["rows"]["site"][1]["name"], "b.example");
  EXPECT_FALSE(json.contains("labels"));
}

TEST(ReportTest, TextShowsCountsAsIntegersAndRatesWithFourDigits) {
  const std::string text = to_text(example());
  EXPECT_THAT(text, HasSubstr("score 0.9712"));
  EXPECT_THAT(text, HasSubstr("220\n"));
  EXPECT_THAT(text, HasSubstr("0.9500"));
}

TEST(ReportTest, KeepsTheWorstRowsWhenNotAllFit) {
  const std::string text = to_text(example(), {.max_rows = 1});
  EXPECT_THAT(text, HasSubstr("b.example"));
  EXPECT_THAT(text, Not(HasSubstr("a.example")));
  EXPECT_THAT(text, HasSubstr("1 better rows not shown"));
}

TEST(PageReportTest, KeepsTheWorstPages) {
  PageReport report(2);
  for (const double score : {0.9, 0.1, 0.5})
    report.add({.name = std::to_string(score), .score = score});
  ASSERT_EQ(report.pages().size(), 2u);
  EXPECT_EQ(report.pages()[0].score, 0.1);
  EXPECT_EQ(report.pages()[1].score, 0.5);
  EXPECT_FALSE(report.wants(0.9));
  EXPECT_TRUE(report.wants(0.2));
}

TEST(TaskTest, RefusesAMethodItDoesNotHave) {
  const TaskSpec task{.name = "t",
                      .methods = {"a", "b"},
                      .run = [](const TaskContext&) -> Result<Report> { return Report{}; }};
  const auto refused = run_task(task, {.method = "c"});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "task t has no method 'c'; it has a, b");
  EXPECT_EQ(run_task(task, {})->method, "a");
}

TEST(TaskTest, SaysThatNoSiteIsKeptInsteadOfAPerfectScore) {
  const TaskSpec task{.name = "t",
                      .run = [](const TaskContext&) -> Result<Report> { return Report{}; }};
  const auto judged = run_task(task, {.only = "nobody"});
  ASSERT_FALSE(judged.ok());
  EXPECT_EQ(judged.error().code, ErrorCode::kNotFound);
}

TEST(TaskTest, ATableAboutNoSiteIsNoScoreEither) {
  const TaskSpec task{.name = "t", .run = [](const TaskContext& context) -> Result<Report> {
                        Report report;
                        report.rows.push_back({.name = "all"});
                        keeps_site(context, "somebody");
                        return report;
                      }};
  EXPECT_FALSE(run_task(task, {.only = "nobody"}).ok());
  EXPECT_TRUE(run_task(task, {.only = "some"}).ok());
}

}  // namespace
}  // namespace weft::eval
