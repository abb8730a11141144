#include "watch/health/conformity.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/columns/columns_wrapper.h"
#include "wrap/grammar/grammar_wrapper.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::watch {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

model::Page page_of(const std::string& html) { return model::html_page(html); }

// <html><head/><body><h1>#title</h1><p>#text</p></body></html>
wrap::GrammarWrapper grammar_wrapper() {
  wrap::Grammar grammar;
  using wrap::GrammarKind;
  grammar.nodes = {{.kind = GrammarKind::kElement, .name = "html", .children = {1, 2}},
                   {.kind = GrammarKind::kElement, .name = "head"},
                   {.kind = GrammarKind::kElement, .name = "body", .children = {3, 5}},
                   {.kind = GrammarKind::kElement, .name = "h1", .children = {4}},
                   {.kind = GrammarKind::kField, .name = "title"},
                   {.kind = GrammarKind::kElement, .name = "p", .children = {6}},
                   {.kind = GrammarKind::kField, .name = "text"}};
  return wrap::GrammarWrapper(std::move(grammar));
}

TEST(ConformityTest, AGrammarSaysHowMuchOfItAPageHas) {
  const wrap::GrammarWrapper wrapper = grammar_wrapper();
  EXPECT_DOUBLE_EQ(*page_conformity(wrapper, page_of("<h1>Pen</h1><p>blue")), 1);
  const double other = *page_conformity(wrapper, page_of("<h1>Pen</h1><div><ul><li>a<li>b<li>c"));
  EXPECT_GT(other, 0);
  EXPECT_LT(other, 0.7);
}

TEST(ConformityTest, ColumnsCountByHowManyPagesShouldHaveThem) {
  const model::Page page = page_of("<h1>Pen</h1><p><b>Price</b> <i>$5</i>");
  const wrap::PageKeys keys(page.document);
  std::vector<wrap::KeyColumn> columns;
  for (const wrap::KeyedText& text : keys.texts()) {
    columns.push_back({.name = text.text,
                       .kind = wrap::KeyKind::kPath,
                       .key = text.keys[static_cast<size_t>(wrap::KeyKind::kPath)]});
  }
  columns.push_back({.name = "rare", .key = 1, .share = 1.0 / 3});
  EXPECT_NEAR(*page_conformity(wrap::ColumnsWrapper(columns), page), 0.9, 1e-9);
}

TEST(ConformityTest, ColumnsBesideAWholeTemplateAreNotEnough) {
  const model::Page page = page_of("<h1>Pen</h1><p>blue");
  const wrap::PageKeys keys(page.document);
  const std::vector<wrap::KeyColumn> columns = {
      {.name = "title",
       .kind = wrap::KeyKind::kPath,
       .key = keys.texts()[0].keys[static_cast<size_t>(wrap::KeyKind::kPath)]}};
  const wrap::ColumnsWrapper wrapper(
      columns, std::make_unique<wrap::GrammarWrapper>(grammar_wrapper().grammar()));
  EXPECT_DOUBLE_EQ(*page_conformity(wrapper, page), 1);
  EXPECT_LT(*page_conformity(wrapper, page_of("<h1>Pen</h1><div><ul><li>a<li>b<li>c")), 0.7);
}

TEST(ConformityTest, RulesDescribePartsOfPages) {
  EXPECT_FALSE(page_conformity(wrap::RulesWrapper({}), page_of("<p>x")).has_value());
}

TEST(ConformityTest, PagesOfAnotherTemplateAreADrift) {
  const wrap::GrammarWrapper wrapper = grammar_wrapper();
  const model::Page same = page_of("<h1>Pen</h1><p>blue");
  const model::Page other = page_of(
      "<table><tr><td>1<td>2<td>3<tr><td>1<td>2<td>3<tr><td>1<td>2<td>3</table><div>x</div>");
  const FreshPage fine{.id = "1", .page = &same};
  const FreshPage strange{.id = "2", .page = &other};
  TemplateVerdict verdict;
  test_conformity(wrapper, {&fine, &fine, &strange}, verdict);
  EXPECT_EQ(verdict.health, Health::kHealthy);
  EXPECT_TRUE(verdict.evidence.empty());
  test_conformity(wrapper, {&fine, &strange, &strange}, verdict);
  EXPECT_EQ(verdict.health, Health::kDrifting);
  EXPECT_EQ(verdict.cause, Cause::kShingleChange);
  EXPECT_THAT(verdict.evidence, ElementsAre(HasSubstr("1 of 3 pages")));
}

}  // namespace
}  // namespace weft::watch
