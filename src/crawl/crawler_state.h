// The crawler's inside: jobs under way, hosts, and what waits to be recorded. Internal to
// crawler.cc (the loop) and crawler_pages.cc (what becomes of a response).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/crawler.h"
#include "crawl/fetch/robots.h"
#include "crawl/fetch/url_list.h"
#include "crawl/page_kinds.h"
#include "html/parser.h"
#include "warc/http.h"

namespace weft::crawl {

using Steady = std::chrono::steady_clock;

struct Crawler::State : CrawlParts {
  // A leased URL on its way.
  struct Job {
    Lease lease;
    url::Url url;
    UrlContext context;
    bool unwanted = false;  // The head did not pass the filter.
  };
  struct Host {
    HostPace pace;
    const HostTable::Entry* entry = nullptr;  // Its settings.
    Milliseconds published{-1};               // The delay the frontier knows; -1: none yet.
    uint64_t pages = 0;                       // That it answered with.
    bool answered = false;                    // Anything, robots.txt included.
    TimePoint rests_until = {};
  };
  struct RobotsJob {
    std::string origin;
    std::string host;
    std::vector<Job> waiting;
    uint32_t depth = 0;
  };

  // What a response with a page in it says.
  struct Page {
    std::string type;  // "text/html"
    bool success = false;
    std::string body;  // Decoded.
    bool parsed = false;
    PageLinks links;  // If it was parsed.
    RobotsDirectives directives;
    bool saved = false;
    std::vector<std::string> requisites;   // Wanted of it.
    std::string next;                      // Where it goes on, if it is a page of a list.
    std::optional<PageViewer::Seen> seen;  // If it was looked at.
  };

  State(const CrawlParts& parts, const CrawlOptions& wanted);

  // --- the loop (crawler.cc) ---
  Result<CrawlEnd> run(const std::atomic<bool>& stop, const OnProgress& on_progress);
  // Leases what there is room for. Sets `due` to when it pays to ask again.
  Status refill();
  [[nodiscard]] size_t room() const;
  [[nodiscard]] bool budget_used_up() const;
  Status begin(Lease lease);
  void fetch(Job job);
  [[nodiscard]] bool came_up_before(const Job& job) const;
  void start_robots(Job job);
  Status finish_robots(RobotsJob job, const FetchResult& result);
  Status handle(const std::vector<FetchResult>& results);
  // Sends outcomes and URLs to the frontier.
  Status flush();
  Status renew();
  // The observer, for a crawl that is kept and has nothing to do.
  Status ask_for_work();
  // Waits for what is under way, then gives the other leases back.
  Status wind_down(const OnProgress& on_progress);
  void report(const OnProgress& on_progress, bool always);
  Host& host_of(const std::string& key);
  // With the delay of robots.txt, if it asks for one.
  [[nodiscard]] HostPace pace_of(const Host& host, std::optional<Milliseconds> asked = {}) const;
  [[nodiscard]] bool obeys_robots(const HostSettings& host) const;
  // Why nothing happens just now, if nothing does.
  [[nodiscard]] CrawlWait waiting() const;
  // What becomes of URLs whose robots.txt cannot be had.
  Status finish_unreachable(const Job& job);
  // Tells the frontier about a delay that has changed enough to matter.
  Status publish(const std::string& key, Host& host);

  // --- responses (crawler_pages.cc) ---
  Status finish_page(const Job& job, const FetchResult& result);
  bool wants_body(uint64_t tag, const warc::HttpMessage& head);
  void finish_failure(const Job& job, const FetchResult& result);
  // A URL whose last outcome was a failure: counted and told to the observer.
  Status tell_failure(const Job& job, const FetchResult& result, std::string_view reason);
  static void count(std::map<std::string, CrawlFailures>& failures, std::string_view reason,
                    const std::string& url, const std::string& error);
  // Whether another attempt would fail as this one did: the host may not or cannot be talked to.
  static bool is_hopeless(FetchStatus status, const Host& host);
  void finish_distress(const Job& job, std::chrono::seconds retry_after);
  Status finish_response(const Job& job, const FetchResult& result,
                         const warc::HttpMessage& response);
  Page read_page(const Job& job, const FetchResult& result, const warc::HttpMessage& response);
  void read_document(const Job& job, const FetchResult& result, html::ParseResult parsed,
                     Page& page);
  Status save_page(const Job& job, const FetchResult& result, const FilterFacts& facts, Page& page);
  void follow_page(const Job& job, const FilterFacts& facts, const Page& page);
  void follow_redirect(const Job& job, const FetchResult& result,
                       const warc::HttpMessage& response);
  void follow_links(const Job& job, const PageLinks& page);
  // Whether the page is one of those whose requisites are stored.
  bool is_sample(const Job& job, const dom::Document& document);
  // A style sheet, picture or font: stored as it is; a style sheet may need more.
  Status finish_requisite(const Job& job, const FetchResult& result,
                          const warc::HttpMessage& response);
  void follow_requisites(const Job& job, const std::vector<std::string>& urls);
  void follow_list(const Job& job, std::string_view bytes);
  [[nodiscard]] bool wants_list(ListKind kind) const;
  void follow_sitemaps(const RobotsJob& job, const Robots& robots);
  Refusal submit(const FoundUrl& found);
  // How long a URL waits for its next attempt.
  [[nodiscard]] Milliseconds retry_wait(const Job& job) const;
  void end(const Job& job, Outcome::Kind kind, TimePoint again = {},
           TimePoint host_not_before = {});

  CrawlOptions options;
  UrlGate gate;
  RobotsCache robots;
  Fetcher fetcher;
  html::Parser parser;
  PageKinds kinds;
  std::vector<uint32_t> samples_of_kind;

  CrawlStats stats;
  Steady::time_point started = Steady::now();
  Steady::time_point next_lease;
  Steady::time_point next_renewal;
  Steady::time_point next_report;
  Steady::time_point flushed;
  Steady::time_point asked_for_work;  // The observer, when there was nothing to do.
  bool exhausted = false;             // The frontier has nothing, not even later.
  bool draining = false;              // No new requests: the crawl is about to stop.

  uint64_t next_tag = 1;
  std::unordered_map<uint64_t, Job> jobs;
  std::unordered_map<uint64_t, RobotsJob> robots_jobs;
  std::unordered_map<std::string, uint64_t> robots_tags;         // By origin.
  std::unordered_map<std::string, FetchResult> robots_failures;  // By origin: why it is not there.
  std::unordered_map<std::string, Host> hosts;

  std::vector<Outcome> outcomes;
  std::vector<FrontierUrl> found;
  // Hashes of URLs submitted lately: a site's navigation is on all its pages.
  std::vector<uint64_t> recent;
};

}  // namespace weft::crawl
