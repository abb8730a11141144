// weft report and weft recrawl, on a crawl of three pages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/verb.h"
#include "crawl/frontier.h"
#include "crawl/metadata.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr crawl::TimePoint kStart = crawl::TimePoint(std::chrono::days(20'000));

class ReportVerbTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("weft-report-" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    auto metadata = crawl::MetadataStore::open((folder_ / "metadata.sqlite").string());
    const std::vector<crawl::PageVisit> visits = {{.url = "https://a.example.de/papers",
                                                   .host = "a.example.de",
                                                   .time = kStart,
                                                   .status = 200,
                                                   .content_hash = 1,
                                                   .bytes = 2000},
                                                  {.url = "https://a.example.de/1.pdf",
                                                   .host = "a.example.de",
                                                   .parent = "https://a.example.de/papers",
                                                   .time = kStart,
                                                   .status = 200,
                                                   .document = true,
                                                   .content_hash = 2,
                                                   .bytes = 5'000'000},
                                                  {.url = "https://b.example/<x>",
                                                   .host = "<b>.example",
                                                   .time = kStart + std::chrono::days(1),
                                                   .status = 404}};
    ASSERT_TRUE((*metadata)->record(visits).ok());
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string run(const std::string& name, std::vector<std::string> arguments, bool json = false) {
    CLI::App app;
    std::function<ExitCode(Context&)> verb;
    for (const VerbSpec& spec : registered_verbs())
      if (spec.name == name) verb = spec.declare(app);
    std::reverse(arguments.begin(), arguments.end());  // As CLI11 wants them.
    app.parse(std::move(arguments));
    const std::string output = (folder_ / "output").string();
    Context context;
    context.options.json = json;
    context.options.quiet = true;
    context.out = std::move(*Output::open(output));
    code_ = verb(context);
    EXPECT_TRUE(context.out.commit().ok());
    return *read_file(output);
  }

  ExitCode code_ = ExitCode::kGood;
  fs::path folder_;
};

TEST_F(ReportVerbTest, CountsHostsCountriesAndDays) {
  const std::string text = run("report", {folder_.string()});
  EXPECT_EQ(code_, ExitCode::kGood);
  for (const char* part : {"a.example.de", "DE", "2024-10-04", "5.0 MB", "1 pages gone"})
    EXPECT_THAT(text, HasSubstr(part));
  const auto json = nlohmann::json::parse(run("report", {folder_.string()}, true));
  EXPECT_EQ(json["total"]["pages"], 3);
  EXPECT_EQ(json["hosts"][0]["documents"], 1);
  EXPECT_EQ(json["days"].size(), 2U);
  EXPECT_EQ(json["states"]["gone"], 1);
}

TEST_F(ReportVerbTest, WritesAPageThatRunsNothing) {
  const std::string page = (folder_ / "report.html").string();
  EXPECT_EQ(run("report", {folder_.string(), "--html", page}), "");
  const std::string html = *read_file(page);
  EXPECT_THAT(html, HasSubstr("<svg"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;.example"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST_F(ReportVerbTest, SaysWhatIsMissing) {
  run("report", {(folder_ / "nowhere").string()});
  EXPECT_EQ(code_, ExitCode::kFailed);
  run("report", {folder_.string(), "--country", "FR"});
  EXPECT_EQ(code_, ExitCode::kNothing);
}

TEST_F(ReportVerbTest, RecrawlListsAndSubmitsPages) {
  EXPECT_THAT(run("recrawl", {folder_.string(), "--policy", "age"}),
              HasSubstr("https://a.example.de/papers\t"));
  const std::string frontier = (folder_ / "frontier.sqlite").string();
  const auto pages =
      nlohmann::json::parse(run("recrawl", {folder_.string(), "--submit", frontier}, true));
  EXPECT_EQ(pages.size(), 2U) << "pages that are gone are left alone";
  EXPECT_EQ((*crawl::open_frontier(frontier))->stats()->submitted, 2U);
}

}  // namespace
}  // namespace weft::cli
