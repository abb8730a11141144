#include <map>

#include <fmt/format.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "templates/column_table.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/kinds.h"

namespace weft::templates {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using testing::page_of;
using ::testing::StartsWith;

// Sentences of a page, as many as its number asks for, now and then with a link or a word in bold.
std::string sentences(int n, const std::string& before = "<p>",
                      const std::string& behind = "</p>") {
  std::string out;
  for (int i = 0; i < 2 + n % 4; ++i) {
    out += before + fmt::format("The bridge number {} of town {} ", i, n);
    if ((n + i) % 2 == 0) out += "was <a href=/x>opened</a> again ";
    if ((n + i) % 3 == 0) out += "by the <b>mayor</b> ";
    out += fmt::format("on a day in the year {}.", 1900 + 7 * n + i) + behind;
  }
  return out;
}

using Columns = std::map<std::string, std::vector<std::string>>;

struct FoundPages {
  std::vector<model::Page> pages;
  Result<PageTemplate> found;
  Columns columns;
};

FoundPages find(std::string (*body)(int)) {
  std::vector<model::Page> pages;
  for (int n = 1; n <= 8; ++n) pages.push_back(page_of(std::to_string(n), body(n)));
  auto found = find_lists_and_keys(pointers_to(pages));
  EXPECT_TRUE(found.ok());
  Columns columns;
  for (const ColumnTexts& column :
       column_table(*found->wrapper, found->schema, pointers_to(pages))) {
    for (const ColumnText& text : column.texts) columns[column.name].push_back(text.text);
  }
  return {std::move(pages), std::move(found), std::move(columns)};
}

std::string story(int n) {
  return fmt::format("<h1>Town {}</h1><i class=day>May {}</i>", n * n, n) + "<div class=story>" +
         sentences(n) + "</div><p>Copyright</p>";
}

TEST(RunningTextTest, ParagraphsAreOneValue) {
  const FoundPages all = find(story);
  ASSERT_EQ(all.columns.size(), 3U);
  EXPECT_EQ(all.columns.at("title").size(), 8U);
  EXPECT_EQ(all.columns.at("day").size(), 8U);
  EXPECT_EQ(all.columns.at("story")[3],
            "The bridge number 0 of town 4 was opened again on a day in the year 1928. "
            "The bridge number 1 of town 4 on a day in the year 1929.");
}

TEST(RunningTextTest, TheWrapperReadsOtherPagesAndExplains) {
  const FoundPages all = find(story);
  const auto loaded = wrap::load_wrapper(model::save_wrapper(*all.found->wrapper));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  // One short paragraph is read, too: where it stands says what it is.
  const model::Page other =
      page_of("other", "<h1>Rome</h1><div class=story><p>Not <b>much</b>.</div>");
  const auto records = (*loaded)->apply(other).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("story")->text, "Not much.");
  EXPECT_EQ(records[0].find("story")->provenance.path, "/html[1]/body[1]/div[1]");
  dom::NodeId word = dom::kNoNode;
  for (const dom::NodeId n : other.document.nodes()) {
    if (other.document.text(n) == "much") word = n;
  }
  const auto explained = (*loaded)->explain(other, word);
  ASSERT_EQ(explained.size(), 1U);
  EXPECT_EQ(explained[0].attribute, "story");
  EXPECT_THAT(explained[0].rule, HasSubstr("div.story"));
}

TEST(RunningTextTest, SectionsAreNamedByTheirHeadings) {
  const Columns columns = find([](int n) {
                            std::string html = fmt::format("<h1>Command {}</h1>", n * n);
                            html += "<div><h2>Description</h2>" + sentences(n) + "</div>";
                            if (n % 2 == 0)
                              html += "<div><h2>Notes</h2>" + sentences(n + 1) + "</div>";
                            html += "<div><h2>Rights</h2><p>None</p></div>";
                            return html;
                          }).columns;
  EXPECT_EQ(columns.at("description").size(), 8U);
  EXPECT_EQ(columns.at("notes").size(), 4U);
  EXPECT_THAT(columns.at("description")[0], StartsWith("The bridge number 0"));
  EXPECT_THAT(columns, Not(Contains(Key("description_2"))));
}

TEST(RunningTextTest, FactsAndItemsAmongSentencesStayColumns) {
  const Columns columns =
      find([](int n) {
        std::string html =
            "<div class=about>" + sentences(n) + sentences(n + 10) + sentences(n + 20);
        for (const char* fact : {"Price", "Weight"})
          html += fmt::format("<p>{}: <b class={}>{} {}</b></p>", fact, fact, fact, n * 13);
        html += "</div><ul class=offers>";
        for (int i = 0; i < 2 + n % 3; ++i)
          html += fmt::format("<li><b>Shop {0}</b><i>${1}.50</i></li>", 100 * n + 7 * i, 9 * n + i);
        return html + "</ul>";
      }).columns;
  EXPECT_THAT(columns, Contains(Key("price")));
  EXPECT_THAT(columns, Contains(Key("weight")));
  EXPECT_THAT(columns, Contains(Key("offers.price")));
  EXPECT_EQ(columns.at("about").size(), 8U);
}

// Cells side by side are no sentence, however many words they have.
TEST(RunningTextTest, RowsOfInlineCellsAreAList) {
  const Columns columns =
      find([](int n) {
        std::string html = fmt::format("<h1>Tours {}</h1><ul class=tours>", n * n);
        for (int i = 0; i < 2 + n % 4; ++i)
          html += fmt::format(
              "<li><b>A long walk around lake {0}</b> <i>and back again by bus {1}</i></li>",
              100 * n + i, 30 * n + i);
        return html + "</ul>";
      }).columns;
  EXPECT_EQ(columns.size(), 3U);
  EXPECT_EQ(columns.at("title").size(), 8U);
}

TEST(RunningTextTest, SignsBetweenTextsAreNoColumns) {
  const Columns columns = find([](int n) {
                            return fmt::format("<h1>Lamp {}</h1><p><i>A{}</i>{}<i>B{}</i></p>",
                                               n * n, n * 3, n % 2 == 0 ? "|" : "),", n * 5);
                          }).columns;
  for (const auto& [name, texts] : columns) EXPECT_THAT(texts, Not(Contains("|"))) << name;
  EXPECT_EQ(columns.size(), 3U);
}

// An id or a class that one page has is no name for what all have.
TEST(RunningTextTest, NamesAreSharedByThePages) {
  const Columns columns =
      find([](int n) {
        return fmt::format("<div id=about-lamp-{0}x><p class='c{0}'>It weighs {1} g</p></div>", n,
                           n * n);
      }).columns;
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns.begin()->first, "text");
}

}  // namespace
}  // namespace weft::templates
