#include "wrap/rules/rule_xpath.h"

#include "gtest/gtest.h"

namespace weft::wrap {
namespace {

const char* const kText =
    "text()[normalize-space(.)][not(parent::script or parent::style or parent::noscript)]";

Feature feature(std::string_view name, uint8_t level, std::vector<std::string> values,
                uint8_t offset = 0) {
  for (const FeatureKind& kind : feature_kinds()) {
    if (kind.name == name)
      return {kind.axis, kind.test, level, offset, std::string(kind.attribute), std::move(values)};
  }
  ADD_FAILURE() << name;
  return {};
}

Rule rule_of(Target::Kind target, std::vector<Feature> features) {
  Rule rule;
  rule.target.kind = target;
  rule.features = std::move(features);
  return rule;
}

TEST(RuleXPathTest, TagsCountStarsToTheNode) {
  const Rule rule = rule_of(Target::Kind::kText, {feature("tag", 3, {"div"})});
  EXPECT_EQ(to_xpath(rule), std::string("//div/*/*/") + kText);
}

TEST(RuleXPathTest, ASiblingOfAnyNameIsAStar) {
  const Rule rule = rule_of(Target::Kind::kText, {feature("following-tag", 1, {}, 1)});
  EXPECT_EQ(to_xpath(rule), std::string("//*[following-sibling::*[1][self::*]]/") + kText);
}

// [Vertex] III-C.1, combining XPaths for features.
TEST(RuleXPathTest, MergesTheFeaturesOfThePaper) {
  const Rule rule = rule_of(Target::Kind::kElement, {feature("tag", 3, {"div"}),
                                                     feature("preceding-class", 3, {"c1", "c2"}, 2),
                                                     feature("id", 1, {"i1"})});
  EXPECT_EQ(to_xpath(rule),
            "//div[preceding-sibling::*[2][@class=\"c1\" or "
            "@class=\"c2\"]]/*/*[@id=\"i1\"]/*[normalize-space(.)]");
}

TEST(RuleXPathTest, EndsWithIsMadeOfStringFunctions) {
  const Rule rule = rule_of(Target::Kind::kText, {feature("inside-right-text", 0, {"reviews"})});
  EXPECT_EQ(to_xpath(rule),
            std::string("//") + kText +
                "[substring(normalize-space(.),string-length(normalize-space(.))-6)=\"reviews\"]");
}

TEST(RuleXPathTest, PositionsAndAttributesCloseTheExpression) {
  Rule rule = rule_of(Target::Kind::kAttribute, {feature("tag", 0, {"img"})});
  rule.target.attribute = "src";
  rule.position = -1;
  EXPECT_EQ(to_xpath(rule), "(//img[@src!=''])[last()]/@src");
}

TEST(RuleXPathTest, TextsToldByTheTextBesideThemAreReachedFromThere) {
  const Rule rule = rule_of(
      Target::Kind::kText,
      {feature("tag", 2, {"td"}), feature("class", 1, {"v"}), feature("left-text", 0, {"Price:"})});
  EXPECT_EQ(to_xpath(rule), std::string("//") + kText +
                                "[normalize-space(.)=\"Price:\"]/following::" + kText +
                                "[1][parent::*/parent::td][parent::*[@class=\"v\"]]");
}

TEST(RuleXPathTest, RulesInsideRecordsStartAtTheRecord) {
  const Rule rule = rule_of(Target::Kind::kText, {feature("class", 1, {"name"})});
  EXPECT_EQ(to_xpath(rule, {.relative = true}),
            std::string("descendant-or-self::*[@class=\"name\"]/") + kText);
}

TEST(RuleXPathTest, QuotesAnyText) {
  EXPECT_EQ(xpath_literal("plain"), "\"plain\"");
  EXPECT_EQ(xpath_literal("say \"x\""), "'say \"x\"'");
  EXPECT_EQ(xpath_literal("a'b\"c"), "concat(\"a'b\",'\"c')");
}

}  // namespace
}  // namespace weft::wrap
