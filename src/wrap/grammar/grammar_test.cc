#include "wrap/grammar/grammar.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/grammar/grammar_wrapper.h"
#include "wrap/kinds.h"

namespace weft::wrap {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// <html><head></head><body> ( <h1>#title</h1> | <h2>Closed</h2> ) ( <p>Note:#note</p> )?
// ( <div><b>#name</b>( <i>#tag</i> )+</div> )+ </body></html>
Grammar books() {
  using enum GrammarKind;
  Grammar grammar;
  grammar.nodes = {
      {.name = "html", .children = {1, 2}},
      {.name = "head", .implied = true},
      {.name = "body", .implied = true, .children = {3, 10, 14}},
      {.kind = kChoice, .children = {4, 7}},
      {.kind = kBranch, .children = {5}},
      {.name = "h1", .children = {6}},
      {.kind = kField, .name = "title"},
      {.kind = kBranch, .children = {8}},
      {.name = "h2", .children = {9}},
      {.kind = kText, .name = "Closed"},
      {.kind = kOption, .children = {11}},
      {.name = "p", .children = {12, 13}},
      {.kind = kText, .name = "Note:"},
      {.kind = kField, .name = "note"},
      {.kind = kList, .name = "books", .children = {15}},
      {.name = "div", .spelling = "div.book", .children = {16, 18}},
      {.name = "b", .children = {17}},
      {.kind = kField, .name = "name"},
      {.kind = kList, .name = "tags", .children = {19}},
      {.name = "i", .children = {20}},
      {.kind = kField, .name = "tag"},
  };
  return grammar;
}

model::Page page_of_html(const std::string& html) { return model::html_page(html, {.id = "p"}); }

TEST(GrammarTest, PrintsAsARegularExpression) {
  EXPECT_TRUE(books().check().ok());
  EXPECT_EQ(books().to_string(),
            "<html>( <h1>#title</h1> | <h2>Closed</h2> )( <p>Note:#note</p> )?"
            "( <div><b>#name</b>( <i>#tag</i> )+</div> )+</html>");
}

TEST(GrammarTest, AWrapperGivesNestedRecordsAndSurvivesItsFile) {
  const auto loaded = load_wrapper(model::save_wrapper(GrammarWrapper(books())));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const model::Page page = page_of_html(
      "<h1>Shelf</h1><div class=book><b>A</b><i>x</i><i>y</i></div>"
      "<div class=book><b>B</b><i>z</i></div>");
  const auto records = (*loaded)->apply(page).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title")->text, "Shelf");
  EXPECT_EQ(records[0].find("note"), nullptr);
  const auto& items = records[0].find("books")->items;
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].record[0].find("name")->text, "A");
  ASSERT_EQ(items[0].record[0].find("tags")->items.size(), 2U);
  EXPECT_EQ(items[0].record[0].find("tags")->items[1].text, "y");
  EXPECT_EQ(items[1].record[0].find("tags")->items[0].text, "z");
  EXPECT_EQ(items[1].record[0].find("name")->confidence, 1.0);
}

TEST(GrammarTest, WhatIsNotInTheGrammarIsPassedOver) {
  const GrammarWrapper wrapper(books());
  const model::Page page = page_of_html(
      "<h2>Closed</h2><div class=ad><b>Buy!</b></div><p>Note: <b>new</b></p>"
      "<div class=book><em>!</em><b>A</b><i>x</i></div><hr>");
  const PageView view(page.document);
  const GrammarParse parsed = wrapper.parse(view);
  EXPECT_LT(parsed.conformity(), 1);
  const auto records = wrapper.apply(page).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title"), nullptr);
  const auto& items = records[0].find("books")->items;
  ASSERT_FALSE(items.empty());
  EXPECT_EQ(items.back().record[0].find("name")->text, "A");
}

TEST(GrammarTest, OtherPagesGiveNothingAndSaySo) {
  const GrammarWrapper wrapper(books());
  for (const char* html : {"", "<table><tr><td>1<td>2<tr><td>3</table><ul><li>a<li>b</ul>"}) {
    const model::Extraction extraction = wrapper.apply(page_of_html(html));
    EXPECT_TRUE(extraction.records.empty()) << html;
    ASSERT_EQ(extraction.diagnostics.size(), 1U);
    EXPECT_THAT(extraction.diagnostics[0].detail, HasSubstr("% of the template"));
  }
}

TEST(GrammarTest, ExplainsATextByItsPlace) {
  const GrammarWrapper wrapper(books());
  const model::Page page = page_of_html("<h1>Shelf</h1><div class=book><b>A</b><i>x</i></div>");
  for (const dom::NodeId n : page.document.nodes()) {
    if (page.document.text(n) != "A") continue;
    const auto explained = wrapper.explain(page, n);
    ASSERT_EQ(explained.size(), 1U);
    EXPECT_EQ(explained[0].attribute, "name");
    EXPECT_TRUE(explained[0].extracted);
  }
}

TEST(GrammarTest, ManyRowsAreReadInLinearTime) {
  std::string html = "<h1>All</h1>";
  for (int i = 0; i < 100'000; ++i) html += "<div class=book><b>A</b><i>x</i></div>";
  const auto records = GrammarWrapper(books()).apply(page_of_html(html)).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("books")->items.size(), 100'000U);
}

TEST(GrammarTest, GrammarsThatAreNoTreesAreRefused) {
  Grammar grammar = books();
  grammar.nodes[5].children = {0};
  EXPECT_FALSE(grammar.check().ok());
  grammar = books();
  grammar.nodes[20].children = {21};
  EXPECT_FALSE(grammar.check().ok());
  grammar = books();
  grammar.nodes[0].kind = GrammarKind::kList;
  EXPECT_FALSE(grammar.check().ok());
  EXPECT_FALSE(Grammar().check().ok());
}

TEST(PageViewTest, TokensAreTagsAndTexts) {
  const model::Page page = page_of_html(
      "<title>T</title><script>x</script><p>One <b> two </b><select><option>3</select></p>");
  EXPECT_THAT(page_tokens(PageView(page.document)),
              ElementsAre("<html>", "<head>", "<title>", "T", "</title>", "</head>", "<body>",
                          "<p>", "One", "<b>", "two", "</b>", "</p>", "</body>", "</html>"));
}

}  // namespace
}  // namespace weft::wrap
