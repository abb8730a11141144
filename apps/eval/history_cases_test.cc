#include "eval/history_cases.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"

namespace weft::eval {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class HistoryCasesTest : public ::testing::Test {
 protected:
  void put(const std::string& path, std::string_view text) const {
    fs::create_directories((directory_ / path).parent_path());
    std::ofstream(directory_ / path, std::ios::binary) << text;
  }
  [[nodiscard]] Result<std::vector<HistorySite>> read() const {
    return read_history_sites({.data = {directory_}});
  }
  const TempFolder folder_;
  const fs::path directory_ = folder_.path();
};

TEST_F(HistoryCasesTest, JoinsTheCapturesOfAPageWithWhatIsTrueOfThem) {
  put("cook/2023_b.html", "<h1>Soup</h1><ul><li>water<li>salt</ul>");
  put("cook/2020_a.html",
      "<div itemtype='http://schema.org/Recipe'><h2 itemprop=name>Old soup</h2></div>");
  put("cook/2023_b.json",
      R"({"title":"Soup","total_time":30,"ingredients":["water","salt"],"yields":"2 servings"})");
  put("index.tsv",
      "stem\tdate\tcommit\tfile\tcanonical\tlabel_json\r\n"
      "cook\t2023-01-01\tx\tcook/2023_b.html\thttps://cook.example/soup\tcook/2023_b.json\r\n"
      "cook\t2020-01-01\tx\tcook/2020_a.html\thttp://www.cook.example/soup/\t\r\n"
      "cook\t2021-01-01\tx\tcook/gone.html\thttp://www.cook.example/soup/\t\r\n");
  const auto sites = read();
  ASSERT_TRUE(sites.ok()) << sites.error().message;
  ASSERT_EQ(sites->size(), 1u);
  EXPECT_EQ((*sites)[0].host, "cook.example");
  ASSERT_EQ((*sites)[0].pages.size(), 1u);
  const std::vector<Capture>& captures = (*sites)[0].pages[0];
  ASSERT_EQ(captures.size(), 2u);
  EXPECT_EQ(captures[0].date, "2020-01-01");
  EXPECT_THAT(watch::texts(captures[0].truth, "title"), ElementsAre("Old soup"));
  EXPECT_THAT(watch::texts(captures[1].truth, "ingredients"), ElementsAre("water", "salt"));
  EXPECT_EQ(captures[1].claimed, 3u);
  EXPECT_FALSE(captures[1].truth.contains("yields"));  // Not on the page.
  EXPECT_EQ(cases_of((*sites)[0]).size(), 1u);
}

TEST_F(HistoryCasesTest, SaysWhatIsMissing) {
  EXPECT_EQ(read().error().code, ErrorCode::kNotFound);
  put("index.tsv", "stem\tdate\n");
  EXPECT_EQ(read().error().code, ErrorCode::kCorruption);
}

TEST(RecipeValuesTest, YieldsCompareByTheirNumbersAndStepsWithoutTheirs) {
  EXPECT_EQ(compare_recipe_values("yields", {"Serves 4"}, {"4 servings"}), (Counts{1, 1, 1}));
  EXPECT_EQ(compare_recipe_values("instructions", {"1. Boil it"}, {"Boil it"}), (Counts{1, 1, 1}));
  EXPECT_EQ(compare_recipe_values("title", {"Soup"}, {"Stew"}), (Counts{0, 1, 1}));
  EXPECT_EQ(compare_recipe_values("instructions", {"Boil.", "Eat."}, {"Boil. Eat."}),
            (Counts{1, 1, 1}));
}

}  // namespace
}  // namespace weft::eval
