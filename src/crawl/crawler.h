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
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/log.h"
#include "base/result.h"
#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/page_links.h"
#include "crawl/filters.h"
#include "crawl/frontier/frontier.h"
#include "crawl/host_pace.h"
#include "crawl/trap_guard.h"
#include "crawl/url_gate.h"
#include "crawl/warc_store.h"

namespace weft::crawl {

struct CrawlOptions {
  std::string product_token = "weft";  // What robots.txt calls us.
  FetcherOptions fetch;
  GateOptions gate;
  PaceOptions pace;
  uint32_t slots = 1;  // Requests to one host at the same time.

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

struct CrawlStats {
  uint64_t pages = 0;          // Responses with a body that was wanted, 2xx.
  uint64_t bytes = 0;          // Of responses, as transferred.
  uint64_t requests = 0;       // robots.txt included.
  uint64_t saved = 0;          // Pages stored.
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
  // Before the outcome is recorded: may come twice if the process is killed in between.
  virtual Status visited(const FinishedFetch& visit) = 0;
  // Called before outcomes are recorded, for those who collect.
  virtual Status flush() { return {}; }
};

// What a crawl works with. All of it must outlive the crawler.
struct CrawlParts {
  Frontier& frontier;
  const Filters& filters;
  TrapGuard& traps;
  WarcStore* store = nullptr;         // Null: nothing is stored.
  CrawlObserver* observer = nullptr;  // May be null.
  Log& log = Log::discard();
};

class Crawler {
 public:
  using OnProgress = std::function<void(const CrawlStats&)>;

  Crawler(const CrawlParts& parts, const CrawlOptions& options);
  ~Crawler();

  // Adds to the scope and submits; URLs seen before are not fetched again. Fails with
  // kInvalidArgument for what is no URL.
  Status seed(std::span<const std::string> urls);
  // Ends when nothing is left, a budget is used up, or `stop` is set. Calls `on_progress` a few
  // times a second. Fails as the frontier and the store do.
  Result<CrawlEnd> run(const std::atomic<bool>& stop, const OnProgress& on_progress = nullptr);
  [[nodiscard]] const CrawlStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace weft::crawl
