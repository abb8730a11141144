#include "base/file.h"
#include "base/json.h"
#include "base/testing/temp_folder.h"
#include "practice/site.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::practice {
namespace fs = std::filesystem;
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string slurp(const fs::path& path) { return read_file(path).value_or(""); }

class WriteSiteTest : public ::testing::Test {
 protected:
  const TempFolder folder_;
  const fs::path directory_ = folder_.path();
};

TEST_F(WriteSiteTest, WritesPagesTruthAndTheLayoutsOfTheDataSets) {
  const Site site = generate({.domain = Domain::kCars, .seed = 4, .items = 9});
  ASSERT_TRUE(write_site(site, directory_).ok());
  EXPECT_EQ(slurp(directory_ / "html/0000.html"), site.pages[0].html);
  std::istringstream truth(slurp(directory_ / "truth.jsonl"));
  size_t lines = 0;
  for (std::string line; std::getline(truth, line); ++lines) {
    EXPECT_EQ((*parse_json(line))["page"], site.pages[lines].url);
  }
  EXPECT_EQ(lines, site.pages.size());
  EXPECT_THAT(slurp(directory_ / "swde/groundtruth/cars-practice4-price.txt"),
              StartsWith("cars\tpractice4\tprice\n9\t9\t9\t"));
  EXPECT_THAT(slurp(directory_ / "swde/pages/cars-practice4/0000.htm"),
              StartsWith("<base href=\"http://cars-4.example.org/"));
  EXPECT_THAT(slurp(directory_ / "records/manifest.tsv"), HasSubstr("page.htm"));
}

TEST_F(WriteSiteTest, ReplacesAPracticeSiteButNothingElse) {
  const Site site = generate({.items = 3});
  ASSERT_TRUE(write_site(site, directory_).ok());
  EXPECT_TRUE(write_site(site, directory_).ok());
  fs::remove(directory_ / "truth.jsonl");
  const Status refused = write_site(site, directory_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kAlreadyExists);
}

}  // namespace
}  // namespace weft::practice
