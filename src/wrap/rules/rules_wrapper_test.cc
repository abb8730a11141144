#include "wrap/rules/rules_wrapper.h"

#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::wrap {
namespace {

std::vector<std::string> lines_of(const char* source) {
  RecordRules rules;
  Rule rule;
  rule.target.kind = Target::Kind::kElement;
  rule.features = {{.axis = Axis::kElement, .test = Test::kTag, .values = {"li"}}};
  rules.attributes.push_back({.name = "line", .list = true, .rules = {rule}});
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

}  // namespace
}  // namespace weft::wrap
