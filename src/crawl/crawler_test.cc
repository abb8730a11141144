#include "crawl/crawler.h"

#include <brotli/encode.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"
#include "crawl/plan/focus.h"
#include "crawl/testing/raw_server.h"
#include "warc/codec.h"
#include "warc/http.h"
#include "warc/reader.h"

namespace weft::crawl {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::RawConnection;
using testing::RawRequest;
using testing::RawServer;
using testing::response;
using ::testing::UnorderedElementsAre;

// A site of made-up answers, by target; what it does not have is 404.
class CrawlerTest : public ::testing::Test {
 protected:
  CrawlerTest()
      : server_([this](const RawRequest& request, RawConnection& connection) {
          return connection.send(answer(request));
        }) {
    options_.fetch.allow_private = true;
    options_.fetch.timeout = 3s;
    options_.pace.delay = 0ms;
    options_.pace.first_backoff = 1ms;
    options_.pace.max_delay = 20ms;
    options_.retry_delay = 1ms;
    options_.slots = 8;
  }

  std::string answer(const RawRequest& request) {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(request.target);
    if (found == answers_.end()) return response("nothing", "", "404 Not Found");
    auto& list = found->second;
    std::string bytes = list.front();
    if (list.size() > 1) list.erase(list.begin());
    return bytes;
  }

  // Later answers follow when the URL is asked for again.
  void put(const std::string& target, const std::string& bytes) {
    answers_[target].push_back(bytes);
  }
  void page(const std::string& target, const std::string& html) { put(target, response(html)); }

  CrawlEnd crawl(const std::vector<std::string>& seeds = {"/"}) {
    auto frontier = open_frontier(folder_ + "/frontier.sqlite",
                                  {.delay = options_.pace.delay, .slots = options_.slots});
    EXPECT_TRUE(frontier.ok());
    WarcStore store({.folder = folder_ + "/warc"});
    TrapGuard traps(trap_options_);
    Crawler crawler({.frontier = **frontier, .filters = filters_, .traps = traps, .store = &store},
                    options_);
    std::vector<std::string> urls;
    for (const std::string& seed : seeds) urls.push_back(server_.origin() + seed);
    EXPECT_TRUE(crawler.seed(urls).ok());
    const std::atomic<bool> stop = false;
    const auto end = crawler.run(stop);
    EXPECT_TRUE(end.ok()) << end.error().message;
    stats_ = crawler.stats();
    return *end;
  }

  std::vector<std::string> requested() const {
    std::vector<std::string> targets;
    for (const RawRequest& request : server_.log()) targets.push_back(request.target);
    return targets;
  }

  // "type target" of all records of the crawl, without warcinfo.
  std::vector<std::string> records() const {
    std::vector<std::string> found;
    if (!std::filesystem::exists(folder_ + "/warc")) return found;
    for (const auto& file : std::filesystem::directory_iterator(folder_ + "/warc")) {
      auto reader = warc::Reader::open(file.path().string());
      while (const warc::Record* record = reader->next()) {
        if (record->type == warc::RecordType::kWarcinfo) continue;
        found.push_back(fmt::format("{} {}", name_of(record->type),
                                    record->target_uri().substr(server_.origin().size())));
      }
      EXPECT_EQ(reader->stats().damaged, 0U);
    }
    return found;
  }

  const TempFolder temporary_;
  const std::string folder_ = temporary_.path();
  std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> answers_;
  CrawlOptions options_;
  TrapOptions trap_options_;
  Filters filters_ = Filters::defaults();
  CrawlStats stats_;
  RawServer server_;
};

std::string compressed(warc::Codec codec, std::string_view text) {
  warc::Compressor compressor(codec);
  std::string out;
  compressor.write(text, out);
  compressor.finish(out);
  return out;
}

std::string brotli(std::string_view text) {
  std::string out(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  size_t size = out.size();
  EXPECT_TRUE(BrotliEncoderCompress(BROTLI_DEFAULT_QUALITY, BROTLI_DEFAULT_WINDOW,
                                    BROTLI_DEFAULT_MODE, text.size(),
                                    reinterpret_cast<const uint8_t*>(text.data()), &size,
                                    reinterpret_cast<uint8_t*>(out.data())));
  out.resize(size);
  return out;
}

TEST_F(CrawlerTest, ReadsWhateverEncodingItAskedForAndStoresItAsSent) {
  const std::string filler(2000, 'x');
  const std::map<std::string, std::string> pages = {{"/", "<a href=/br>b</a>" + filler},
                                                    {"/br", "<a href=/zstd>z</a>" + filler},
                                                    {"/zstd", "<a href=/end>e</a>" + filler},
                                                    {"/end", "<p>the end"}};
  const auto put_encoded = [&](const std::string& target, const char* name,
                               const std::string& bytes) {
    ASSERT_LT(bytes.size(), pages.at(target).size());
    put(target,
        response(bytes, fmt::format("Content-Type: text/html\r\nContent-Encoding: {}\r\n", name)));
  };
  put_encoded("/", "gzip", compressed(warc::Codec::kGzip, pages.at("/")));
  put_encoded("/br", "br", brotli(pages.at("/br")));
  put_encoded("/zstd", "zstd", compressed(warc::Codec::kZstd, pages.at("/zstd")));
  page("/end", pages.at("/end"));
  options_.gate.max_depth = 5;
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_EQ(stats_.pages, 4U) << "every link was found through its encoding";

  std::map<std::string, std::string> stored;
  for (const auto& file : std::filesystem::directory_iterator(folder_ + "/warc")) {
    auto reader = warc::Reader::open(file.path().string());
    while (const warc::Record* record = reader->next()) {
      if (record->type != warc::RecordType::kResponse) continue;
      const auto message = warc::parse_http(record->content);
      ASSERT_TRUE(message.ok());
      stored[std::string(record->target_uri().substr(server_.origin().size()))] =
          warc::decode_body(*message, 1 << 20).bytes;
      EXPECT_EQ(message->header("Content-Encoding").empty(),
                record->target_uri().ends_with("/end"));
    }
  }
  EXPECT_EQ(stored, pages);
}

TEST_F(CrawlerTest, FollowsLinksOnceAndStoresPages) {
  page("/", "<a href=/a>a</a><a href=/b>b</a><a href=/>home</a><a href=/a#x>a</a>");
  page("/a", "<a href=/b>b</a><a href=/x.jpg>picture</a><a href=http://other.example/>o</a>");
  page("/b", "<a href=/missing>m</a>");
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_THAT(requested(), UnorderedElementsAre("/robots.txt", "/", "/a", "/b", "/missing"));
  EXPECT_THAT(records(), UnorderedElementsAre("response /", "request /", "metadata /",
                                              "response /a", "request /a", "metadata /a",
                                              "response /b", "request /b", "metadata /b"));
  EXPECT_EQ(stats_.pages, 3U);
  EXPECT_EQ(stats_.refused, 1U);
}

TEST_F(CrawlerTest, GoesTwoHopsUnlessToldOtherwise) {
  for (int i = 0; i < 5; ++i)
    page(i == 0 ? "/" : fmt::format("/{}", i), fmt::format("<a href=/{}>x</a>", i + 1));
  crawl();
  EXPECT_THAT(requested(), ElementsAre("/robots.txt", "/", "/1", "/2"));
}

TEST_F(CrawlerTest, AsksRobotsFirstAndObeysThem) {
  put("/robots.txt", response("User-agent: weft\nDisallow: /no\n", ""));
  page("/", "<a href=/no/a>a</a><a href=/yes>b</a>");
  page("/no/seed", "x");
  crawl({"/", "/no/seed"});
  EXPECT_EQ(requested().front(), "/robots.txt");
  EXPECT_THAT(requested(), UnorderedElementsAre("/robots.txt", "/", "/yes"));
  EXPECT_EQ(stats_.forbidden, 2U);
}

TEST_F(CrawlerTest, FollowsTheRedirectsOfRobots) {
  put("/robots.txt", response("", "Location: /r2\r\n", "301 Moved"));
  put("/r2", response("User-agent: *\nDisallow: /a\n", ""));
  page("/", "<a href=/a>a</a>");
  crawl();
  EXPECT_THAT(requested(), ElementsAre("/robots.txt", "/r2", "/"));
}

TEST_F(CrawlerTest, UnreachableRobotsForbidEverything) {
  put("/robots.txt", response("", "", "500 Oops"));
  page("/", "x");
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_THAT(requested(), Not(Contains("/")));
  EXPECT_EQ(stats_.failed, 1U);
}

TEST_F(CrawlerTest, ReadsSitemapsAndFeeds) {
  put("/robots.txt", response(fmt::format("Sitemap: {}/index.xml\n", server_.origin()), ""));
  put("/index.xml", response("<sitemapindex><sitemap><loc>/map.txt</loc></sitemap></sitemapindex>",
                             "Content-Type: application/xml\r\n"));
  put("/map.txt", response(server_.origin() + "/lonely\n", "Content-Type: text/plain\r\n"));
  page("/", "<link rel=alternate type=application/rss+xml href=/feed>");
  put("/feed", response("<rss><channel><item><link>/news</link></item></channel></rss>",
                        "Content-Type: application/rss+xml\r\n"));
  page("/lonely", "x");
  page("/news", "y");
  crawl();
  EXPECT_THAT(requested(), UnorderedElementsAre("/robots.txt", "/", "/index.xml", "/map.txt",
                                                "/lonely", "/feed", "/news"));
}

TEST_F(CrawlerTest, RedirectsAreCappedAndLoopsEnd) {
  page("/", "<a href=/loop>l</a><a href=/r9>r</a><a href=/r3>r</a><a href=/away>a</a>");
  put("/loop", response("", "Location: /loop\r\n", "302 Found"));
  put("/away", response("", "Location: http://elsewhere.example/\r\n", "302 Found"));
  for (int i = 9; i > 0; --i)
    put(fmt::format("/r{}", i),
        response("", fmt::format("Location: /r{}\r\n", i - 1), "302 Found"));
  page("/r0", "end");
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  // From /r9 five hops lead to /r4; /r3 is a link of its own.
  EXPECT_THAT(requested(),
              UnorderedElementsAre("/robots.txt", "/", "/loop", "/away", "/r9", "/r8", "/r7", "/r6",
                                   "/r5", "/r4", "/r3", "/r2", "/r1", "/r0"));
}

TEST_F(CrawlerTest, RedirectsMustPassTheFilters) {
  put("/robots.txt", response("User-agent: *\nDisallow: /private\n", ""));
  page("/", "<a href=/out>o</a>");
  put("/out", response("", "Location: /private/x\r\n", "302 Found"));
  crawl();
  EXPECT_THAT(requested(), UnorderedElementsAre("/robots.txt", "/", "/out"));
}

TEST_F(CrawlerTest, ObeysNofollowNoindexAndXRobotsTag) {
  page("/", "<a href=/n rel=nofollow>n</a><a href=/meta>m</a><a href=/header>h</a>");
  page("/meta", "<meta name=robots content=noindex,nofollow><a href=/x1>x</a>");
  put("/header",
      response("<a href=/x2>x</a>", "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\n"));
  crawl();
  EXPECT_THAT(requested(), UnorderedElementsAre("/robots.txt", "/", "/meta", "/header", "/x2"));
  EXPECT_THAT(records(), Contains("response /"));
  EXPECT_THAT(records(), Not(Contains("response /meta")));
  EXPECT_THAT(records(), Not(Contains("response /header")));
}

TEST_F(CrawlerTest, TriesAgainWhatMayComeBack) {
  page("/", "<a href=/busy>b</a><a href=/broken>c</a><a href=/short>s</a>");
  put("/busy", response("", "Retry-After: 0\r\n", "503 Busy"));
  page("/busy", "ready");
  put("/broken", response("", "", "500 Oops"));
  put("/short", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\nConnection: close\r\n\r\n<p>half");
  options_.fetch.timeout = 200ms;  // The server keeps the connection open.
  crawl();
  const auto targets = requested();
  EXPECT_EQ(std::count(targets.begin(), targets.end(), "/busy"), 2);
  EXPECT_EQ(std::count(targets.begin(), targets.end(), "/broken"), 3);
  EXPECT_EQ(std::count(targets.begin(), targets.end(), "/short"), 3);
  EXPECT_EQ(stats_.failed, 2U);
  EXPECT_THAT(records(), Contains("response /busy"));
}

TEST_F(CrawlerTest, BodiesThatAreNotWantedAreNotReceived) {
  page("/", "<a href=/movie>m</a>");
  put("/movie", response(std::string(5 << 20, 'x'), "Content-Type: video/mp4\r\n"));
  crawl();
  EXPECT_EQ(stats_.filtered, 1U);
  EXPECT_LT(stats_.bytes, 100'000U);
}

TEST_F(CrawlerTest, TrapsEnd) {
  options_.gate.max_depth = 1'000'000;
  page("/", "<a href=/calendar/1>c</a>");
  for (int i = 1; i < 1000; ++i)
    page(fmt::format("/calendar/{}", i),
         fmt::format("<h1>Week {}</h1><a href=/calendar/{}>next</a>", i, i + 1));
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_LT(requested().size(), 80U);
  EXPECT_EQ(stats_.trapped, 1U);
}

TEST_F(CrawlerTest, BudgetsEndACrawlAndTheSameCommandResumesIt) {
  std::string links;
  for (int i = 0; i < 20; ++i) {
    links += fmt::format("<a href=/{}>x</a>", i);
    page(fmt::format("/{}", i), "x");
  }
  page("/", links);
  options_.max_pages = 5;
  EXPECT_EQ(crawl(), CrawlEnd::kBudget);
  EXPECT_EQ(stats_.pages, 5U);
  options_.max_pages = 0;
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_EQ(stats_.pages, 16U);
  const auto targets = requested();
  std::multiset<std::string> once(targets.begin(), targets.end());
  once.erase("/robots.txt");  // Asked once a run.
  EXPECT_EQ(once.size(), 21U);
  EXPECT_EQ(std::set<std::string>(once.begin(), once.end()).size(), 21U);
}

TEST_F(CrawlerTest, EqualContentIsStoredOnce) {
  page("/", "<a href=/a>a</a><a href=/b>b</a>");
  page("/a", "same");
  page("/b", "same");
  crawl();
  EXPECT_THAT(records(), Contains(::testing::AnyOf("revisit /a", "revisit /b")));
  EXPECT_EQ(
      std::ranges::count_if(records(), [](const auto& r) { return r.starts_with("revisit"); }), 1);
}

TEST_F(CrawlerTest, KeepsTheDelayBetweenAllRequestsOfAHost) {
  std::string links;
  for (int i = 0; i < 8; ++i) links += fmt::format("<a href=/{}>x</a>", i);
  page("/", links);
  options_.pace.delay = 40ms;
  options_.pace.max_delay = 1s;
  options_.slots = 1;
  crawl();
  const auto log = server_.log();
  ASSERT_EQ(log.size(), 10U);
  for (size_t i = 1; i < log.size(); ++i) EXPECT_GE(log[i].time - log[i - 1].time, 40ms) << i;
}

TEST_F(CrawlerTest, CrawlDelayOfRobotsIsKeptAndClamped) {
  put("/robots.txt", response("User-agent: *\nCrawl-delay: 60\n", ""));
  page("/", "<a href=/a>x</a>");
  options_.pace.max_delay = 60ms;
  crawl();
  const auto log = server_.log();
  ASSERT_EQ(log.size(), 3U);
  for (size_t i = 1; i < log.size(); ++i) EXPECT_GE(log[i].time - log[i - 1].time, 50ms);
  EXPECT_EQ(stats_.clamped_delays, 1U);
}

TEST_F(CrawlerTest, FocusVisitsPromisingLinksFirst) {
  page("/", "<a href=/1>Weather</a><a href=/2>Our publications</a><a href=/3>Sports</a>");
  FocusModel model;
  model.weights["public"] = 1;  // The stem of "publications".
  FocusOrder order(CrawlPolicy::kSignals, model);
  options_.gate.order = &order;
  options_.slots = 1;
  crawl();
  EXPECT_THAT(requested(), ElementsAre("/robots.txt", "/", "/2", "/1", "/3"));
}

TEST_F(CrawlerTest, SeveralCrawlersShareAFrontierAndItsDelay) {
  std::string links;
  for (int i = 0; i < 30; ++i) {
    links += fmt::format("<a href=/{}>x</a>", i);
    page(fmt::format("/{}", i), "x");
  }
  page("/", links);
  options_.pace.delay = 10ms;
  options_.pace.max_delay = 1s;
  options_.slots = 1;
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 3; ++worker) {
    threads.emplace_back([&, worker] {
      auto frontier = open_frontier(folder_ + "/frontier.sqlite",
                                    {.delay = options_.pace.delay, .slots = options_.slots});
      WarcStore store({.folder = folder_ + "/warc", .worker = std::to_string(worker)});
      TrapGuard traps;
      CrawlOptions options = options_;
      options.worker = std::to_string(worker);
      Crawler crawler(
          {.frontier = **frontier, .filters = filters_, .traps = traps, .store = &store}, options);
      const std::vector<std::string> seeds{server_.origin() + "/"};
      EXPECT_TRUE(crawler.seed(seeds).ok());
      const std::atomic<bool> stop = false;
      EXPECT_EQ(*crawler.run(stop), CrawlEnd::kFinished);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto log = server_.log();
  std::set<std::string> pages;
  for (size_t i = 0; i < log.size(); ++i) {
    if (i > 0) {
      EXPECT_GE(log[i].time - log[i - 1].time, 10ms) << log[i].target;
    }
    const bool first = pages.insert(log[i].target).second;
    EXPECT_TRUE(first || log[i].target == "/robots.txt") << log[i].target;
  }
  EXPECT_EQ(pages.size(), 32U);
}

TEST_F(CrawlerTest, StoresWhatSamplePagesNeedToBeLookedAt) {
  const std::string head = "Content-Type: ";
  page("/", "<link rel=stylesheet href=/a.css><img src=/p.png><img src=/none.png>");
  put("/a.css", response("@import 'b.css'; p { background: url(/bg.png) }", head + "text/css\r\n"));
  put("/b.css", response("b{}", head + "text/css\r\n"));
  put("/p.png", response("PNG", head + "image/png\r\n"));
  put("/bg.png", response("<p>no picture", head + "text/html\r\n"));
  options_.gate.max_depth = 0;
  EXPECT_EQ(crawl(), CrawlEnd::kFinished);
  EXPECT_EQ(stats_.pages, 1U) << "a requisite is no page";
  EXPECT_EQ(stats_.requisites, 3U);
  EXPECT_THAT(records(), Contains("response /a.css"));
  EXPECT_THAT(records(), Contains("response /b.css"));
  EXPECT_THAT(records(), Contains("response /p.png"));
  EXPECT_THAT(records(), Not(Contains("response /bg.png")));
}

TEST_F(CrawlerTest, StoresRequisitesOfSamplesOfAllOrOfNone) {
  std::string links;
  for (int i = 0; i < 9; ++i) {
    links += fmt::format("<a href=/{0}>{0}</a>", i);
    page(fmt::format("/{}", i), fmt::format("<h1>Kettle {0}</h1><img src=/{0}.png>", i));
    put(fmt::format("/{}.png", i), response("PNG", "Content-Type: image/png\r\n"));
  }
  page("/", links);
  const auto stored = [&](Requisites wanted) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.requisites = wanted;
    crawl();
    return stats_.requisites;
  };
  EXPECT_EQ(stored(Requisites::kSamples), 5U) << "of five pages of a kind";
  EXPECT_EQ(stored(Requisites::kAll), 9U);
  EXPECT_EQ(stored(Requisites::kNone), 0U);
}

}  // namespace
}  // namespace weft::crawl
