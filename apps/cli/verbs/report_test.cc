// weft report and weft recrawl, on a crawl of three pages.

#include <gmock/gmock.h>

#include "base/json.h"
#include "cli/context.h"
#include "cli/testing/program_fixture.h"
#include "crawl/frontier/frontier.h"
#include "crawl/metadata.h"

namespace weft::cli {
namespace {

using crawl::Milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr crawl::TimePoint kStart = crawl::TimePoint(std::chrono::days(20'000));

class ReportVerbTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    auto metadata = crawl::MetadataStore::open(path("metadata.sqlite"));
    const std::vector<crawl::PageVisit> visits = {{.url = "https://a.example.de/papers",
                                                   .host = "a.example.de",
                                                   .time = kStart,
                                                   .status = 200,
                                                   .content_hash = 1,
                                                   .bytes = 2000,
                                                   .type = "text/html",
                                                   .elapsed = Milliseconds(300)},
                                                  {.url = "https://a.example.de/1.pdf",
                                                   .host = "a.example.de",
                                                   .parent = "https://a.example.de/papers",
                                                   .time = kStart,
                                                   .status = 200,
                                                   .document = true,
                                                   .content_hash = 2,
                                                   .bytes = 5'000'000,
                                                   .type = "application/pdf",
                                                   .elapsed = Milliseconds(900)},
                                                  {.url = "https://b.example/<x>",
                                                   .host = "<b>.example",
                                                   .time = kStart + std::chrono::days(1),
                                                   .status = 404}};
    ASSERT_TRUE((*metadata)->record(visits).ok());
  }

  [[nodiscard]] std::string folder() const { return path(""); }
};

TEST_F(ReportVerbTest, CountsHostsCountriesAndDays) {
  const std::string text = output_of({"report", folder()});
  EXPECT_EQ(code_, ExitCode::kGood);
  for (const char* part : {"a.example.de", "DE", "2024-10-04", "5.0 MB", "1 gone"})
    EXPECT_THAT(text, HasSubstr(part));
  const auto json = *parse_json(output_of({"report", folder(), "--json"}));
  EXPECT_EQ(json["total"]["pages"], 3);
  EXPECT_EQ(json["hosts"][0]["documents"], 1);
  EXPECT_EQ(json["days"].size(), 2U);
  EXPECT_EQ(json["states"]["gone"], 1);
}

TEST_F(ReportVerbTest, CountsStatusesTypesFailuresAndSlowHosts) {
  const std::vector<crawl::PageVisit> lost = {
      {.url = "https://c.example/1", .host = "c.example", .time = kStart, .failure = "timeout"},
      {.url = "https://c.example/2", .host = "c.example", .time = kStart, .failure = "timeout"},
      {.url = "https://d.example/", .host = "d.example", .time = kStart, .failure = "dns"}};
  ASSERT_TRUE((*crawl::MetadataStore::open(path("metadata.sqlite")))->record(lost).ok());
  const auto json = *parse_json(output_of({"report", folder(), "--json"}));
  EXPECT_EQ(json["statuses"]["200"], 2);
  EXPECT_EQ(json["statuses"]["404"], 1);
  EXPECT_EQ(json["types"]["text/html"], 1);
  EXPECT_EQ(json["types"]["application/pdf"], 1);
  EXPECT_EQ(json["failures"]["timeout"], 2);
  EXPECT_EQ(json["failures"]["dns"], 1);
  EXPECT_EQ(json["slow_hosts_ms"]["a.example.de"], 600) << "the mean of its answers";
  const std::string text = output_of({"report", folder()});
  for (const char* part : {"2 200", "1 404", "1 application/pdf", "2 timeout", "600 a.example.de"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST_F(ReportVerbTest, WritesAPageThatRunsNothing) {
  const std::string page = path("report.html");
  EXPECT_EQ(output_of({"report", folder(), "--html", page}), "");
  const std::string html = *read_file(page);
  EXPECT_THAT(html, HasSubstr("<svg"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;.example"));
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST_F(ReportVerbTest, SaysWhatIsMissing) {
  output_of({"report", path("nowhere")});
  EXPECT_EQ(code_, ExitCode::kFailed);
  output_of({"report", folder(), "--country", "FR"});
  EXPECT_EQ(code_, ExitCode::kNothing);
}

TEST_F(ReportVerbTest, RecrawlListsAndSubmitsPages) {
  EXPECT_THAT(output_of({"recrawl", folder(), "--policy", "age"}),
              HasSubstr("https://a.example.de/papers\t"));
  const std::string frontier = path("frontier.sqlite");
  const auto pages = *parse_json(output_of({"recrawl", folder(), "--submit", frontier, "--json"}));
  EXPECT_EQ(pages.size(), 2U) << "pages that are gone are left alone";
  EXPECT_EQ((*crawl::open_frontier(frontier))->stats()->submitted, 2U);
}

}  // namespace
}  // namespace weft::cli
