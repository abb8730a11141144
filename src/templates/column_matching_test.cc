#include "templates/column_matching.h"

#include <map>

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"

namespace weft::templates {
namespace {

std::vector<model::Page> pages_of(const std::vector<std::string>& bodies) {
  std::vector<model::Page> pages;
  for (const std::string& body : bodies)
    pages.push_back(testing::page_of(std::to_string(pages.size()), body));
  return pages;
}

// The columns of one site that sells lamps, and of another whose markup is all different.
std::vector<model::Page> first_shop() {
  std::vector<std::string> bodies;
  for (int i = 1; i <= 8; ++i) {
    bodies.push_back(
        fmt::format("<title>Lamp {0} - Shop</title><h1>Lamp {0}</h1><table>"
                    "<tr><th>Price</th><td class=amount>${1}.50</td></tr>"
                    "<tr><th>Maker</th><td>{2}</td></tr></table>",
                    i, 10 + 7 * i, i % 2 == 0 ? "Artek" : "Vitra"));
  }
  return pages_of(bodies);
}
std::vector<model::Page> second_shop() {
  std::vector<std::string> bodies;
  for (int i = 1; i <= 8; ++i) {
    bodies.push_back(
        fmt::format("<title>Chair {0} | Home</title><h2 class=n>Chair {0}</h2>"
                    "<p>Stock: <i>{3}</i></p><p>Made by <a>{2}</a></p>"
                    "<p>Our price: <b>${1}.99</b></p>",
                    i, 20 + 9 * i, i % 3 == 0 ? "Vitra" : "Artek", 3 + 5 * i));
  }
  return pages_of(bodies);
}

struct Shop {
  std::vector<model::Page> pages;
  PageTemplate found;
  std::vector<ColumnTexts> table;
  std::vector<ColumnProfile> profiles;

  explicit Shop(std::vector<model::Page> given) : pages(std::move(given)) {
    auto columns = find_key_columns(pointers_to(pages));
    EXPECT_TRUE(columns.ok());
    found = std::move(*columns);
    table = column_table(*found.wrapper, found.schema, pointers_to(pages));
    profiles = profile_columns(table, pointers_to(pages));
  }
  [[nodiscard]] ColumnProfile named(const std::string& example, const std::string& name) const {
    for (size_t c = 0; c < table.size(); ++c) {
      if (table[c].texts[0].text != example) continue;
      ColumnProfile profile = profiles[c];
      profile.name = name;
      return profile;
    }
    ADD_FAILURE() << "no column with " << example;
    return {};
  }
};

TEST(ColumnTableTest, TypesColumnsAndNamesThemByTheirTypeAtLast) {
  const Shop shop(pages_of({"<div><p>Ann</p><p>$5</p></div>", "<div><p>Bob</p><p>$7</p></div>",
                            "<div><p>Cy</p><p>$12</p></div>", "<div><p>Di</p><p>$9</p></div>"}));
  ASSERT_EQ(shop.table.size(), 2U);
  EXPECT_EQ(shop.table[0].name, "text");
  EXPECT_EQ(shop.table[1].name, "price");
  EXPECT_EQ(shop.table[1].type, model::ValueType::kMoney);
  EXPECT_TRUE(shop.found.schema.attributes[1].whole);
  EXPECT_EQ(shop.table[1].pages, 4U);
  EXPECT_EQ(shop.table[1].examples(2), (std::vector<std::string_view>{"$5", "$7"}));
}

TEST(ColumnMatchingTest, NamesGivenOnOneSiteAreProposedOnAnother) {
  const Shop first(first_shop());
  const Shop second(second_shop());
  const std::vector<ColumnProfile> known = {first.named("Lamp 1", "title"),
                                            first.named("$17.50", "price"),
                                            first.named("Vitra", "brand")};
  std::map<std::string, std::string> proposed;
  for (const Proposal& one : propose_names(second.profiles, known))
    proposed[one.name] = second.table[one.column].texts[0].text;
  EXPECT_EQ(proposed["title"], "Chair 1");
  EXPECT_EQ(proposed["price"], "$29.99");
  EXPECT_EQ(proposed["brand"], "Artek");
}

TEST(ColumnMatchingTest, NothingIsProposedForColumnsThatAreUnlike) {
  const Shop first(first_shop());
  const Shop other(pages_of({"<p>3</p>", "<p>17</p>", "<p>5</p>", "<p>290</p>"}));
  EXPECT_TRUE(propose_names(other.profiles, {first.named("Lamp 1", "title")}).empty());
  EXPECT_TRUE(propose_names(other.profiles, {}).empty());
  EXPECT_TRUE(propose_names({}, {first.named("Lamp 1", "title")}).empty());
}

}  // namespace
}  // namespace weft::templates
