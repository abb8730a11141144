#include <fmt/format.h>

#include "gtest/gtest.h"
#include "templates/column_table.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::templates {
namespace {

std::vector<model::Page> two_pages() {
  std::vector<model::Page> pages;
  pages.push_back(testing::page_of(
      "1", "<h1>Pen</h1><ul><li><b>Ann</b> <i>$5</i></li><li><b>Bob</b> <i>$7</i></li></ul>"));
  pages.push_back(
      testing::page_of("2", "<h1>Ink</h1><ul><li><b>Cy</b> <i>$9</i></li></ul><p>Sale</p>"));
  return pages;
}

TEST(NetPagesTest, PagesUnderOneRootHaveFieldsListsAndOptions) {
  const std::vector<model::Page> pages = two_pages();
  const auto found = find_by_net(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  const auto& attributes = found->schema.attributes;
  ASSERT_EQ(attributes.size(), 2U);
  EXPECT_EQ(attributes[0].name, "title");
  EXPECT_FALSE(attributes[0].optional);
  EXPECT_TRUE(attributes[1].set);
  ASSERT_EQ(attributes[1].attributes.size(), 2U);
  EXPECT_EQ(attributes[1].attributes[1].type, model::ValueType::kMoney);
  const auto table = column_table(*found->wrapper, found->schema, pointers_to(pages));
  ASSERT_EQ(table.size(), 3U);
  ASSERT_EQ(table[2].texts.size(), 3U);
  EXPECT_EQ(table[2].texts[1].text, "$7");
  EXPECT_EQ(table[2].texts[2].text, "$9");
}

TEST(NetPagesTest, TemplateAndDataAreThePage) {
  const std::vector<model::Page> pages = two_pages();
  const auto found = find_by_net(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  const auto& grammar = dynamic_cast<const wrap::GrammarWrapper&>(*found->wrapper).grammar();
  for (const model::Page& page : pages) {
    const auto data = testing::data_of(grammar, page.document);
    ASSERT_TRUE(data.has_value()) << page.id;
    EXPECT_EQ(testing::regenerate(grammar, *data),
              wrap::page_tokens(wrap::PageView(page.document)));
  }
}

TEST(NetPagesTest, BadInputIsAnErrorWithAReason) {
  EXPECT_FALSE(find_by_net({}).ok());
  std::vector<model::Page> same;
  same.push_back(testing::page_of("1", "<h1>Pen</h1>"));
  same.push_back(testing::page_of("2", "<h1>Pen</h1>"));
  const auto found = find_by_net(pointers_to(same));
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::kNotFound);
}

TEST(NetPagesTest, ManyRowsAreBounded) {
  std::string rows;
  for (int i = 0; i < 20'000; ++i) rows += fmt::format("<tr><td>{}<td>x", i);
  std::vector<model::Page> pages;
  pages.push_back(testing::page_of("1", "<table>" + rows + "</table>"));
  pages.push_back(testing::page_of("2", "<table><tr><td>a<td>b<tr><td>c<td>d</table>"));
  const auto found = find_by_net(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
}

}  // namespace
}  // namespace weft::templates
