// A focused crawl visits pages in the order in which its replay does, by every policy.

#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/hash.h"
#include "crawl/crawl_folder.h"
#include "crawl/crawler.h"
#include "crawl/observers.h"
#include "crawl/plan/replay.h"
#include "crawl/testing/raw_server.h"

namespace weft::crawl {
namespace {

namespace fs = std::filesystem;
using testing::RawConnection;
using testing::RawRequest;
using testing::RawServer;
using testing::response;

constexpr int kPages = 120;
const char* const kWords[] = {"publications", "news", "papers", "people", "contact", "pdf"};

// A page of a made-up site: a handful of links, some twice, some back.
std::string made_up_page(int page) {
  std::string html = "<title>x</title>";
  for (uint64_t i = 0; i < 6; ++i) {
    const uint64_t dice = hash_combine(static_cast<uint64_t>(page), i);
    const uint64_t to = dice % kPages;
    html += fmt::format("<a href='/{}/{}'>{}</a> ", to % 7, to, kWords[dice / kPages % 6]);
  }
  return html;
}

class FocusCrawlTest : public ::testing::TestWithParam<CrawlPolicy> {};

TEST_P(FocusCrawlTest, VisitsPagesAsItsReplayDoes) {
  const RawServer server([](const RawRequest& request, RawConnection& connection) {
    if (request.target == "/robots.txt") return connection.send(response("", "", "404 Not Found"));
    const size_t slash = request.target.rfind('/');
    return connection.send(response(made_up_page(std::atoi(request.target.c_str() + slash + 1))));
  });
  const std::string folder =
      fmt::format("{}/weft_focus_crawl_{}", ::testing::TempDir(), static_cast<int>(GetParam()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  FocusModel model;
  model.weights = {{"public", 4}, {"paper", 2}, {"news", 0.25}};
  model.anchor_odds = {{"public", 1.3}, {"paper", 0.7}, {"news", -0.9}};
  const RelevanceRules rules{.url_pattern = "/3/|/5/"};
  {
    FocusOrder order(GetParam(), model);
    auto judge = RelevanceJudge::make(rules);
    auto frontier =
        open_frontier(folder + "/frontier.sqlite", {.delay = Milliseconds(0), .strict = true});
    auto metadata = MetadataStore::open(folder + "/metadata.sqlite");
    MetadataObserver facts(**metadata);
    auto links = LinkLog::open(folder + "/links/1.jsonl", facts);
    TrapGuard traps{TrapOptions{}};
    const Filters filters = Filters::defaults();
    CrawlOptions options;
    options.fetch.allow_private = true;
    options.fetch.max_connections = 1;
    options.pace.delay = Milliseconds(0);
    options.gate.max_depth = 1000;
    options.gate.order = &order;
    options.watch_traps = false;
    Crawler crawler({.frontier = **frontier,
                     .filters = filters,
                     .traps = traps,
                     .observer = links->get(),
                     .judge = &*judge},
                    options);
    ASSERT_TRUE(crawler.seed(std::vector{server.origin() + "/0/0"}).ok());
    const std::atomic<bool> stop = false;
    ASSERT_TRUE(crawler.run(stop).ok());
  }
  std::vector<std::string> crawled;
  for (const RawRequest& request : server.log()) {
    if (request.target != "/robots.txt") crawled.push_back(server.origin() + request.target);
  }
  SiteLog log = *read_site_log(*crawl_site_log(folder, rules), "log");
  const Replay replayed = replay(log, log.page(server.origin() + "/0/0"), GetParam(), model);
  std::vector<std::string> expected;
  for (const Vertex page : replayed.order) expected.push_back(log.url(page));
  EXPECT_GT(crawled.size(), 50U);
  EXPECT_EQ(crawled, expected);
}

INSTANTIATE_TEST_SUITE_P(Policies, FocusCrawlTest,
                         ::testing::Values(CrawlPolicy::kBreadthFirst, CrawlPolicy::kSignals,
                                           CrawlPolicy::kWeft));

}  // namespace
}  // namespace weft::crawl
