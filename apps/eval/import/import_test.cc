// Every importer, on a few lines of our own in the format of its set.

#include <unistd.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/data.h"
#include "eval/import/lines.h"
#include "eval/import/text_pages.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

using ::testing::ElementsAre;

class ImportTest : public ::testing::Test {
 protected:
  ImportTest()
      : directory_(fs::temp_directory_path() / ("weft-import-" + std::to_string(getpid()))) {}
  ~ImportTest() override { fs::remove_all(directory_); }
  void put(const std::string& path, std::string_view text) const {
    fs::create_directories((directory_ / path).parent_path());
    std::ofstream(directory_ / path, std::ios::binary) << text;
  }
  fs::path directory_;
};

TEST_F(ImportTest, SplitsLinesWhateverTheirEnds) {
  EXPECT_THAT(lines_of("\xEF\xBB\xBF"
                       "a\r\nb\n"),
              ElementsAre("a", "b"));
  EXPECT_THAT(lines_of(""), ElementsAre());
  EXPECT_THAT(split("a\t\tb", '\t'), ElementsAre("a", "", "b"));
}

TEST_F(ImportTest, Articles) {
  put("html/0001.html", "<p>hello");
  put("ground-truth/0001.json",
      R"({"url":"http://a.example/","_internal":{"page_type":{"primary":"forum"}},
          "ground_truth":{"title":"T","author":null,"main_content":"hello","with":["hel"],"without":["menu"]}})");
  put("ground-truth/0002.json", R"({"ground_truth":{}})");  // Its page is not here.
  const auto pages = import_articles(directory_);
  ASSERT_TRUE(pages.ok());
  ASSERT_EQ(pages->size(), 1u);
  EXPECT_EQ((*pages)[0].page_type, "forum");
  EXPECT_EQ((*pages)[0].author, "");
  EXPECT_THAT((*pages)[0].without, ElementsAre("menu"));
}

TEST_F(ImportTest, News) {
  put("fixtures/a.html", "<h1>T");
  put("labels.json",
      R"([{"domain":"a","fixture":"fixtures/a.html","url":"u","expected":{"title":"T","dek":"D"}},
                         {"domain":"b","fixture":"fixtures/b.html","expected":{}}])");
  const auto pages = import_news(directory_);
  ASSERT_TRUE(pages.ok());
  ASSERT_EQ(pages->size(), 1u);
  EXPECT_EQ((*pages)[0].dek, "D");
}

constexpr std::string_view kRecipe =
    R"({"title":"Soup","total_time":30,"ingredients":["water","salt"],"instructions_list":["boil"],"yields":"2 servings"})";

TEST_F(ImportTest, Recipes) {
  put("cook.example/soup.testhtml", "<h1>Soup");
  put("cook.example/soup.json", kRecipe);
  const auto pages = import_recipes(directory_);
  ASSERT_TRUE(pages.ok());
  ASSERT_EQ(pages->size(), 1u);
  EXPECT_EQ((*pages)[0].host, "cook.example");
  EXPECT_EQ((*pages)[0].truth.total_time, "30");
  EXPECT_THAT((*pages)[0].truth.ingredients, ElementsAre("water", "salt"));
}

TEST_F(ImportTest, HistoryJoinsTheVersionsOfAPage) {
  put("cook/2023_b.html", "new");
  put("cook/2020_a.html", "old");
  put("cook/2023_b.json", kRecipe);
  put("index.tsv",
      "stem\tdate\tcommit\tfile\tcanonical\tlabel_json\n"
      "cook\t2023-01-01\tx\tcook/2023_b.html\thttps://cook.example/soup\tcook/2023_b.json\n"
      "cook\t2020-01-01\tx\tcook/2020_a.html\thttp://www.cook.example/soup/\t\n");
  const auto pages = import_history(directory_);
  ASSERT_TRUE(pages.ok()) << pages.error().message;
  ASSERT_EQ(pages->size(), 1u);
  EXPECT_EQ((*pages)[0].canonical, "cook.example/soup");
  ASSERT_EQ((*pages)[0].versions.size(), 2u);
  EXPECT_EQ((*pages)[0].versions[0].date, "2020-01-01");
  EXPECT_FALSE((*pages)[0].versions[0].truth.has_value());
  EXPECT_EQ((*pages)[0].versions[1].truth->title, "Soup");
}

TEST_F(ImportTest, SaysWhatIsMissing) {
  for (const auto& failed : {import_articles(directory_).ok(), import_news(directory_).ok(),
                             import_recipes(directory_).ok(), import_history(directory_).ok()}) {
    EXPECT_FALSE(failed);
  }
}

// The real sets, where they are.
TEST(ImportRealSetsTest, HaveAsManyPagesAsTheyShould) {
  const auto articles = find_data_set("articles");
  const auto news = find_data_set("news");
  const auto recipes = find_data_set("recipes");
  const auto history = find_data_set("history");
  if (!articles && !news && !recipes && !history) GTEST_SKIP() << "no data sets here";
  if (articles) {
    EXPECT_GT(import_articles(*articles)->size(), 900u);
  }
  if (news) {
    EXPECT_GT(import_news(*news)->size(), 120u);
  }
  if (recipes) {
    EXPECT_GT(import_recipes(*recipes)->size(), 400u);
  }
  if (history) {
    EXPECT_GT(import_history(*history)->size(), 50u);
  }
}

}  // namespace
}  // namespace weft::eval
