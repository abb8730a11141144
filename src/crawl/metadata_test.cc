#include "crawl/metadata.h"

#include <random>

#include <fmt/format.h>

#include "crawl/crawl_report.h"
#include "gtest/gtest.h"
#include "store/testing/fresh_store.h"

namespace weft::crawl {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr TimePoint kFirstFetch = TimePoint(days(20'000));

PageVisit visit_of(const std::string& path, TimePoint time, uint64_t content = 1) {
  return {.url = "https://a.example.de" + path,
          .host = "a.example.de",
          .time = time,
          .status = 200,
          .content_hash = content,
          .bytes = 100,
          .type = "text/html"};
}

class MetadataTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string store = store::testing::fresh_store(GetParam(), "weft_metadata_test");
    if (store.empty()) GTEST_SKIP() << "there is no PostgreSQL server to start";
    auto opened = MetadataStore::open(store);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    metadata_ = std::move(*opened);
  }
  void record(const std::vector<PageVisit>& visits) {
    const Status status = metadata_->record(visits);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
  PageRecord find(const std::string& path) {
    auto found = metadata_->find("https://a.example.de" + path);
    EXPECT_TRUE(found.ok() && found->has_value()) << path;
    return found->value_or(PageRecord());
  }
  std::vector<std::string> to_visit(const RevisitRequest& request) {
    const auto pages = metadata_->pages_to_visit(request);
    EXPECT_TRUE(pages.ok()) << pages.error().message;
    std::vector<std::string> urls;
    for (const PageToVisit& page : *pages) urls.push_back(page.url);
    return urls;
  }

  std::unique_ptr<MetadataStore> metadata_;
};

TEST_P(MetadataTest, KeepsWhatTheThesisLists) {
  PageVisit visit = visit_of("/paper.pdf", kFirstFetch);
  visit.parent = "https://a.example.de/papers";
  visit.document = true;
  visit.etag = "\"1\"";
  record({visit_of("/papers", kFirstFetch), visit});
  const PageRecord page = find("/paper.pdf");
  EXPECT_EQ(page.hash.size(), 16U);
  EXPECT_EQ(page.host, "a.example.de");
  EXPECT_EQ(page.discovered, kFirstFetch);
  EXPECT_EQ(page.changed, kFirstFetch);
  EXPECT_EQ(page.parent, visit.parent);
  EXPECT_EQ(page.state, "fetched");
  EXPECT_EQ(page.etag, "\"1\"");
  EXPECT_EQ(find("/papers").documents_found, 1U);
}

TEST_P(MetadataTest, SeesChangesAndKeepsWhatAVisitDoesNotTell) {
  record({visit_of("/", kFirstFetch, 1)});
  record({visit_of("/", kFirstFetch + days(1), 2)});
  PageVisit unchanged = visit_of("/", kFirstFetch + days(2), 0);
  unchanged.status = 304;
  record({unchanged});
  PageVisit broken = visit_of("/", kFirstFetch + days(3), 0);
  broken.status = 500;
  record({broken});
  const PageRecord page = find("/");
  EXPECT_EQ(page.changed, kFirstFetch + days(1));
  EXPECT_EQ(page.visited, kFirstFetch + days(3));
  EXPECT_EQ(page.state, "failed");
  EXPECT_EQ(page.content_hash, 2U);
  EXPECT_EQ(page.history.visits, 2U);
  EXPECT_EQ(page.history.changes, 1U);
  EXPECT_EQ(page.history.observed, Milliseconds(days(2)));
}

TEST_P(MetadataTest, ARedirectIsNoFailure) {
  PageVisit moved = visit_of("/old", kFirstFetch, 0);
  moved.status = 301;
  record({moved});
  EXPECT_EQ(find("/old").state, "redirected");
  EXPECT_EQ(crawl_report(*metadata_)->total.failures, 0U);
  record({visit_of("/old", kFirstFetch + days(1), 1)});
  EXPECT_EQ(find("/old").state, "fetched");
}

TEST_P(MetadataTest, TakesAVisitTwiceForOne) {
  record({visit_of("/", kFirstFetch), visit_of("/", kFirstFetch)});
  record({visit_of("/", kFirstFetch)});
  EXPECT_EQ(find("/").history.visits, 0U);
  EXPECT_EQ(crawl_report(*metadata_)->total.visits, 1U);
}

// Section 3.1: the older, and the more documents, the sooner.
TEST_P(MetadataTest, RanksParentsByAgeAndDocuments) {
  std::vector<PageVisit> visits = {
      visit_of("/old", kFirstFetch), visit_of("/rich", kFirstFetch + days(6)),
      visit_of("/new", kFirstFetch + days(9)), visit_of("/none", kFirstFetch)};
  const auto add_documents = [&](const std::string& parent, int count) {
    for (int i = 0; i < count; ++i) {
      PageVisit document = visit_of(fmt::format("{}/{}.pdf", parent, i), kFirstFetch + days(9));
      document.document = true;
      document.parent = "https://a.example.de" + parent;
      visits.push_back(document);
    }
  };
  add_documents("/old", 1);
  add_documents("/rich", 4);
  add_documents("/new", 2);
  record(visits);
  EXPECT_EQ(
      to_visit({.max = 9, .now = kFirstFetch + days(10), .policy = RevisitRequest::Policy::kAge}),
      (std::vector<std::string>{"https://a.example.de/rich", "https://a.example.de/old",
                                "https://a.example.de/new"}));
}

TEST_P(MetadataTest, VisitsPagesThatChangeOftenSooner) {
  for (int day = 0; day < 8; ++day)
    record({visit_of("/busy", kFirstFetch + days(day), 100 + static_cast<uint64_t>(day)),
            visit_of("/still", kFirstFetch + days(day), 7)});
  EXPECT_LT(find("/busy").due, find("/still").due);
  EXPECT_EQ(to_visit({.max = 9, .now = kFirstFetch + days(8)}),
            std::vector<std::string>{"https://a.example.de/busy"});
  EXPECT_EQ(to_visit({.max = 1, .now = kFirstFetch + days(100)}),
            std::vector<std::string>{"https://a.example.de/busy"});
}

TEST_P(MetadataTest, ReportsHostsCountriesAndDays) {
  std::vector<PageVisit> visits = {visit_of("/", kFirstFetch),
                                   visit_of("/b", kFirstFetch + days(2))};
  visits[0].document = true;
  PageVisit elsewhere = visit_of("/", kFirstFetch + days(2));
  elsewhere.url = "https://b.example.com/";
  elsewhere.host = "b.example.com";
  elsewhere.status = 404;
  visits.push_back(elsewhere);
  record(visits);
  const auto report = crawl_report(*metadata_);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->total.pages, 3U);
  EXPECT_EQ(report->total.failures, 1U);
  ASSERT_EQ(report->hosts.size(), 2U);
  EXPECT_EQ(report->hosts[0].name, "a.example.de");
  EXPECT_EQ(report->countries[0].name, "DE");
  ASSERT_EQ(report->days.size(), 3U) << "days without visits count too";
  EXPECT_EQ(report->days[0].name, "2024-10-04");
  EXPECT_EQ(report->days[1].visits, 0U);
  EXPECT_EQ(report->states[0].first, "fetched");
  const auto german = crawl_report(*metadata_, {.country = "DE"});
  EXPECT_EQ(german->total.pages, 2U);
}

INSTANTIATE_TEST_SUITE_P(Stores, MetadataTest, ::testing::Values("sqlite", "postgres"),
                         [](const auto& store) { return std::string(store.param); });

TEST(CountryTest, FollowsTheTopLevelDomain) {
  EXPECT_EQ(country_of("www.example.co.uk"), "GB");
  EXPECT_EQ(country_of("cs.example.edu:8080"), "US");
  EXPECT_EQ(country_of("example.fr."), "FR");
  EXPECT_EQ(country_of("example.com"), "");
  EXPECT_EQ(country_of("127.0.0.1"), "");
  EXPECT_EQ(country_of(""), "");
}

// Learned rates against a tour that visits every page equally often, on pages that change as often
// as Poisson processes with rates from one a day to one in a hundred days.
TEST(ScheduleTest, LearnedRatesFindMoreChangesThanATour) {
  constexpr int kPages = 60;
  constexpr int kVisitsADay = 6;
  constexpr int kDays = 120;
  const auto crawl = [&](bool learned) {
    auto metadata =
        *MetadataStore::open(store::testing::fresh_store("sqlite", "weft_schedule_test"));
    std::mt19937 random(5);
    std::vector<double> rates(kPages);
    std::vector<uint64_t> content(kPages, 1);
    for (int p = 0; p < kPages; ++p) rates[p] = p % 10 == 0 ? 1.0 : 0.01;
    std::vector<PageVisit> visits;
    for (int p = 0; p < kPages; ++p) visits.push_back(visit_of(fmt::format("/{}", p), kFirstFetch));
    EXPECT_TRUE(metadata->record(visits).ok());
    int next = 0;
    for (int day = 1; day <= kDays; ++day) {
      for (int p = 0; p < kPages; ++p)
        if (std::generate_canonical<double, 32>(random) < 1 - std::exp(-rates[p])) ++content[p];
      std::vector<int> chosen;
      const TimePoint now = kFirstFetch + days(day);
      if (learned) {
        const auto pages = metadata->pages_to_visit({.max = kVisitsADay, .now = now});
        for (const PageToVisit& page : *pages)
          chosen.push_back(std::stoi(page.url.substr(page.url.rfind('/') + 1)));
      } else {
        for (int i = 0; i < kVisitsADay; ++i) chosen.push_back(next++ % kPages);
      }
      visits.clear();
      for (const int p : chosen) visits.push_back(visit_of(fmt::format("/{}", p), now, content[p]));
      EXPECT_TRUE(metadata->record(visits).ok());
    }
    return crawl_report(*metadata)->total.changes;
  };
  const uint64_t tour = crawl(false);
  const uint64_t learned = crawl(true);
  EXPECT_GT(learned, 2 * tour);
}

TEST(ChangeRateTest, FindsTheRateOfAPoissonProcess) {
  std::mt19937 random(3);
  const RevisitOptions options;
  for (const double rate : {0.05, 0.3, 1.0, 3.0}) {
    ChangeHistory history{.visits = 40'000, .observed = days(40'000)};
    for (uint64_t i = 0; i < history.visits; ++i)
      history.changes +=
          std::generate_canonical<double, 32>(random) < change_probability(rate, days(1)) ? 1 : 0;
    EXPECT_NEAR(change_rate(history, options), rate, 0.12 * rate);
  }
}

TEST(ChangeRateTest, StaysFiniteAndWithinBounds) {
  const RevisitOptions options;
  EXPECT_EQ(change_rate({}, options), options.prior_rate);
  const double always = change_rate({.visits = 5, .changes = 5, .observed = Milliseconds(5)});
  EXPECT_EQ(revisit_interval(always, options), options.at_least);
  const double never = change_rate({.visits = 1000, .changes = 0, .observed = days(100'000)});
  EXPECT_EQ(revisit_interval(never, options), options.at_most);
}

}  // namespace
}  // namespace weft::crawl
