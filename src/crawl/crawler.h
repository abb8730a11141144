// Crawler: seeds in, WARC files out. The loop around frontier and fetcher. [Zheng] chapter 3.
//
//   Crawler crawler({.frontier = frontier, .filters = filters, .traps = traps, .store = &store},
//                   options);
//   crawler.seed({"https://example.com/"});
//   crawler.run(stop, [](const CrawlStats& stats) { … });
//
// One turn of the loop:
//   1. lease URLs, as many as there are free connections, from hosts whose time has come;
//   2. for an origin not known yet, fetch robots.txt first; the lease goes back meanwhile;
//   3. fetch; the head decides whether the body is wanted (before download);
//   4. store the page (before save), read its links (before parse), follow redirects as new URLs;
//   5. record outcomes and new URLs in one transaction.
//
// Several processes may run on one frontier. A kill at any point loses nothing: a page is stored
// before its lease ends, and its links enter in the same transaction.
//
// Threads: one at a time; `stop` may be set from any thread or signal handler.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/log.h"
#include "base/result.h"
#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/login.h"
#include "crawl/fetch/page_links.h"
#include "crawl/filters.h"
#include "crawl/frontier/frontier.h"
#include "crawl/host_pace.h"
#include "crawl/host_settings.h"
#include "crawl/plan/site_log.h"
#include "crawl/trap_guard.h"
#include "crawl/url_gate.h"
#include "crawl/warc_store.h"
#include "dom/document.h"

namespace weft::crawl {

// Where the URLs of a crawl come from.
enum class UrlSource : uint8_t {
  kLinks,     // links, sitemaps and feeds
  kSitemaps,  // sitemaps alone: those that robots.txt names, else /sitemap.xml
  kFeeds,     // feeds alone: seeds that are one, and those that seeds name
};

// Of which pages the style sheets, pictures and fonts are stored, so that they can be looked at as they
// are. None of these counts as a page; scope, depth and filters are for pages.
enum class Requisites : uint8_t {
  kNone,
  kSamples,  // of the first pages of each kind (PageKinds)
  kAll,
};

struct CrawlOptions {
  std::string product_token = "weft";  // What robots.txt calls us.
  FetcherOptions fetch;
  GateOptions gate;
  PaceOptions pace;
  uint32_t slots = 1;  // Requests to one host at the same time.
  HostTable hosts;     // What requests carry, and hosts that are treated otherwise.
  UrlSource source = UrlSource::kLinks;
  Requisites requisites = Requisites::kSamples;
  bool keep = false;  // Wait for submissions when nothing is left to fetch.

  bool obey_robots = true;    // robots.txt
  bool obey_nofollow = true;  // nofollow, noindex and noarchive of pages and headers
  bool sitemaps = true;       // Those that robots.txt names, and feeds of pages.
  bool watch_traps = true;

  uint32_t max_redirects = 5;
  uint32_t max_attempts = 3;
  std::chrono::milliseconds retry_delay{30'000};  // Four times as long after each further attempt.
  std::chrono::milliseconds lease_duration{120'000};
  std::chrono::milliseconds grace{10'000};  // For transfers under way when the crawl is stopped.
  uint64_t max_page_bytes = uint64_t{32} << 20;  // Decoded.

  // Budgets; 0 is none.
  uint64_t max_pages = 0;
  uint64_t max_bytes = 0;
  std::chrono::milliseconds max_time{0};
  uint64_t max_host_pages = 0;

  std::string worker = "0";  // Names this process among those on the frontier.
};

// URLs that ended without a page for the same reason.
struct CrawlFailures {
  uint64_t count = 0;
  std::string url;    // The first of them…
  std::string error;  // …and what was said of it.
};

// Why nothing happens just now.
struct CrawlWait {
  std::string
      reason;        // "politeness", "slow host", "back-off", "retry", "submissions"; empty: none.
  std::string host;  // Whose turn is next; may be empty.
  std::chrono::milliseconds left{0};
};

struct CrawlStats {
  uint64_t pages = 0;          // Responses with a body that was wanted, 2xx.
  uint64_t bytes = 0;          // Of responses, as transferred.
  uint64_t requests = 0;       // robots.txt included.
  uint64_t saved = 0;          // Pages stored.
  uint64_t requisites = 0;     // Stored, too: what pages need to be looked at.
  uint64_t redirects = 0;      // 3xx.
  uint64_t not_modified = 0;   // 304.
  uint64_t refused = 0;        // 4xx.
  uint64_t server_errors = 0;  // 5xx and 429.
  uint64_t network_errors = 0;
  uint64_t retries = 0;
  uint64_t failed = 0;          // Given up.
  uint64_t forbidden = 0;       // By robots.txt.
  uint64_t filtered = 0;        // Bodies not wanted, and URLs refused when their turn came.
  uint64_t trapped = 0;         // URLs of starving patterns.
  uint64_t links = 0;           // Links seen.
  uint64_t submitted = 0;       // URLs sent to the frontier.
  uint64_t clamped_delays = 0;  // Hosts whose Crawl-delay was longer than is kept.
  uint64_t hosts = 0;           // Visited by this run.
  size_t active = 0;            // Transfers under way.
  FrontierStats frontier;
  std::chrono::milliseconds elapsed{0};
  // By reason: "dns", "tls", "private-address"…, "robots", "robots-unreachable", "http-404"….
  std::map<std::string, CrawlFailures> failures;
  std::map<std::string, CrawlFailures> retried;  // Likewise, of attempts that are made again.
  CrawlWait wait;
};

// For machines: {"pages": …, "bytes": …, …}, one line without a line break…
std::string crawl_json(const CrawlStats& stats);
// …and the text format of Prometheus: counters and gauges named weft_crawl_…, with help lines.
std::string crawl_prometheus(const CrawlStats& stats);

enum class CrawlEnd {
  kFinished,  // nothing is left to fetch
  kStopped,   // by the caller
  kBudget,    // pages, bytes or time are used up
};

// A fetch that is over, as observers see it.
struct FinishedFetch {
  const Lease& lease;
  const FetchResult& fetched;
  TimePoint time;
  std::string_view media_type;
  uint64_t content_hash = 0;   // Of the decoded body; 0 if there is none.
  uint64_t content_bytes = 0;  // Decoded.
  bool saved = false;
  bool final = true;                 // Not to be tried again.
  std::string_view failure;          // Why there was no answer ("dns", "robots"); empty: there was.
  const PageLinks* links = nullptr;  // If the page was parsed.
};

// What a crawl tells, and asks, about pages of this and earlier crawls.
class CrawlObserver {
 public:
  virtual ~CrawlObserver() = default;
  struct Validators {
    std::string etag;
    std::string last_modified;
  };
  // From the last visit of the URL, for a conditional request.
  virtual Validators validators(const std::string& url);
  // Whether the URL was visited, by any process of the crawl.
  virtual bool was_visited(const std::string& /*url*/) { return false; }
  // Before the outcome is recorded: may come twice if the process is killed in between.
  virtual Status visited(const FinishedFetch& visit) = 0;
  // Called before outcomes are recorded, for those who collect.
  virtual Status flush() { return {}; }
  // What to fetch when nothing is left in a crawl that is kept: pages due for another visit.
  virtual Result<std::vector<FrontierUrl>> when_idle() { return std::vector<FrontierUrl>(); }
};

// Sees pages as a person does, after their scripts. A crawl asks it about every HTML page; what it
// sees is stored beside the page as it was sent, and its links are followed.
class PageViewer {
 public:
  virtual ~PageViewer() = default;
  struct Seen {
    std::string html;    // In UTF-8.
    std::string layout;  // Of it, in its stored form.
  };
  // Nothing if the page is good as it is, or could not be shown. Called between transfers, which
  // wait meanwhile.
  virtual std::optional<Seen> see(const FetchResult& fetched, const dom::Document& page) = 0;
};

// Knows where lists go on. Their further pages are no hop away, and come before their neighbours.
class PagePager {
 public:
  virtual ~PagePager() = default;
  // The address of the page after this one; empty if there is none, or if this one brought nothing new.
  virtual std::string next_page(const std::string& url, const dom::Document& page) = 0;
};

// What a crawl works with. All of it must outlive the crawler.
struct CrawlParts {
  Frontier& frontier;
  const Filters& filters;
  TrapGuard& traps;
  WarcStore* store = nullptr;         // Null: nothing is stored.
  CrawlObserver* observer = nullptr;  // May be null.
  PageViewer* viewer = nullptr;       // Null: pages are taken as they are sent.
  PagePager* pager = nullptr;         // Null: links of pagination are links.
  RelevanceJudge* judge = nullptr;    // What a focused crawl looks for; may be null.
  Log& log = Log::discard();
};

class Crawler {
 public:
  using OnProgress = std::function<void(const CrawlStats&)>;

  Crawler(const CrawlParts& parts, const CrawlOptions& options);
  ~Crawler();

  // Logs in with the cookies of this crawl. REQUIRES: run() has not begun. Fails as crawl::log_in().
  Status log_in(const LoginRecipe& recipe);
  // Cookies to begin with, and those there are: see Fetcher.
  Status add_cookies(std::string_view text, const std::string& name);
  [[nodiscard]] std::string cookies() const;

  // Adds the hosts of seeds of earlier runs to the scope.
  Status widen(std::span<const std::string> seeds);
  // Adds to the scope and submits; URLs seen before are not fetched again. "POST URL BODY" is a
  // request with a body. Fails with kInvalidArgument for what is no URL.
  Status seed(std::span<const std::string> seeds);
  // Ends when nothing is left, a budget is used up, or `stop` is set. Calls `on_progress` a few
  // times a second. Fails as the frontier and the store do.
  Result<CrawlEnd> run(const std::atomic<bool>& stop, const OnProgress& on_progress = nullptr);
  [[nodiscard]] const CrawlStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::crawl
