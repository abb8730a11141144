#include "site/template_site.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/testing/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "site/bundle.h"

namespace weft::site {
namespace {

using ::testing::HasSubstr;

class TemplateSiteTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string bundle() const { return folder_ / "x.site"; }

  static model::Page page(const std::string& id, const std::string& html) {
    return model::html_page(html, {.id = id});
  }

  // Products, and articles of another build.
  static std::vector<model::Page> two_templates() {
    std::vector<model::Page> pages;
    for (int i = 0; i < 12; ++i) {
      pages.push_back(page(
          fmt::format("p{}", i),
          fmt::format("<div class=shop><h1>Lamp {0}</h1><table><tr><th>Price</th><td>${0}.50</td>"
                      "</tr><tr><th>Maker</th><td>Firm {1}</td></tr></table></div>",
                      i + 10, i % 3)));
      pages.push_back(
          page(fmt::format("a{}", i),
               fmt::format("<article><header><h2>News {0}</h2><time>2024-03-{0}</time></header>"
                           "<section><p>It rained {0} times.</p><p>More.</p><ul><li>a<li>b</ul>"
                           "</section></article>",
                           i + 10)));
    }
    return pages;
  }

 private:
  const TempFolder folder_;
};

TEST_F(TemplateSiteTest, PagesOfSeveralTemplatesAreGroupedFirst) {
  const auto found = find_templates(two_templates(), templates::find_key_columns);
  ASSERT_TRUE(found.ok()) << found.error().message;
  ASSERT_EQ(found->templates.size(), 2U);
  for (const FoundTemplate& one : found->templates) EXPECT_EQ(one.pages.size(), 12U);
  ASSERT_TRUE(put_in_bundle(bundle(), *found).ok());
  const auto unnamed = open_columns(bundle(), "");
  ASSERT_FALSE(unnamed.ok());
  EXPECT_THAT(unnamed.error().message, HasSubstr("--template NAME, one of"));
}

TEST_F(TemplateSiteTest, NamedColumnsBecomeRulesAndTheirNamesAreKnown) {
  std::vector<model::Page> pages;
  for (model::Page& one : two_templates()) {
    if (one.id[0] == 'p') pages.push_back(std::move(one));
  }
  const auto found = find_templates(std::move(pages), templates::find_key_columns);
  ASSERT_TRUE(found.ok());
  ASSERT_TRUE(put_in_bundle(bundle(), *found).ok());
  ASSERT_TRUE(known_columns(bundle())->empty());  // Nobody named one.
  const auto open = open_columns(bundle(), "");
  ASSERT_TRUE(open.ok()) << open.error().message;
  std::vector<ColumnName> names;
  for (size_t c = 0; c < open->table.size(); ++c) {
    if (open->table[c].type == model::ValueType::kMoney) names.push_back({c, "cost"});
  }
  ASSERT_EQ(names.size(), 1U);
  EXPECT_FALSE(put_names(bundle(), *open, {}).ok());
  const auto named = put_names(bundle(), *open, names);
  ASSERT_TRUE(named.ok()) << named.error().message;
  EXPECT_EQ(named->labels.size(), 12U);
  const auto site = Bundle::open(bundle(), Bundle::Mode::kRead);
  ASSERT_TRUE(site.ok());
  const auto wrapper = site->wrapper(open->template_name);
  ASSERT_TRUE(wrapper.ok());
  const auto extraction =
      (*wrapper)->apply(page("x",
                             "<div class=shop><h1>Lamp</h1><table><tr><th>Price</th><td>$7.50"
                             "</td></tr><tr><th>Maker</th><td>A</td></tr></table></div>"));
  ASSERT_EQ(extraction.records.size(), 1U);
  ASSERT_NE(extraction.records[0].find("cost"), nullptr);
  EXPECT_EQ(extraction.records[0].find("cost")->text, "$7.50");
  const auto kept = site->labels(open->template_name);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->labels.size(), named->labels.size());
  const auto known = known_columns(bundle());
  ASSERT_TRUE(known.ok());
  ASSERT_EQ(known->size(), 1U);
  EXPECT_EQ((*known)[0].name, "cost");
  // Rules that somebody made stay.
  EXPECT_FALSE(put_in_bundle(bundle(), *found).ok());
  EXPECT_TRUE(put_in_bundle(bundle(), *found, true).ok());
}

TEST_F(TemplateSiteTest, OfColumnsThatShareANameAPageHasTheFirst) {
  std::vector<model::Page> pages;
  pages.push_back(page("0", "<p>Publisher: Knopf</p>"));
  pages.push_back(page("1", "<p>none</p>"));
  const std::vector<templates::ColumnTexts> table = {
      {.name = "a", .texts = {{0, "Knopf", "/html[1]/body[1]/p[1]"}}, .pages = 1},
      {.name = "b",
       .texts = {{0, "Publisher: Knopf", "/html[1]/body[1]/p[1]"},
                 {1, "none", "/html[1]/body[1]/p[1]"}},
       .pages = 2}};
  const auto labels =
      labels_of_names(table, {{0, "publisher"}, {1, "publisher"}}, {&pages[0], &pages[1]});
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].value, "Knopf");
  ASSERT_TRUE(labels[0].span.has_value());
  EXPECT_EQ(labels[0].span->begin, 11U);
  EXPECT_EQ(labels[1].value, "none");
  EXPECT_FALSE(labels[1].span.has_value());
}

}  // namespace
}  // namespace weft::site
