#include "eval/labelled_lists.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"

namespace weft::eval {
namespace {

using ::testing::ElementsAre;

// "path" of each label, "path:begin" of a part of a text.
std::vector<std::string> places(const std::string& html, const TruthRow& row) {
  model::Page page = model::html_page(html);
  std::vector<std::string> out;
  for (const model::Label& label : label_rows(page, {row})) {
    out.push_back(label.path.substr(label.path.find("/body[1]") + 8));
    if (label.span) out.back() += ":" + std::to_string(label.span->begin);
  }
  return out;
}

TEST(ListLabels, StandWhereTheTruthPoints) {
  const std::string html = "<p>2</p><p>2</p><p>2 rooms, 2 baths</p><img src=2.png>";
  const auto at = [&](size_t begin, size_t length) {
    return dom::SourceRange{static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + length)};
  };
  EXPECT_THAT(places(html, {{"a", "2", at(html.find("2</p><p>2 "), 1)},
                            {"b", "2", at(html.find("2 baths"), 1)},
                            {"c", "2.png", at(html.find("<img"), 15)}}),
              ElementsAre("/p[2]/text()[1]", "/p[3]/text()[1]:9", "/img[1]/@src"));
  EXPECT_THAT(places(html, {{"a", "2"}}), ElementsAre("/p[1]/text()[1]"));
}

// "0" stands in the cart, too, and in the other record.
TEST(ListLabels, StandBesideTheOtherValuesOfTheirRow) {
  model::Page page = model::html_page(
      "<b>0</b><ul><li><i>Lamp</i><i>0</i><i>0</i></li><li><i>Chair</i><i>0</i></li>"
      "<li><i>Table</i><i>0</i></li></ul>");
  std::vector<std::string> out;
  for (const model::Label& label :
       label_rows(page, {{{"name", "Lamp"}, {"left", "0"}, {"sold", "0"}},
                         {{"name", "Chair"}, {"left", "0"}},
                         {{"name", "Table"}, {"left", "0"}, {"sold", "0"}}})) {
    out.push_back(label.attribute + label.path.substr(label.path.find("/ul") + 6));
  }
  EXPECT_THAT(out, ElementsAre("left/li[1]/i[2]/text()[1]", "left/li[2]/i[2]/text()[1]",
                               "left/li[3]/i[2]/text()[1]", "name/li[1]/i[1]/text()[1]",
                               "name/li[2]/i[1]/text()[1]", "name/li[3]/i[1]/text()[1]",
                               "sold/li[1]/i[3]/text()[1]"));
}

// [Zheng] 9.2.2. One page of each site is labelled.
TEST(JudgeLists, FindsEveryValueOfCrossedRecords) {
  for (const practice::Domain domain : practice::kDomains) {
    for (const uint64_t seed : {1, 2}) {
      const ListSite site = practice_lists({.domain = domain, .seed = seed, .crossed = true});
      const ListScore score = judge_lists(site, &induce::induce_broom, 1);
      EXPECT_GT(score.pages, 2u);
      EXPECT_EQ(score.attributes.f1(), 1) << site.name;
    }
  }
}

}  // namespace
}  // namespace weft::eval
