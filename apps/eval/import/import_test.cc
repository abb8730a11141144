// Every importer, on a few lines of our own in the format of its set.

#include <unistd.h>

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/data.h"
#include "eval/import/lines.h"
#include "eval/import/people.h"
#include "eval/import/sites.h"
#include "eval/import/text_pages.h"
#include "html/parser.h"

namespace weft::eval {
namespace fs = std::filesystem;
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

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

TEST_F(ImportTest, ContactMarksJoinThePartsOfAnEntity) {
  const auto parsed = html::parse(
      "<p><span wa-type=TEL wa-id=1>020</span> <b>or</b> <span wa-type=ORG wa-id=2>Acme\n "
      "Ltd</span> "
      "<span wa-type=TEL wa-id=1>555</span>");
  EXPECT_THAT(contact_marks(parsed.document),
              ElementsAre(Mark{"TEL", "1", "020 555"}, Mark{"ORG", "2", "Acme Ltd"}));
}

TEST_F(ImportTest, HomepageMarksMayNestAndMayBeBroken) {
  const MarkedText page = homepage_marks(
      "I [intro]am a [position]Reader[/position] at X[/intro]. See [3] [fax]1[/phone]");
  EXPECT_EQ(page.text, "I am a Reader at X. See [3] 1");
  EXPECT_THAT(page.marks,
              ElementsAre(Mark{"intro", "", "am a Reader at X"}, Mark{"position", "", "Reader"}));
}

TEST_F(ImportTest, People) {
  put("contacts/us/wa/1.html", "x");
  put("contacts/us/source/1.html", "x");
  put("homepages/7.txt", "x");
  put("faculty/html/01.html", "x");
  put("faculty/names/01.txt", "Ada Lovelace\n\nAlan  Turing\n");
  const auto set = import_people(directory_);
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->contacts.size(), 1u);
  EXPECT_EQ(set->contacts[0].collection, "us");
  EXPECT_EQ(set->homepages.size(), 1u);
  EXPECT_THAT(set->faculty[0].names, ElementsAre("Ada Lovelace", "Alan Turing"));
}

TEST_F(ImportTest, Pagination) {
  put("html/2.html", "x");
  put("data.csv",
      "File Name,Page URL,Encoding,PREV,PAGE,NEXT,LAST,FIRST,failed,comment\n"
      "2,http://a.example/,UTF-8,.p,\".a , .b\",,,,,\n9,http://b.example/,UTF-8,,,,,,,\n");
  const auto pages = import_pagination(directory_);
  ASSERT_TRUE(pages.ok());
  ASSERT_EQ(pages->size(), 1u);
  EXPECT_THAT((*pages)[0].selectors, ElementsAre(Pair("PAGE", ".a , .b"), Pair("PREV", ".p")));
}

TEST_F(ImportTest, Forms) {
  put("html/a.html", "x");
  put("config.json", R"({"form_types":{"types":[{"short":"s","full":"search"}]},
                         "field_types":{"types":[{"short":"qq","full":"search query"}]}})");
  put("index.json",
      R"({"html/a.html":{"url":"u","forms":["s","?"],"visible_html_fields":[{"q":"qq"},{}]}})");
  const auto pages = import_forms(directory_);
  ASSERT_TRUE(pages.ok());
  ASSERT_EQ((*pages)[0].forms.size(), 2u);
  EXPECT_EQ((*pages)[0].forms[0].type, "search");
  EXPECT_THAT((*pages)[0].forms[0].fields, ElementsAre(Pair("q", "search query")));
  EXPECT_EQ((*pages)[0].forms[1].type, "?");
}

TEST_F(ImportTest, Graphs) {
  put("edges.tsv", "0\t1\n\n1 2\nstart end\n");
  EXPECT_THAT(*import_edges(directory_ / "edges.tsv"), ElementsAre(Pair(0, 1), Pair(1, 2)));
  put("links.tsv", "# comment\nA\tB\nB\tA\n");
  put("categories.tsv", "A\tsubject.X\nA\tsubject.Y\n");
  const auto graph = import_named_graph(directory_ / "links.tsv", directory_ / "categories.tsv");
  ASSERT_TRUE(graph.ok());
  EXPECT_THAT(graph->names, ElementsAre("A", "B"));
  EXPECT_THAT(graph->edges, ElementsAre(Pair(0, 1), Pair(1, 0)));
  EXPECT_THAT(graph->topics.at("A"), ElementsAre("subject.X", "subject.Y"));
}

TEST_F(ImportTest, Gazetteers) {
  put("lists/book/author.txt", "Ada  Lovelace\n\nAlan Turing\n");
  put("SOURCE.txt", "not a list");
  const auto lists = import_gazetteers(directory_);
  ASSERT_TRUE(lists.ok());
  ASSERT_EQ(lists->size(), 1u);
  EXPECT_EQ((*lists)[0].domain, "book");
  EXPECT_THAT(*read_terms((*lists)[0]), ElementsAre("Ada Lovelace", "Alan Turing"));
}

TEST_F(ImportTest, SaysWhatIsMissing) {
  for (const auto& failed : {import_articles(directory_).ok(), import_news(directory_).ok(),
                             import_recipes(directory_).ok(), import_history(directory_).ok(),
                             import_people(directory_).ok(), import_pagination(directory_).ok(),
                             import_forms(directory_).ok(), import_gazetteers(directory_).ok()}) {
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
