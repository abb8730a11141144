#include "wrap/rules/rules_wrapper.h"

#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::wrap {
namespace {

Rule elements(const char* tag) {
  Rule rule;
  rule.target.kind = Target::Kind::kElement;
  rule.features = {{.axis = Axis::kElement, .test = Test::kTag, .values = {tag}}};
  return rule;
}

// The texts of <li>, and of <b> as a further place.
std::vector<std::string> lines_of(const char* source) {
  RecordRules rules;
  rules.attributes.push_back(
      {.name = "line", .list = true, .rules = {elements("li")}, .also = {elements("b")}});
  model::Page page = model::html_page(source);
  std::vector<std::string> lines;
  const model::Extraction found = RulesWrapper(std::move(rules)).apply(page);
  for (const model::Value& item : found.records.at(0).find("line")->items)
    lines.push_back(item.text);
  return lines;
}

TEST(RulesWrapperTest, ALineThatIsSaidTwiceStaysUnlessTheWholeListIs) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of("<li>salt<li>flour<li>salt"), (Lines{"salt", "flour", "salt"}));
  EXPECT_EQ(lines_of("<ul><li>salt<li>flour</ul><ul><li>salt<li>flour</ul>"),
            (Lines{"salt", "flour"}));
  EXPECT_EQ(lines_of("<ul><li><ul><li>salt</ul></ul>"), (Lines{"salt"}));
}

TEST(RulesWrapperTest, PartsOfARunStandInThePagesOrderAndRenderingsWithTheBestFirst) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of("<b>Dough</b><ul><li>flour<li>salt</ul>"), (Lines{"Dough", "flour", "salt"}));
  EXPECT_EQ(lines_of("<b>EOS-5D</b><ul><li>Canon EOS 5D</ul>"), (Lines{"Canon EOS 5D", "EOS-5D"}));
}

// The prices of records, by a pinned query in the place of the learned rule for <i>.
std::string prices_by(const char* query, bool in_records, const char* source) {
  RecordRules rules;
  if (in_records) rules.record = elements("li");
  rules.attributes.push_back({.name = "price",
                              .rules = {elements("i")},
                              .never = {"free"},
                              .pinned = *rule_of_query(query)});
  const auto wrapper = RulesWrapper::from_json(RulesWrapper(std::move(rules)).to_json());
  if (!wrapper.ok()) return wrapper.error().message;
  model::Page page = model::html_page(source);
  std::string prices;
  for (const model::Record& record : (*wrapper)->apply(page).records)
    prices += (prices.empty() ? "" : ", ") + record.find("price")->text;
  return prices;
}

TEST(RulesWrapperTest, APinnedRuleIsInForceAloneAndStaysInItsRecord) {
  constexpr const char* kList = "<b>0</b><ul><li><i>old</i><b>1</b><li><b>free</b></ul>";
  EXPECT_EQ(prices_by("b", true, kList), "1, free");
  EXPECT_EQ(prices_by(".//b/text()", true, kList), "1, free");
  EXPECT_EQ(prices_by("//b", true, kList), "1, free");
  EXPECT_EQ(prices_by("(//b)[2]", false, kList), "1");
  EXPECT_EQ(prices_by("a::attr(href)", false, "<i>old</i><a href=' /x '>y</a>"), "/x");
  EXPECT_EQ(prices_by("u", false, kList), "");
}

TEST(RulesWrapperTest, AQueryMustSelectNodes) {
  for (const char* refused : {"string(//a)", "//a/@*", "//a[", ""})
    EXPECT_FALSE(rule_of_query(refused).ok()) << refused;
  EXPECT_EQ(rule_of_query("//a[@b]")->target.kind, Target::Kind::kElement);
  EXPECT_EQ(rule_of_query("//a[. = '/@b']")->target.kind, Target::Kind::kElement);
  EXPECT_EQ(rule_of_query("@b")->target.attribute, "b");
  RecordRules rules;
  rules.attributes.push_back({.name = "price", .pinned = *rule_of_query("b")});
  Json json = RulesWrapper(std::move(rules)).to_json();
  json["attributes"][0]["pinned"]["query"] = "//a[";
  EXPECT_FALSE(RulesWrapper::from_json(json).ok());
}

}  // namespace
}  // namespace weft::wrap
