#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "templates/column_table.h"
#include "templates/templates.h"
#include "templates/testing/regenerate.h"
#include "wrap/kinds.h"

namespace weft::templates {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using testing::page_of;

model::Page product(int n, bool review = true) {
  const std::string k = std::to_string(n);
  return page_of(k, "<div id=nav><a>Home</a><a>Shop</a></div><h1>Lamp " + k +
                        "</h1><table><tr><th>Price</th><td>$" + k +
                        ".50</td></tr><tr><th>Stock</th><td>" + std::to_string(n * 7) +
                        " left</td></tr></table>" +
                        (review ? "<p class=review>Good for " + k + " rooms</p>" : "") +
                        "<p>Publisher: House " + k + "</p><p>Copyright</p>");
}

std::vector<model::Page> products(int count) {
  std::vector<model::Page> pages;
  for (int n = 1; n <= count; ++n) pages.push_back(product(n, n % 3 != 0));
  return pages;
}

std::vector<std::string> names(const model::Schema& schema) {
  std::vector<std::string> out;
  for (const model::Attribute& attribute : schema.attributes) out.push_back(attribute.name);
  return out;
}

TEST(ListsAndKeysTest, WhatVariesIsAColumnNamedByWhatStandsBesideIt) {
  const std::vector<model::Page> pages = products(6);
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_THAT(names(found->schema), AllOf(Contains("title"), Contains("price"), Contains("stock"),
                                          Contains("review"), Contains("publisher")));
  // The menu is no data; the publisher is there with and without its label, by two keys.
  EXPECT_EQ(found->schema.attributes.size(), 6U);
  EXPECT_TRUE(found->schema.find("review")->optional);
  EXPECT_FALSE(found->schema.find("price")->optional);
}

TEST(ListsAndKeysTest, TheWrapperRunsOnOtherPagesAndFromItsFile) {
  const std::vector<model::Page> pages = products(6);
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  const auto loaded = wrap::load_wrapper(model::save_wrapper(*found->wrapper));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const model::Page other = product(99, false);
  const auto records = (*loaded)->apply(other).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title")->text, "Lamp 99");
  EXPECT_EQ(records[0].find("price")->text, "$99.50");
  EXPECT_EQ(records[0].find("publisher")->text, "House 99");
  EXPECT_EQ(records[0].find("review"), nullptr);
  EXPECT_EQ(records[0].find("price")->provenance.path,
            "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]/text()[1]");
  dom::NodeId cell = dom::kNoNode;
  for (const dom::NodeId n : other.document.nodes()) {
    if (other.document.text(n) == "$99.50") cell = n;
  }
  const auto explained = (*loaded)->explain(other, cell);
  ASSERT_EQ(explained.size(), 1U);
  EXPECT_TRUE(explained[0].extracted);
  EXPECT_EQ(explained[0].attribute, "price");
}

// What `body` makes of each of eight pages, its columns by their names.
std::map<std::string, std::vector<std::string>> columns_of(std::string (*body)(int)) {
  std::vector<model::Page> pages;
  for (int n = 1; n <= 8; ++n) pages.push_back(page_of(std::to_string(n), body(n)));
  const auto found = find_lists_and_keys(pointers_to(pages));
  EXPECT_TRUE(found.ok());
  std::map<std::string, std::vector<std::string>> out;
  for (const ColumnTexts& column :
       column_table(*found->wrapper, found->schema, pointers_to(pages))) {
    for (const ColumnText& text : column.texts) out[column.name].push_back(text.text);
  }
  return out;
}

TEST(ListsAndKeysTest, WhatOnlySaysAnotherTextAgainIsNoColumn) {
  const auto columns = columns_of([](int n) {
    const std::string name = "Lamp " + std::to_string(n * n);
    return "<h1>" + name + "</h1><p>See all reviews of " + name + "</p><a>" + name +
           " at other shops</a><em>Weight: " + std::to_string(n) + " kg</em>";
  });
  ASSERT_EQ(columns.size(), 3U);  // The weight with and without its label.
  EXPECT_EQ(columns.at("title").size(), 8U);
  EXPECT_EQ(columns.at("weight").front(), "1 kg");
}

TEST(ListsAndKeysTest, ALabelFindsValuesWithinWhateverTags) {
  const auto columns = columns_of([](int n) {
    const std::string day = "2024-05-1" + std::to_string(n);
    return "<table><tr><th>Posted</th><td>" + (n % 2 == 0 ? "<nobr>" + day + "</nobr>" : day) +
           "</td></tr></table>";
  });
  ASSERT_EQ(columns.size(), 1U);
  EXPECT_EQ(columns.at("posted").size(), 8U);
}

TEST(ListsAndKeysTest, AValueIsDataAlthoughAMenuHasItOnEveryPage) {
  const auto columns = columns_of([](int n) {
    const char* const teams[] = {"Bulls", "Hawks", "Jazz"};
    std::string html = "<ul>";
    for (const char* team : teams) html += "<li><a>" + std::string(team) + "</a></li>";
    return html + "</ul><h1>Player " + std::to_string(n) + "</h1><p class=team>" + teams[n % 3] +
           "</p>";
  });
  ASSERT_TRUE(columns.contains("team"));
  EXPECT_EQ(columns.at("team").size(), 8U);
}

// The second line of the address is missing on some pages.
TEST(ListsAndKeysTest, LinesThatMoveAreToldByTheirLook) {
  const auto columns = columns_of([](int n) {
    const std::string k = std::to_string(n);
    return "<div id=at><p>Oak Street " + k + "</p>" + (n % 2 == 0 ? "<p>Floor " + k + "</p>" : "") +
           "<p>555-010" + k + " |</p></div>";
  });
  const bool phones = std::any_of(columns.begin(), columns.end(), [](const auto& column) {
    return column.second.size() == 8 && column.second[1] == "555-0102 |";
  });
  EXPECT_TRUE(phones);
}

// More reviews than columns are wanted: what a page says once goes first.
TEST(ListsAndKeysTest, PlacesThatAreCountedComeLast) {
  const auto columns = columns_of([](int n) {
    std::string html = "<h1>Book " + std::to_string(n) + "</h1>";
    for (int r = 0; r < 80; ++r) {
      html += r % 2 == 0 ? "<div><i>" : "<div><b>";
      html += "words " + std::to_string(n * 100 + r) + "</div>";
    }
    return html + "<address><a>Author " + std::to_string(n) + "</a></address>";
  });
  const bool author = std::any_of(columns.begin(), columns.end(), [](const auto& column) {
    return column.second.front() == "Author 1";
  });
  EXPECT_TRUE(author);
}

// What stands before it is data with a label of its own, the same on some pages by chance.
TEST(ListsAndKeysTest, AnotherLabelledValueIsNoLabel) {
  const auto columns = columns_of([](int n) {
    const std::string k = std::to_string(n);
    return "<h1>Inn " + k + "</h1><ul><li>Kitchen: " + (n % 8 < 4 ? "Other" : "Thai " + k) +
           "</li><li class=tel>555-010" + k + "</li></ul>";
  });
  ASSERT_TRUE(columns.contains("tel"));
  EXPECT_EQ(columns.at("tel").size(), 8U);
}

// A label is marked as one or ends in a colon; else a class says more, if there is one.
TEST(ListsAndKeysTest, ALabelIsNoValueOfTheLabelBefore) {
  const auto columns = columns_of([](int n) {
    const std::string k = std::to_string(n * n);
    return "<h1>Book " + k + "</h1><b>Publisher:</b> " +
           (n % 4 == 0 ? "" : "<i>House " + k + "</i>") + "<p><b>Year:</b> <i>19" +
           std::to_string(10 + n) + "</i></p>";
  });
  EXPECT_EQ(columns.at("publisher").size(), 6U);
  EXPECT_EQ(columns.at("year").size(), 8U);
  for (const auto& [name, texts] : columns) EXPECT_THAT(texts, Not(Contains("Year:"))) << name;
}

TEST(ListsAndKeysTest, NamesComeFromLabelsThenClassesThenNeighbours) {
  const auto columns = columns_of([](int n) {
    const std::string k = std::to_string(n);
    return "<dl><dt>Maker</dt><dd class=x1>House " + k +
           "</dd></dl><p>Add to cart</p><p class=cost>$" + k + "</p><p>In stock</p><p>" + k +
           " pieces</p>";
  });
  EXPECT_TRUE(columns.contains("maker"));
  EXPECT_TRUE(columns.contains("cost"));
  EXPECT_TRUE(columns.contains("in_stock"));
}

TEST(ListsAndKeysTest, BadInputIsAnErrorWithAReason) {
  std::vector<model::Page> one;
  one.push_back(page_of("1", "<h1>Lamp</h1><p>Good for a room</p>"));
  EXPECT_EQ(find_lists_and_keys(pointers_to(one)).error().code, ErrorCode::kNotFound);
  std::vector<model::Page> same;
  for (int i = 0; i < 3; ++i) same.push_back(product(1));
  EXPECT_EQ(find_lists_and_keys(pointers_to(same)).error().code, ErrorCode::kNotFound);
  std::vector<model::Page> empty(3);
  EXPECT_EQ(find_lists_and_keys(pointers_to(empty)).error().code, ErrorCode::kNotFound);
}

// A shop's page with offers, each with reviews of which the two cells have one tag.
model::Page offers(int n) {
  std::string html = "<div id=nav><a>Home</a><a>Shop</a></div><h1>Lamp " + std::to_string(n) +
                     "</h1><p><b>Weight:</b> <i>" + std::to_string(n * 3) + " kg</i></p><ul>";
  for (int i = 0; i < n % 4; ++i) {
    html += "<li><em>Seller " + std::to_string(n * 10 + i) + "</em>";
    if (i % 2 == 0) html += "<u>Free delivery " + std::to_string(n + i) + "</u>";
    html += "<ol>";
    for (int k = 0; k <= (n + i) % 3; ++k)
      html += "<li><span>by Ann" + std::to_string(n * 7 + k) + "</span><span>2024-0" +
              std::to_string(1 + k) + "-1" + std::to_string(n % 10) + "</span></li>";
    html += "</ol></li>";
  }
  return page_of(std::to_string(n), html + "</ul><p>Copyright</p>");
}

TEST(ListsAndKeysTest, ListsAreNestedRecordsBesideTheColumns) {
  std::vector<model::Page> pages;
  for (int n = 1; n <= 8; ++n) pages.push_back(offers(n));
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_THAT(names(found->schema), ElementsAre("title", "weight", "items"));
  const model::Attribute& items = *found->schema.find("items");
  EXPECT_TRUE(items.set);
  ASSERT_EQ(items.attributes.size(), 3U);  // Seller, delivery, reviews.
  EXPECT_FALSE(items.attributes[0].optional);
  EXPECT_TRUE(items.attributes[1].optional);
  EXPECT_TRUE(items.attributes[2].set);
  ASSERT_EQ(items.attributes[2].attributes.size(), 2U);
  EXPECT_EQ(items.attributes[2].attributes[1].type, value::ValueType::kDate);

  const auto loaded = wrap::load_wrapper(model::save_wrapper(*found->wrapper));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto records = (*loaded)->apply(offers(11)).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title")->text, "Lamp 11");
  ASSERT_EQ(records[0].find("items")->items.size(), 3U);
  const model::Record& second = records[0].find("items")->items[1].record[0];
  EXPECT_EQ(second.fields[0].value.text, "Seller 111");
  EXPECT_EQ(second.find(items.attributes[1].name), nullptr);
  EXPECT_EQ(second.find(items.attributes[2].name)->items.size(), 1U);
  // A page without offers has the columns.
  EXPECT_EQ((*loaded)->apply(offers(12)).records[0].find("weight")->text, "36 kg");
}

TEST(ListsAndKeysTest, OnePageWithAListWillDo) {
  std::vector<model::Page> pages;
  pages.push_back(page_of("1",
                          "<h1>Pens</h1><ul><li><b>Red</b><i>$2</i><li><b>Blue</b><i>$3</i>"
                          "<li><b>Black</b><i>$4</i></ul>"));
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  ASSERT_EQ(found->schema.attributes.size(), 1U);
  EXPECT_TRUE(found->schema.attributes[0].set);
  EXPECT_EQ(found->wrapper->apply(pages[0]).records[0].fields[0].value.items.size(), 3U);
}

// A fifth of the rows begin with a text that another page has, too; as labels do, of which there are few.
TEST(ListsAndKeysTest, RowsThatPagesShareByChanceAreNoLabels) {
  std::vector<model::Page> pages;
  for (int p = 0; p < 4; ++p) {
    std::string html = "<h1>Page " + std::to_string(p) + "</h1><ul>";
    for (int i = 0; i < 30; ++i) {
      const int name = i % 5 == 0 ? 1000 + (p / 2) * 100 + i : p * 100 + i;
      html += "<li><b>Lamp " + std::to_string(name) + "</b><i>$" + std::to_string(p * 31 + i) +
              "</i></li>";
    }
    pages.push_back(page_of(std::to_string(p), html + "</ul>"));
  }
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok()) << found.error().message;
  const auto records = found->wrapper->apply(pages[0]).records;
  ASSERT_EQ(records.size(), 1U);
  ASSERT_NE(records[0].find("items"), nullptr);
  EXPECT_EQ(records[0].find("items")->items.size(), 30U);
}

TEST(ListsAndKeysTest, ManyRepeatedRowsAreFewColumns) {
  std::vector<model::Page> pages;
  for (int p = 0; p < 3; ++p) {
    std::string html = "<table>";
    for (int i = 0; i < 30'000; ++i)
      html += "<tr><td>" + std::to_string(i * (p + 1)) + "</td></tr>";
    pages.push_back(page_of(std::to_string(p), html + "</table>"));
  }
  const auto found = find_lists_and_keys(pointers_to(pages));
  ASSERT_TRUE(found.ok());
  EXPECT_LE(found->schema.attributes.size(), 60U);
}

TEST(TemplatesTest, MethodsHaveNames) {
  EXPECT_TRUE(find_template_method("weft").ok());
  EXPECT_EQ(find_template_method("guess").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace weft::templates
