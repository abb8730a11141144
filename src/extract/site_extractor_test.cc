#include "extract/site_extractor.h"

#include <string>

#include "dom/testing/tree.h"
#include "extract/testing/class_wrapper.h"
#include "gtest/gtest.h"

namespace weft::extract {
namespace {

using testing::class_wrapper;

model::Page site_page(const std::string& text, const std::string& url = "http://s.example/p/1") {
  model::Page result;
  result.id = result.url = url;
  result.document = dom::testing::tree(text);
  return result;
}

model::Schema product() {
  model::Schema schema;
  schema.name = "Product";
  schema.attributes = {{.name = "title", .mandatory = true},
                       {.name = "price", .type = model::ValueType::kMoney}};
  return schema;
}

SiteExtractor product_site() {
  auto built =
      extractor_for(class_wrapper({{"title", "name"}, {"price", "cost"}}), "shop", product());
  EXPECT_TRUE(built.ok());
  return std::move(*built);
}

TEST(SiteExtractorTest, ExtractsNormalisesAndFindsTheRecordHealthy) {
  const PageResult result =
      product_site().extract(site_page("html(body(h1.name('Hat') p.cost('EUR 12.50')))"));
  ASSERT_EQ(result.extraction.records.size(), 1u);
  EXPECT_EQ(result.extraction.records[0].find("price")->normalized, "EUR 12.50");
  EXPECT_EQ(result.extraction.wrapper, "shop/all");
  EXPECT_EQ(result.extraction.page, "http://s.example/p/1");
  EXPECT_EQ(result.unhealthy(), 0u);
}

TEST(SiteExtractorTest, AMissingMandatoryValueMakesTheRecordUnhealthy) {
  const PageResult result = product_site().extract(site_page("html(body(p.cost('EUR 1')))"));
  ASSERT_EQ(result.health.size(), 1u);
  EXPECT_EQ(result.health[0].missing, std::vector<std::string>{"title"});
  EXPECT_EQ(result.unhealthy(), 1u);
}

TEST(SiteExtractorTest, APageThatGivesNothingIsUnhealthyWhenSomethingIsMandatory) {
  EXPECT_EQ(product_site().extract(site_page("html(body(p('gone')))")).unhealthy(), 1u);
  const auto no_schema = extractor_for(class_wrapper({{"title", "name"}}), "shop");
  EXPECT_EQ(no_schema->extract(site_page("html(body(p('gone')))")).unhealthy(), 0u);
}

TEST(SiteExtractorTest, AValueOfTheWrongTypeIsKeptWithLessConfidence) {
  const PageResult result =
      product_site().extract(site_page("html(body(h1.name('Hat') p.cost('ask us')))"));
  const model::Value* price = result.extraction.records[0].find("price");
  EXPECT_EQ(price->text, "ask us");
  EXPECT_DOUBLE_EQ(price->confidence, 0.5);
  EXPECT_EQ(result.health[0].mistyped, std::vector<std::string>{"price"});
  EXPECT_TRUE(result.health[0].healthy());
}

TEST(SiteExtractorTest, ConfidenceIsTheWrappersUntilCalibrated) {
  const model::Page good = site_page("html(body(h1.name('Hat')))");
  SiteWrappers rules;
  rules.name = "shop";
  TemplateWrapper rule;
  rule.page_template.name = "t1";
  rule.wrapper = class_wrapper({{"title", "name"}});
  rules.templates.push_back(rule);
  const auto plain = SiteExtractor::build(rules);
  EXPECT_DOUBLE_EQ(plain->extract(good).extraction.records[0].find("title")->confidence, 1);

  std::vector<Observation> seen;
  for (int i = 0; i < 998; ++i) seen.push_back({1, i % 2 == 0});
  rules.calibration = Calibration::fit(seen);
  const auto calibrated = SiteExtractor::build(rules);
  EXPECT_DOUBLE_EQ(calibrated->extract(good).extraction.records[0].find("title")->confidence, 0.5);
}

TEST(SiteExtractorTest, NestedRecordsAreCheckedByTheirOwnAttributes) {
  model::Schema schema;
  schema.attributes = {
      {.name = "offers", .attributes = {{.name = "price", .mandatory = true}}, .set = true}};
  model::Record offer, record;
  offer.set("shop", model::Value::leaf("A"));
  record.set("offers", model::Value::list({model::Value::nested(offer)}));
  EXPECT_EQ(check_record(record, schema).missing, std::vector<std::string>{"offers.price"});
}

}  // namespace
}  // namespace weft::extract
