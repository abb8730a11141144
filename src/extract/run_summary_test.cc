#include "extract/run_summary.h"

#include "base/json.h"
#include "dom/testing/tree.h"
#include "extract/testing/class_wrapper.h"
#include "gtest/gtest.h"

namespace weft::extract {
namespace {

model::Page run_page(const std::string& text) {
  model::Page result;
  result.document = dom::testing::tree(text);
  return result;
}

RunSummary summary_of(int good, int without_price, int empty) {
  model::Schema schema;
  schema.attributes = {{.name = "title"}, {.name = "price", .mandatory = true}};
  const auto site =
      extractor_for(testing::class_wrapper({{"title", "t"}, {"price", "p"}}), "s", schema);
  RunSummary summary;
  const auto feed = [&](int times, const char* text) {
    for (int i = 0; i < times; ++i) {
      ++summary.pages;
      summary.add(site->extract(run_page(text)), site->matcher());
    }
  };
  feed(good, "a(b.t('x') b.p('1'))");
  feed(without_price, "a(b.t('x'))");
  feed(empty, "a");
  return summary;
}

TEST(RunSummaryTest, CountsRecordsCoverageAndHealth) {
  const RunSummary summary = summary_of(6, 2, 2);
  EXPECT_EQ(summary.records, 8u);
  EXPECT_EQ(summary.unhealthy, 4u);
  EXPECT_DOUBLE_EQ(summary.coverage("price"), 0.75);
  EXPECT_DOUBLE_EQ(summary.coverage("nothing"), 0);
  EXPECT_EQ(summary.attributes.at("price").missing, 2u);
  EXPECT_EQ(summary.pages_of_template.at("all"), 10u);
}

TEST(RunSummaryTest, ComesBackFromItsManifest) {
  RunSummary summary = summary_of(6, 2, 2);
  summary.inputs = {"pages/"};
  summary.partial = true;
  summary.drift = {"product: price is missing from record 5 of 9 on"};
  summary.wrapper_versions = {{"shop.site/product", 3}};
  const auto json = write_json(summary);
  const auto again = read_json<RunSummary>(json, "run manifest");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(write_json(*again), json);
}

TEST(RunSummaryTest, RefusesOtherFilesAndLaterVersions) {
  const auto code = [](const char* text) {
    return read_json_text<RunSummary>(text, "run manifest").error().code;
  };
  EXPECT_EQ(code("[]"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code(R"({"weft":"wrapper"})"), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code(R"({"weft":"run","version":9})"), ErrorCode::kUnsupported);
  EXPECT_EQ(code(R"({"weft":"run","version":1,"records":"many"})"), ErrorCode::kInvalidArgument);
}

TEST(RunSummaryTest, SaysInWhatWayARunIsWorse) {
  const RunSummary before = summary_of(20, 0, 0);
  EXPECT_TRUE(worse_than(summary_of(19, 0, 0), before).empty());
  EXPECT_TRUE(worse_than(summary_of(40, 1, 0), before).empty());
  const auto reasons = worse_than(summary_of(10, 10, 0), before);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_EQ(reasons[0], "50.0 % of records unhealthy, 0.0 % before");
  EXPECT_EQ(reasons[1], "price in 50.0 % of records, 100.0 % before");
  EXPECT_EQ(worse_than(summary_of(1, 0, 19), before)[0], "0.05 records a page, 1.00 before");
  EXPECT_TRUE(worse_than(summary_of(1, 1, 0), summary_of(3, 0, 0)).size() ==
              1);  // Too few to judge attributes.
}

TEST(RunSummaryTest, AStricterRunIsNotWorse) {
  RunSummary before = summary_of(20, 0, 0), strict = summary_of(5, 0, 0);
  strict.pages += 15;
  strict.unmatched = 15;
  EXPECT_FALSE(worse_than(strict, before).empty());
  before.nearest = 15;
  EXPECT_TRUE(worse_than(strict, before).empty());
  strict.unmatched = 0;  // Of the template, and empty.
  EXPECT_FALSE(worse_than(strict, before).empty());
}

}  // namespace
}  // namespace weft::extract
