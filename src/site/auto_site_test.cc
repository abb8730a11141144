#include "site/auto_site.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"
#include "site/bundle.h"
#include "site/input_files.h"

namespace weft::site {
namespace {

model::Page page_of(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id, .url = "https://books.example/" + id});
}

constexpr const char* kWords[] = {"River", "Salt",  "Winter", "Kings", "Glass", "Orchard",
                                  "Stone", "Ember", "Harbor", "Maple", "Crow",  "Ladder"};

std::vector<model::Page> books(int count = 10) {
  std::vector<model::Page> pages;
  for (int i = 0; i < count; ++i) {
    pages.push_back(
        page_of(std::to_string(i),
                fmt::format("<title>The {0} of {1} - Shop</title><h1>The {0} of {1}</h1><table>"
                            "<tr><th>Author:</th><td>Anna {1}</td></tr>"
                            "<tr><th>Publisher:</th><td>{0} Press</td></tr>"
                            "<tr><th>Publication date:</th><td>May {2}, 2010</td></tr></table>",
                            kWords[i], kWords[(i + 2) % 12], i + 1)));
  }
  return pages;
}

TEST(AutoSiteTest, LearnsAnOrdinaryWrapperWithoutALabel) {
  const auto site = learn_by_domain(books(), *read_domain("books"));
  ASSERT_TRUE(site.ok()) << site.error().message;
  ASSERT_TRUE(site->found_any());
  ASSERT_FALSE(site->templates[0].labels.empty());
  EXPECT_EQ(site->templates[0].labels[0].source, model::LabelSource::kOntology);
  const auto extractions = extract_all(*site);
  ASSERT_TRUE(extractions.ok());
  const model::Record& record = (*extractions)[0].records.at(0);
  EXPECT_EQ(record.find("title")->text, "The River of Winter");
  EXPECT_EQ(record.find("author")->text, "Anna Winter");
  EXPECT_EQ(record.find("publication_date")->normalized, "2010-05-01");
}

TEST(AutoSiteTest, APageLikeNoOthersIsOfTheTemplateWhoseRulesReadIt) {
  std::vector<model::Page> pages = books(12);
  pages.push_back(
      page_of("odd",
              "<title>Emma - Shop</title><div id=banner><ul><li>Sale<li>New<li>Gifts</ul>"
              "<dl><dt>a<dd>b</dl><form><select><option>1</select></form><p><em>x</em></p></div>"
              "<h1>Emma</h1><table><tr><th>Author:</th><td>Jane Austen</td></tr>"
              "<tr><th>Publisher:</th><td>Murray</td></tr>"
              "<tr><th>Publication date:</th><td>May 3, 1815</td></tr></table>"));
  pages.push_back(
      page_of("help", "<div><p>How to <b>order</b></p><ol><li>Choose<li>Pay</ol></div>"));
  const auto site = learn_by_domain(std::move(pages), *read_domain("books"));
  ASSERT_TRUE(site.ok()) << site.error().message;
  ASSERT_EQ(site->templates.size(), 1U);
  EXPECT_EQ(site->templates[0].pages.size(), 13U);
  EXPECT_EQ(site->ungrouped, 1U);
  const auto extractions = extract_all(*site);
  ASSERT_TRUE(extractions.ok());
  EXPECT_EQ(extractions->back().records.at(0).find("author")->text, "Jane Austen");
}

TEST(AutoSiteTest, TheBundleCanBeUsedByOthers) {
  const auto site = learn_by_domain(books(), *read_domain("books"));
  ASSERT_TRUE(site.ok());
  const std::string directory = testing::TempDir() + "auto_site_test.site";
  std::filesystem::remove_all(directory);
  const Status put = put_in_bundle(directory, *site);
  ASSERT_TRUE(put.ok()) << put.error().message;
  const auto bundle = Bundle::open(directory, Bundle::Mode::kRead);
  ASSERT_TRUE(bundle.ok());
  EXPECT_TRUE(bundle->wrapper("page").ok());
  std::filesystem::remove_all(directory);
}

TEST(AutoSiteTest, PagesOfAnotherKindShowNothing) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 8; ++i)
    pages.push_back(page_of(
        std::to_string(i),
        fmt::format("<p>Our {0} is about {1}, and {0} again.</p>", kWords[i], kWords[i + 1])));
  const auto site = learn_by_domain(std::move(pages), *read_domain("books"));
  ASSERT_TRUE(site.ok());
  EXPECT_FALSE(site->found_any());
}

TEST(AutoSiteTest, NoPagesAndUnknownInducersAreErrors) {
  EXPECT_FALSE(learn_by_domain({}, *read_domain("books")).ok());
  EXPECT_FALSE(learn_by_domain(books(), *read_domain("books"), {.inducer = "magic"}).ok());
  EXPECT_FALSE(read_domain("no-such-domain").ok());
}

}  // namespace
}  // namespace weft::site
