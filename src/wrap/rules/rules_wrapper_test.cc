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
  model::Page page;
  page.document = html::parse(source).document;
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

}  // namespace
}  // namespace weft::wrap
