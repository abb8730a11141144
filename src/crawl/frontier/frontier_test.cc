// One contract for every store: what a frontier promises, in the order a crawl needs it.

#include "crawl/frontier/frontier.h"

#include <limits>
#include <set>

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "store/testing/fresh_store.h"

namespace weft::crawl {
namespace {

using std::chrono::seconds;

constexpr TimePoint kStart = TimePoint(std::chrono::hours(24 * 365 * 50));

FrontierUrl url_of(int host, int page, double priority = 0) {
  const std::string name = fmt::format("h{}.example", host);
  return {.url = fmt::format("https://{}/{}", name, page), .host = name, .priority = priority};
}

// Every test runs on every store.
class FrontierTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    store_ = store::testing::fresh_store(GetParam(), "weft_frontier_test");
    if (store_.empty()) GTEST_SKIP() << "there is no PostgreSQL server to start";
    frontier_ = open();
  }
  std::unique_ptr<Frontier> open() {
    auto opened = open_frontier(store_, {.delay = seconds(10)});
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    return std::move(*opened);
  }
  void submit(const std::vector<FrontierUrl>& urls) { ASSERT_TRUE(frontier_->submit(urls).ok()); }
  std::vector<Lease> lease(size_t max, TimePoint now) {
    auto leases = frontier_->lease({.max = max, .now = now, .worker = "test"});
    EXPECT_TRUE(leases.ok()) << leases.error().message;
    return *leases;
  }
  void finish(const Lease& lease, Outcome outcome) {
    outcome.lease = lease.id;
    ASSERT_TRUE(frontier_->complete({&outcome, 1}).ok());
  }

  std::string store_;
  std::unique_ptr<Frontier> frontier_;
};

TEST_P(FrontierTest, GivesEveryUrlOnce) {
  submit({url_of(1, 1), url_of(2, 1), url_of(1, 1)});
  submit({url_of(2, 1), url_of(3, 1)});
  std::set<std::string> urls;
  for (const Lease& lease : lease(10, kStart)) urls.insert(lease.url.url);
  EXPECT_EQ(urls.size(), 3U);
  EXPECT_TRUE(lease(10, kStart).empty());
  const auto stats = frontier_->stats();
  EXPECT_EQ(stats->seen, 3U);
  EXPECT_EQ(stats->duplicates, 2U);
  EXPECT_EQ(stats->leased, 3U);
}

TEST_P(FrontierTest, GivesTheBestUrlOfAHostFirstAndTiesInOrder) {
  submit({url_of(1, 1, 1), url_of(1, 2, 5), url_of(1, 3, 1)});
  std::vector<std::string> order;
  TimePoint now = kStart;
  for (int i = 0; i < 3; ++i, now += seconds(20)) {
    const auto leases = lease(1, now);
    ASSERT_EQ(leases.size(), 1U);
    order.push_back(leases[0].url.url);
    finish(leases[0], {.finished = now + seconds(1)});
  }
  EXPECT_EQ(order, (std::vector<std::string>{"https://h1.example/2", "https://h1.example/1",
                                             "https://h1.example/3"}));
}

TEST_P(FrontierTest, GivesTheBestOfSeveralHostsFirst) {
  for (int host = 0; host < 9; ++host) submit({url_of(host, 0, host)});
  const auto leases = lease(2, kStart);
  ASSERT_EQ(leases.size(), 2U);
  EXPECT_EQ(leases[0].url.host, "h8.example");
  EXPECT_EQ(leases[1].url.host, "h7.example");
}

TEST_P(FrontierTest, KeepsAHostsDelayFromTheEndOfAFetch) {
  submit({url_of(1, 1), url_of(1, 2)});
  const auto first = lease(5, kStart);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(lease(5, kStart + seconds(30)).empty()) << "one at a time";
  finish(first[0], {.finished = kStart + seconds(40)});
  EXPECT_TRUE(lease(5, kStart + seconds(49)).empty());
  EXPECT_EQ(**frontier_->next_due(), kStart + seconds(50));
  EXPECT_EQ(lease(5, kStart + seconds(50)).size(), 1U);
}

TEST_P(FrontierTest, TreatsAHostAsItsPolicySays) {
  submit({url_of(1, 1), url_of(1, 2), url_of(1, 3), url_of(1, 4)});
  ASSERT_TRUE(
      frontier_->set_host({.host = "h1.example", .delay = Milliseconds(0), .slots = 3}, kStart)
          .ok());
  EXPECT_EQ(lease(9, kStart).size(), 3U);
  EXPECT_TRUE(lease(9, kStart).empty());
}

TEST_P(FrontierTest, LeavesAHostAloneWhenToldTo) {
  submit({url_of(1, 1), url_of(1, 2)});
  const auto first = lease(1, kStart);
  finish(first[0], {.kind = Outcome::Kind::kRetry,
                    .finished = kStart + seconds(1),
                    .again = kStart + seconds(5),
                    .host_not_before = kStart + seconds(600)});
  EXPECT_TRUE(lease(1, kStart + seconds(599)).empty());
  EXPECT_EQ(lease(1, kStart + seconds(600)).size(), 1U);
}

TEST_P(FrontierTest, TriesAgainAtTheTimeGiven) {
  submit({url_of(1, 1)});
  finish(lease(1, kStart)[0],
         {.kind = Outcome::Kind::kRetry, .finished = kStart, .again = kStart + seconds(100)});
  EXPECT_TRUE(lease(1, kStart + seconds(99)).empty());
  EXPECT_FALSE(frontier_->stats()->finished());
  const auto second = lease(1, kStart + seconds(100));
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].attempt, 2U);
  finish(second[0], {.finished = kStart + seconds(101)});
  EXPECT_TRUE(frontier_->stats()->finished());
  EXPECT_EQ(*frontier_->next_due(), std::nullopt);
}

TEST_P(FrontierTest, GivesExpiredLeasesAgainAndIgnoresTheirOutcomes) {
  submit({url_of(1, 1)});
  const auto lost = lease(1, kStart);
  EXPECT_TRUE(lease(1, kStart + seconds(119)).empty());
  const auto second = lease(1, kStart + seconds(120));
  ASSERT_EQ(second.size(), 1U);
  finish(lost[0], {.finished = kStart + seconds(121)});
  EXPECT_EQ(frontier_->stats()->leased, 1U);
  EXPECT_EQ(frontier_->stats()->done, 0U);
  finish(second[0], {.finished = kStart + seconds(122)});
  EXPECT_EQ(frontier_->stats()->done, 1U);
}

TEST_P(FrontierTest, GivesUpAUrlThatKillsItsWorkers) {
  submit({url_of(1, 1)});
  TimePoint now = kStart;
  for (int i = 0; i < 5; ++i, now += seconds(600)) EXPECT_EQ(lease(1, now).size(), 1U);
  EXPECT_TRUE(lease(1, now).empty());
  EXPECT_EQ(frontier_->stats()->failed, 1U);
  EXPECT_TRUE(frontier_->stats()->finished());
}

TEST_P(FrontierTest, ReleasesAndRenewsTheLeasesOfAWorker) {
  submit({url_of(1, 1)});
  ASSERT_EQ(lease(1, kStart).size(), 1U);
  ASSERT_TRUE(frontier_->renew("test", kStart + seconds(500)).ok());
  EXPECT_TRUE(lease(1, kStart + seconds(400)).empty());
  ASSERT_TRUE(frontier_->release("test", kStart + seconds(401)).ok());
  EXPECT_EQ(lease(1, kStart + seconds(401)).size(), 1U);
}

TEST_P(FrontierTest, TakesAPageToVisitAgainThoughItWasSeen) {
  submit({url_of(1, 1)});
  finish(lease(1, kStart)[0], {.finished = kStart});
  FrontierUrl again = url_of(1, 1);
  submit({again});
  EXPECT_TRUE(lease(1, kStart + seconds(50)).empty());
  again.again = true;
  again.not_before = kStart + seconds(200);
  submit({again});
  EXPECT_TRUE(lease(1, kStart + seconds(199)).empty());
  EXPECT_EQ(lease(1, kStart + seconds(200)).size(), 1U);
}

TEST_P(FrontierTest, CarriesAllThatIsKnownOfAUrl) {
  FrontierUrl url = url_of(1, 1, 2.5);
  url.depth = 3;
  url.parent = "https://h1.example/";
  url.context = std::string("a\0b\xFF", 4);
  submit({url});
  const auto leases = lease(1, kStart);
  ASSERT_EQ(leases.size(), 1U);
  EXPECT_EQ(leases[0].url.priority, 2.5);
  EXPECT_EQ(leases[0].url.depth, 3U);
  EXPECT_EQ(leases[0].url.parent, url.parent);
  EXPECT_EQ(leases[0].url.context, url.context);
}

TEST_P(FrontierTest, ServesSeveralObjectsOnOneStore) {
  auto other = open();
  submit({url_of(1, 1), url_of(2, 1)});
  ASSERT_TRUE(other->submit(std::vector{url_of(1, 1), url_of(2, 2)}).ok());
  const auto first = lease(1, kStart);
  const auto second = other->lease({.max = 5, .now = kStart, .worker = "other"});
  ASSERT_EQ(first.size(), 1U);
  ASSERT_EQ(second->size(), 1U) << "each host once";
  EXPECT_NE(first[0].url.host, (*second)[0].url.host);
}

TEST_P(FrontierTest, DrainsMoreSubmissionsThanAreTakenAtATime) {
  constexpr int kUrls = 12'000;  // more than a batch
  std::vector<FrontierUrl> urls;
  for (int i = 0; i < kUrls; ++i) urls.push_back(url_of(i % 700, i));
  submit(urls);
  submit(urls);
  std::set<std::string> seen;
  TimePoint now = kStart;
  while (seen.size() < kUrls) {
    const auto leases = lease(700, now);
    ASSERT_FALSE(leases.empty());
    std::vector<Outcome> outcomes;
    for (const Lease& lease : leases) {
      EXPECT_TRUE(seen.insert(lease.url.url).second) << lease.url.url << " was given twice";
      outcomes.push_back({.lease = lease.id, .finished = now});
    }
    ASSERT_TRUE(frontier_->complete(outcomes).ok());
    now += seconds(11);
  }
  const auto stats = frontier_->stats();
  EXPECT_TRUE(stats->finished());
  EXPECT_EQ(stats->done, static_cast<uint64_t>(kUrls));
  EXPECT_EQ(stats->duplicates, static_cast<uint64_t>(kUrls));
  EXPECT_EQ(stats->hosts, 700U);
}

TEST_P(FrontierTest, ASkippedUrlCostsItsHostNoTime) {
  submit({url_of(1, 1, 3), url_of(1, 2, 2), url_of(1, 3, 1)});
  const auto first = lease(9, kStart);
  ASSERT_EQ(first.size(), 1U);
  const Outcome skipped{.lease = first[0].id, .kind = Outcome::Kind::kSkipped, .finished = kStart};
  ASSERT_TRUE(frontier_->complete({&skipped, 1}).ok());
  const auto second = lease(9, kStart);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_NE(second[0].url.url, first[0].url.url);
  const Outcome done{.lease = second[0].id, .finished = kStart};
  ASSERT_TRUE(frontier_->complete({&done, 1}).ok());
  EXPECT_TRUE(lease(9, kStart).empty());  // A page that was fetched does.
}

TEST_P(FrontierTest, TakesAnyPriority) {
  const double infinity = std::numeric_limits<double>::infinity();
  submit({url_of(1, 1, -infinity), url_of(2, 1, std::nan("")), url_of(3, 1, infinity)});
  const auto leases = lease(9, kStart);
  ASSERT_EQ(leases.size(), 3U);
  EXPECT_EQ(leases[0].url.host, "h3.example");
}

INSTANTIATE_TEST_SUITE_P(Stores, FrontierTest, ::testing::Values("sqlite", "postgres"),
                         [](const auto& store) { return std::string(store.param); });

TEST(OpenFrontierTest, SaysWhyAStoreCannotBeOpened) {
  const auto missing = open_frontier("/nonexistent/directory/frontier.sqlite");
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  const auto refused = open_frontier("postgres://127.0.0.1:1/none");
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_NE(refused.error().message.find("cannot connect to PostgreSQL"), std::string::npos);
}

}  // namespace
}  // namespace weft::crawl
