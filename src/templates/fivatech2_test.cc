#include "base/hash.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "templates/peer_features.h"
#include "templates/template_blocks.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::templates {
namespace {

using testing::data_of;
using testing::page_of;

// [Fiva] Fig. 4: five DIVs, of which the fifth has 58 %; below it one DIV, a TABLE, its TBODY.
model::Page figure4(const std::string& id, const std::string& second) {
  std::string rows;
  for (int i = 0; i < 29; ++i) rows += "<tr><td>" + std::string(20, 'r') + "</td></tr>";
  return page_of(id, "<body><div>" + std::string(105, 'a') + "</div><div>" + second +
                         "</div><div>" + std::string(105, 'c') + "</div><div>" +
                         std::string(105, 'd') + "</div><div><div><table><tbody>" + rows +
                         "</tbody></table></div></div>");
}

TEST(TemplateBlocksTest, TheSearchEndsAtTheTbodyOfFigure4) {
  std::vector<model::Page> pages;
  pages.push_back(figure4("1", std::string(105, 'b')));
  pages.push_back(figure4("2", std::string(105, 'x')));
  const auto views = views_of(pointers_to(pages));
  const TemplateBlocks blocks = find_template_blocks(pointers_to(pages), views);
  const dom::Document& doc = pages[0].document;
  std::vector<std::string> way;
  for (const dom::NodeId n : blocks.way) way.emplace_back(doc.name_text(n));
  EXPECT_THAT(way, ::testing::ElementsAre("body", "div", "div", "table", "tbody"));
  EXPECT_EQ(blocks.way.size() - 1, 4U);  // Level 4.
  const auto letters = [&](dom::NodeId root) {
    size_t count = 0;
    for (const dom::NodeId n : doc.subtree(root)) count += doc.is_text(n) ? doc.text(n).size() : 0;
    return static_cast<double>(count);
  };
  EXPECT_DOUBLE_EQ(letters(blocks.way[1]) / letters(blocks.way[0]), 0.58);
  std::string fixed;  // Of the other four, those that say the same.
  for (const dom::NodeId n : doc.nodes()) {
    if (blocks.fixed[0][dom::index(n)]) fixed += doc.text(next(n))[0];
  }
  EXPECT_EQ(fixed, "acd");
}

// [Fiva] 4.1: blocks are compared as they are drawn, whatever stands in their source.
TEST(TemplateBlocksTest, PicturesDecideWherePagesAreDrawn) {
  std::vector<model::Page> pages;
  pages.push_back(figure4("1", std::string(105, 'b')));
  pages.push_back(figure4("2", std::string(105, 'x')));
  const auto views = views_of(pointers_to(pages));
  // The second is drawn alike, the third is not, the fourth is not drawn at all.
  const BlockOptions drawn{.look = [&](const model::Page& page, dom::NodeId n) -> uint64_t {
    const char text = page.document.text(next(n))[0];
    return text == 'c' ? hash_bytes(page.id) : text == 'd' ? 0 : 1;
  }};
  const TemplateBlocks blocks = find_template_blocks(pointers_to(pages), views, drawn);
  std::string fixed;
  for (const dom::NodeId n : pages[0].document.nodes()) {
    if (blocks.fixed[0][dom::index(n)]) fixed += pages[0].document.text(next(n))[0];
  }
  EXPECT_EQ(fixed, "ab");
  EXPECT_EQ(blocks.way.size(), 5U);
}

TEST(PeerFeaturesTest, AreThoseOfTable1) {
  ASSERT_EQ(peer_attributes().size(), kPeerFeatures);
  std::vector<model::Page> pages;
  pages.push_back(
      page_of("1",
              "<table><tr><td class=p>$5</td><td>Red pen</td></tr><tr><td class=p>$7</td></tr>"
              "</table>"));
  const auto views = views_of(pointers_to(pages));
  const auto pointers_to_pages = pointers_to(pages);
  PeerFeatures features(pointers_to_pages, views);
  std::vector<PlacedNode> cells;
  for (const dom::NodeId n : pages[0].document.nodes()) {
    if (pages[0].document.name_text(n) == "td") cells.push_back({0, n});
  }
  const auto value = [&](const auto& row, std::string_view name) -> std::string {
    for (size_t f = 0; f < kPeerFeatures; ++f) {
      if (peer_attributes()[f].name == name)
        return peer_attributes()[f].values[static_cast<size_t>(row[f])];
    }
    return "";
  };
  const auto prices = features.compare(cells[0], cells[2]);
  EXPECT_EQ(value(prices, "SameLeft"), "yes");
  EXPECT_EQ(value(prices, "SameTop"), "no");
  EXPECT_EQ(value(prices, "Node1IsLeaf"), "both");
  EXPECT_EQ(value(prices, "SamePage"), "yes");
  EXPECT_EQ(value(prices, "SameClassAttr"), "yes");
  EXPECT_EQ(value(prices, "TreeEditDistance"), "1%");
  EXPECT_EQ(value(prices, "SameContent"), "currency");
  EXPECT_EQ(value(prices, "DiffDigits"), "yes");
  EXPECT_EQ(value(prices, "DiffLetters"), "empty");
  const auto others = features.compare(cells[0], cells[1]);
  EXPECT_EQ(value(others, "SameLeft"), "no");
  EXPECT_EQ(value(others, "SameClassAttr"), "empty");
  EXPECT_EQ(value(others, "SameContent"), "no");
  EXPECT_EQ(value(others, "DiffTokens"), "50%");
}

TEST(FiVaTech2Test, PagesAreMadeAgainFromTemplateAndData) {
  std::vector<model::Page> pages;
  for (int n = 0; n < 4; ++n) {
    std::string html = "<div id=nav><a>Home</a><a>Shop</a></div><div id=main><h1>Shop " +
                       std::to_string(n) + "</h1><ul>";
    for (int i = 0; i <= n; ++i)
      html += "<li><b>Thing " + std::to_string(7 * n + i) + "</b> costs <i>$" + std::to_string(i) +
              ".50</i></li>";
    pages.push_back(page_of(std::to_string(n), html + "</ul></div><p>Copyright</p>"));
  }
  const auto found = find_by_fivatech2(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  const auto& grammar = dynamic_cast<const wrap::GrammarWrapper&>(*found->wrapper).grammar();
  for (const model::Page& page : pages) {
    const auto data = data_of(grammar, page.document);
    ASSERT_TRUE(data.has_value()) << grammar.to_string();
    EXPECT_EQ(testing::regenerate(grammar, *data),
              wrap::page_tokens(wrap::PageView(page.document)));
  }
  ASSERT_EQ(found->schema.attributes.size(), 2U);
  EXPECT_TRUE(found->schema.attributes[1].set);
}

// Whatever is given, in bounded time.
TEST(TemplatesTest, BadInputIsAnErrorWithAReason) {
  std::vector<model::Page> same;
  for (int i = 0; i < 3; ++i) same.push_back(page_of("p", "<p>One</p><h2>Two</h2>"));
  const std::vector<model::Page> empty(3);
  std::vector<model::Page> binary;
  for (int i = 0; i < 2; ++i)
    binary.push_back(page_of("b", std::string("\x7f"
                                              "ELF\x02\x01\0\0<\xff\xfe",
                                              11)));
  std::vector<model::Page> one;
  one.push_back(page_of("1", "<h1>Lamp</h1><p>Good for a room</p>"));
  // Pages of different templates: what they share, or an error; `weft template --site` groups first.
  std::vector<model::Page> different;
  different.push_back(page_of("1", "<h1>Lamp</h1><table><tr><td>$5</table>"));
  different.push_back(page_of("2", "<h1>Chair</h1><table><tr><td>$7</table>"));
  different.push_back(page_of("3", "<ul><li>Ink<li>Pen</ul><p>Shop</p>"));
  different.push_back(page_of("4", "<ul><li>Oil<li>Tea<li>Cup</ul><p>Store</p>"));
  for (const std::string& name : template_methods()) {
    const auto method = *find_template_method(name);
    EXPECT_FALSE(method(pointers_to(one)).ok()) << name;
    const auto shared = method(pointers_to(different));
    EXPECT_TRUE(!shared.ok() || shared->schema.attributes.size() <= 6U) << name;
    EXPECT_EQ(method(pointers_to(same)).error().code, ErrorCode::kNotFound) << name;
    EXPECT_EQ(method(pointers_to(empty)).error().code, ErrorCode::kNotFound) << name;
    EXPECT_EQ(method(pointers_to(binary)).error().code, ErrorCode::kNotFound) << name;
    EXPECT_FALSE(method({}).ok()) << name;
  }
}

// Columns, not rows; to RoadRunner alone rows that all pages have are no list, as nothing mismatches.
TEST(TemplatesTest, ManyEqualRowsAreBounded) {
  std::vector<model::Page> pages;
  for (int p = 0; p < 2; ++p) {
    std::string html = "<table>";
    for (int i = 0; i < 20'000; ++i)
      html += "<tr><td>1</td><td>" + std::to_string(p) + "</td></tr>";
    pages.push_back(page_of(std::to_string(p), html + "</table>"));
  }
  for (const std::string& name : template_methods()) {
    const auto found = (*find_template_method(name))(pointers_to(pages));
    if (!found.ok() || name == "roadrunner") continue;
    EXPECT_LE(found->schema.attributes.size(), 60U) << name;
  }
}

}  // namespace
}  // namespace weft::templates
