#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/columns/columns_wrapper.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::templates {
namespace {

using testing::data_of;
using testing::page_of;
using testing::regenerate;

// Of Weft's own the grammar that it reads lists by.
const wrap::Grammar& merged_grammar(const PageTemplate& found) {
  if (const auto* columns = dynamic_cast<const wrap::ColumnsWrapper*>(found.wrapper.get()))
    return columns->lists()->grammar();
  return dynamic_cast<const wrap::GrammarWrapper&>(*found.wrapper).grammar();
}

// Everything is said again by template and data.
void expect_regenerated(const PageTemplate& found, const std::vector<model::Page>& pages) {
  for (const model::Page& page : pages) {
    const auto data = data_of(merged_grammar(found), page.document);
    ASSERT_TRUE(data.has_value()) << page.id << "\n" << merged_grammar(found).to_string();
    EXPECT_EQ(regenerate(merged_grammar(found), *data),
              wrap::page_tokens(wrap::PageView(page.document)));
  }
}

// [Fiva] Fig. 1.
const char* const kFigure1 = R"(<html><body><table>
  <tr><td><b>Vinnie-the-Pooh: Address Book</b>~A A Milne<br>Avg. Customer Review:<b>4.2</b></td>
      <td><b>List Price:</b><span class="listprice">$5.99</span><b>You save:</b>
          <font color="#990000">DG1.20</font></td></tr>
  <tr><td><b>Horticultural Society Address Book 2004</b>~Brent Elliott<br></td>
      <td><b>List Price:</b><span class="listprice">$15.95</span><b>You save:</b>
          <font color="#990000">DG4.78</font></td></tr>
  <tr><td><b>Name and Address Withheld</b>~Jane Sigaloff<br>Avg. Customer Review:<b>4.5</b></td></tr>
  </table></body></html>)";

// Fig. 2: a set of rows; the first cell with title, author and an option with the rating; the second
// cell an option with both prices.
TEST(FiVaTechTest, OnePageWithASetGivesTheTreeOfFigure2) {
  std::vector<model::Page> pages;
  pages.push_back(page_of("1", kFigure1));
  const auto found = find_by_fivatech(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(merged_grammar(*found).to_string(),
            "<html><body><table>( <tr><td><b>#text</b>#text_2<br/>"
            "( Avg. Customer Review:<b>#avg_customer_review</b> )?</td>"
            "( <td><b>List Price:</b><span class=...>#list_price</span><b>You save:</b>"
            "<font color=...>#you_save</font></td> )?</tr> )+</table></body></html>");
  expect_regenerated(*found, pages);
}

// Pages of a made-up template: lists of none, one and many, lists within lists, options, one of two.
model::Page made_up_page(std::mt19937& random, int n) {
  const auto text = [&] { return "v" + std::to_string(random() % 1000); };
  const auto often = [&](unsigned percent) { return random() % 100 < percent; };
  std::string html = "<title>" + text() + "</title><div id=nav><a>Home</a><a>Shop</a></div><h1>" +
                     text() + "</h1>";
  if (often(60)) html += "<p class=note>Note: <b>" + text() + "</b></p>";
  html += often(50) ? "<div class=in>In stock</div>" : "<em>" + text() + "</em>";
  html += "<ul>";
  for (unsigned i = random() % 4; i > 0; --i) {
    html += "<li><b>" + text() + "</b>";
    if (often(50)) html += "<i>" + text() + "</i>";
    html += "<ol>";
    for (unsigned k = random() % 3; k > 0; --k) html += "<li>" + text() + "</li>";
    html += "</ol></li>";
  }
  html += "</ul><dl>";
  for (unsigned i = random() % 4; i > 0; --i)
    html += "<dt>" + text() + "</dt><dd>" + text() + "</dd>" +
            (often(40) ? "<dd>" + text() + "</dd>" : "");
  return page_of(std::to_string(n), html + "</dl><p>Copyright</p>");
}

TEST(TemplatesPropertyTest, TemplateAndDataAreThePage) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    std::vector<model::Page> pages;
    for (int n = 0; n < 2 + static_cast<int>(seed) % 6; ++n)
      pages.push_back(made_up_page(random, n));
    for (const auto& find : {find_by_fivatech, find_by_roadrunner, find_lists_and_keys}) {
      const auto found = find(pointers_to(pages));
      ASSERT_TRUE(found.ok()) << found.error().message;
      const auto* columns = dynamic_cast<const wrap::ColumnsWrapper*>(found->wrapper.get());
      if (columns != nullptr && columns->lists() == nullptr) continue;  // Nothing repeats enough.
      if (found->problems.empty()) expect_regenerated(*found, pages);
      if (HasFatalFailure()) {
        for (const auto& page : pages)
          std::cerr << page.id << " " << page.document.source() << "\n";
        FAIL() << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace weft::templates
