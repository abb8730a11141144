#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/grammar/grammar_wrapper.h"
#include "wrap/kinds.h"

namespace weft::templates {
namespace {

using testing::data_of;
using testing::page_of;
using testing::regenerate;

const wrap::Grammar& grammar_of(const PageTemplate& found) {
  return dynamic_cast<const wrap::GrammarWrapper&>(*found.wrapper).grammar();
}

std::string without_space(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

std::vector<model::Page> books_of_the_slides() {
  std::vector<model::Page> pages;
  pages.push_back(page_of("1",
                          "<HTML>Books of:<B>John Smith</B><UL><LI><I>Title:</I>DB Primer</LI>"
                          "<LI><I>Title:</I>Comp. Sys.</LI></UL></HTML>"));
  pages.push_back(page_of(
      "2",
      "<HTML>Books of:<B>Paul Jones</B><IMG src='a.png'/><UL><LI><I>Title:</I>XML at Work</LI>"
      "<LI><I>Title:</I>HTML Scripts</LI><LI><I>Title:</I>Javascript</LI></UL></HTML>"));
  return pages;
}

// [Liu], the wrapper after solving mismatches; fields are named here, #PCDATA there.
TEST(RoadRunnerTest, FindsTheWrapperOfTheSlides) {
  const std::vector<model::Page> pages = books_of_the_slides();
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_TRUE(found->problems.empty());
  EXPECT_EQ(without_space(grammar_of(*found).to_string()),
            "<html>Booksof:<b>#books_of</b>(<imgsrc=.../>)?"
            "<ul>(<li><i>Title:</i>#title</li>)+</ul></html>");
  ASSERT_EQ(found->schema.attributes.size(), 2U);
  EXPECT_EQ(found->schema.attributes[0].name, "books_of");
  EXPECT_EQ(found->schema.attributes[1].name, "title");
  EXPECT_TRUE(found->schema.attributes[1].set);
}

TEST(RoadRunnerTest, TheWrapperReadsOtherPages) {
  const std::vector<model::Page> pages = books_of_the_slides();
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  const auto loaded = wrap::load_wrapper(model::save_wrapper(*found->wrapper));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto records =
      (*loaded)
          ->apply(page_of("3", "<HTML>Books of:<B>Ann</B><UL><LI><I>Title:</I>Go</LI></UL></HTML>"))
          .records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("books_of")->text, "Ann");
  ASSERT_EQ(records[0].find("title")->items.size(), 1U);
  EXPECT_EQ(records[0].find("title")->items[0].text, "Go");
}

TEST(RoadRunnerTest, TemplateAndDataAreThePage) {
  const std::vector<model::Page> pages = books_of_the_slides();
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  for (const model::Page& page : pages) {
    const auto data = data_of(grammar_of(*found), page.document);
    ASSERT_TRUE(data.has_value()) << page.id;
    EXPECT_EQ(regenerate(grammar_of(*found), *data),
              wrap::page_tokens(wrap::PageView(page.document)));
  }
}

// The list of editions within the list of books; an item without one, and one with two.
TEST(RoadRunnerTest, ListsWithinListsAreFound) {
  std::vector<model::Page> pages;
  const std::string item = "<div><b>B</b><ul><li>1st</li><li>2nd</li></ul></div>";
  const std::string short_item = "<div><b>C</b><ul><li>only</li></ul></div>";
  pages.push_back(page_of("1", "<h1>X</h1><section>" + item + short_item + "</section>"));
  pages.push_back(
      page_of("2", "<h1>Y</h1><section>" + short_item + item + short_item + "</section>"));
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(without_space(grammar_of(*found).to_string()),
            "<h1>#title</h1><section>(<div><b>#text</b><ul>(<li>#text</li>)+</ul></div>)+"
            "</section>");
}

TEST(RoadRunnerTest, BadInputIsAnErrorWithAReason) {
  std::vector<model::Page> pages;
  pages.push_back(page_of("1", "<p>Same</p>"));
  EXPECT_EQ(find_by_roadrunner(pointers_to(pages)).error().code, ErrorCode::kInvalidArgument);
  pages.push_back(page_of("2", "<p>Same</p>"));
  EXPECT_EQ(find_by_roadrunner(pointers_to(pages)).error().code, ErrorCode::kNotFound);
  const std::vector<model::Page> empty(3);
  EXPECT_EQ(find_by_roadrunner(pointers_to(empty)).error().code, ErrorCode::kNotFound);
}

TEST(RoadRunnerTest, PagesWithoutACommonTemplateLeaveMismatches) {
  std::vector<model::Page> pages;
  pages.push_back(page_of("1", "<h1>A</h1><table><tr><td>1</table><p>x</p>"));
  pages.push_back(page_of("2", "<h1>B</h1><ul><li>2</ul><em>y</em>"));
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->problems.size(), 1U);
  EXPECT_EQ(found->schema.attributes[0].name, "title");
}

TEST(RoadRunnerTest, ManyRowsAndDeepPagesAreBounded) {
  std::vector<model::Page> pages;
  for (int p = 0; p < 2; ++p) {
    std::string html = "<table>";
    for (int i = 0; i < 30'000 + p; ++i) html += "<tr><td>" + std::to_string(i) + "</td></tr>";
    html += "</table>";
    for (int i = 0; i < 5'000; ++i) html += "<div>";
    pages.push_back(page_of(std::to_string(p), html));
  }
  const auto found = find_by_roadrunner(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_TRUE(found->schema.attributes[0].set);
}

}  // namespace
}  // namespace weft::templates
