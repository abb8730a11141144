#include "extract/page_explanation.h"

#include "dom/testing/tree.h"
#include "extract/testing/class_wrapper.h"
#include "gtest/gtest.h"

namespace weft::extract {
namespace {

model::Page page(const std::string& text) {
  model::Page result;
  result.id = "p.html";
  result.document = dom::testing::tree(text);
  return result;
}

TEST(PageExplanationTest, NamesRuleRunnerUpAndNearestMiss) {
  const auto site =
      extractor_for(testing::class_wrapper({{"title", "name"}, {"price", "cost"}}), "shop");
  const auto explanation =
      explain_page(*site, page("html(body(h1.name('Hat') h2.nav('Home') p.coupon('5 off')))"));
  EXPECT_NE(explanation.verdict.find("template all"), std::string::npos);
  ASSERT_EQ(explanation.attributes.size(), 2u);

  const AttributeExplanation& title = explanation.attributes[0];
  EXPECT_EQ(title.attribute, "title");
  EXPECT_EQ(title.value, "Hat");
  EXPECT_EQ(title.chosen.path, "/html[1]/body[1]/h1[1]");
  EXPECT_EQ(title.chosen.rule, "//*[@class='name']");
  ASSERT_TRUE(title.runner_up.has_value());
  EXPECT_EQ(title.runner_up->text, "Home");

  const AttributeExplanation& price = explanation.attributes[1];
  EXPECT_TRUE(price.missing);
  ASSERT_TRUE(price.runner_up.has_value());
  EXPECT_EQ(price.runner_up->path, "/html[1]/body[1]/p[1]");
  EXPECT_EQ(price.runner_up->reasons, std::vector<std::string>{"has class coupon"});
}

TEST(PageExplanationTest, SaysWhyNoTemplateMatched) {
  SiteWrappers rules;
  rules.templates.emplace_back();
  rules.templates[0].page_template.name = "t1";
  rules.templates[0].page_template.url_pattern = "https?://s/p/\\d+";
  const auto site = SiteExtractor::build(rules);
  model::Page about = page("html(body)");
  about.url = "http://s/about";
  const auto explanation = explain_page(*site, about);
  EXPECT_EQ(explanation.verdict, "no template's URL pattern matches http://s/about");
  EXPECT_TRUE(explanation.attributes.empty());
}

TEST(PageExplanationTest, AnEmptySiteIsExplainedToo) {
  const auto site = SiteExtractor::build({});
  EXPECT_EQ(explain_page(*site, page("a")).verdict, "the site has no templates");
}

TEST(PageExplanationTest, LongTextIsCutBetweenCharacters) {
  const auto site = extractor_for(testing::class_wrapper({{"title", "name"}}), "shop");
  std::string text = "x";
  for (int i = 0; i < 200; ++i) text += "é";
  const auto explanation = explain_page(*site, page("a(b.name('" + text + "'))"));
  EXPECT_TRUE(explanation.attributes[0].value.ends_with("é…"));
  EXPECT_LE(explanation.attributes[0].value.size(), kMaxText + 3);
}

}  // namespace
}  // namespace weft::extract
