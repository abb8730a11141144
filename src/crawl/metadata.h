// MetadataStore: what is known of every page a crawl has visited. [Zheng] 3.1 and 3.4.
//
// The thesis keeps for each document its URL, a hash, its host, when it was discovered, when its
// content last changed, its parent URL and its state; here also what a conditional request needs
// and how often visits found a change. From this come reports (crawl_report.h) and the pages most
// worth another visit.
//
//   auto metadata = MetadataStore::open("crawl/metadata.sqlite");
//   (*metadata)->record(visits);
//   for (const PageToVisit& page : *(*metadata)->pages_to_visit({.max = 1000, .now = now})) …
//
// In SQLite or, for several machines, in PostgreSQL; format: docs/formats/metadata.md.
// Threads: one at a time for each object; any number of processes on one store.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/frontier/frontier.h"
#include "crawl/trap_guard.h"
#include "store/sql.h"

namespace weft::crawl {

// --- how often a page changes, learned from visits that saw a change or none ---
//
// Visits are assumed to meet a Poisson process: a page that changes λ times a day has changed since
// a visit t days ago with probability 1 - e^(-λt). Several changes between two visits are seen as
// one, so that changes a visit is too low an estimate of λ; the one used here corrects for that
// (Cho and Garcia-Molina, "Estimating Frequency of Change", 2003, section 4.2). A page visited daily
// for ten days that had changed four times has not a rate of 0.4 a day, but -ln(6.5 / 10.5) = 0.48;
// with the prior of a change a week, worth one visit, 0.45.

struct ChangeHistory {
  uint64_t visits = 0;       // after the first
  uint64_t changes = 0;      // visits that found something new
  Milliseconds observed{0};  // between the first visit and the last
};

struct RevisitOptions {
  double prior_rate = 1.0 / 7;  // changes a day of a page that nothing is known of
  double prior_visits = 1;      // visits that this is worth
  double threshold = 0.5;       // a page is due when it has changed with this probability
  Milliseconds at_least = std::chrono::hours(1);
  Milliseconds at_most = std::chrono::days(60);
};

// Changes a day. Never 0, and finite.
double change_rate(const ChangeHistory& history, const RevisitOptions& options = {});

// The probability that a page with this rate has changed after so long.
double change_probability(double rate, Milliseconds age);

// How long after a visit the next one is due.
Milliseconds revisit_interval(double rate, const RevisitOptions& options = {});

// --- what is known of pages ---

// One fetch of a page.
struct PageVisit {
  std::string url;
  std::string host;
  std::string parent;
  TimePoint time;
  int status = 0;             // of HTTP; 0 if there was no answer
  bool document = false;      // something the crawl is after: a page that was saved
  uint64_t content_hash = 0;  // of the body; 0 if there is none (an error, 304)
  uint64_t bytes = 0;
  std::string type;  // "text/html"
  std::string etag;
  std::string last_modified;
  uint32_t depth = 0;
  std::string failure;      // why there was no answer: "dns", "robots"…; empty: there was one
  Milliseconds elapsed{0};  // of the transfer

  [[nodiscard]] bool unchanged() const { return status == 304; }
  [[nodiscard]] bool redirected() const { return status >= 300 && status < 400 && !unchanged(); }
  [[nodiscard]] bool good() const { return unchanged() || (status >= 200 && status < 300); }
};

struct PageRecord {
  std::string url;
  std::string hash;  // of the URL: 16 hexadecimal digits
  std::string host;
  std::string parent;
  // "fetched", "redirected" (its target is a page of its own), "failed" (an error at the last
  // visit), "gone" (404, 410), "forbidden" (by robots.txt: not visited).
  std::string state;
  TimePoint discovered;
  TimePoint visited;
  TimePoint changed;  // when a visit last found other content
  int64_t status = 0;
  bool document = false;
  uint64_t content_hash = 0;
  uint64_t bytes = 0;
  std::string type;
  std::string etag;
  std::string last_modified;
  uint32_t depth = 0;
  ChangeHistory history;
  uint64_t documents_found = 0;  // documents whose parent it is
  TimePoint due;                 // when the next visit is
  std::string failure;           // of the last visit
  std::string mark;              // what a person or program says of it: "ingested"
};

// The little that choosing seeds needs.
struct PageSummary {
  std::string url;
  bool error = false;
  uint64_t content_hash = 0;
  uint64_t attempts = 0;
};

enum class PageSelection {
  kUnanswered,  // no answer at the last visit, or forbidden: the cause may be gone
  kAll,         // but for those that are gone
};

// A page to visit again, the most promising first.
struct PageToVisit {
  std::string url;
  std::string host;
  double score = 0;
};

struct RevisitRequest {
  enum class Policy {
    kAge,  // §3.1: parents of documents, by the time since the last visit times the number found
    kLearned,  // Weft's own: pages that are due, by the probability that they have changed
  };
  size_t max = 100;
  TimePoint now;
  Policy policy = Policy::kLearned;
};

class MetadataStore {
 public:
  // Fails with kNotFound, kPermission, kIo, kCorruption.
  static Result<std::unique_ptr<MetadataStore>> open(std::string_view where,
                                                     const RevisitOptions& options = {});
  // That of a crawl which has begun, given its folder, the file itself, or postgres://…. Fails with
  // kNotFound when there is none: nothing is created.
  static Result<std::unique_ptr<MetadataStore>> open_crawl(const std::string& crawl);

  // All visits, in one transaction. A visit that is not later than the last known one of its page
  // changes nothing: it is the same one, recorded again after a kill.
  Status record(std::span<const PageVisit> visits);
  Result<std::optional<PageRecord>> find(std::string_view url);
  // Of all pages, in the order of URLs.
  Result<std::vector<PageSummary>> summaries();
  // Puts pages back into a frontier. Returns how many.
  Result<size_t> resubmit(PageSelection which, Frontier& frontier);
  // Says of pages what is done with them: "ingested". Returns how many of the URLs are known.
  Result<size_t> mark(std::span<const std::string> urls, const std::string& mark);
  // Where the crawl has started, in all its runs.
  Status add_seeds(std::span<const std::string> seeds);
  Result<std::vector<std::string>> seeds();
  // For the submission queue: see FrontierUrl::again.
  Result<std::vector<PageToVisit>> pages_to_visit(const RevisitRequest& request);

  // One account of trap credits for all processes of a crawl, on one machine or on several. Gives
  // what `traps` has spent and earned since the last call to the others, and takes theirs; the
  // first call takes over what earlier runs have left. Fails with kIo, kTimeout, kCorruption; then
  // the store has not changed, and the next call makes up for it.
  Status share_traps(TrapGuard& traps);

  // For reports.
  [[nodiscard]] store::Sql& sql() { return *sql_; }

 private:
  MetadataStore(std::unique_ptr<store::Sql> sql, const RevisitOptions& options)
      : sql_(std::move(sql)), options_(options) {}
  Status record_one(const PageVisit& visit, std::map<std::string, int64_t>& found);
  Status insert(const PageVisit& visit);
  Status update(const PageRecord& known, const PageVisit& visit);
  struct Firsts {
    bool page = false;
    bool document = false;
  };
  Status count(const PageVisit& visit, Firsts first, bool changed);
  Result<std::vector<PageToVisit>> parents_by_age(const RevisitRequest& request);
  Result<std::vector<PageToVisit>> due_pages(const RevisitRequest& request);

  std::unique_ptr<store::Sql> sql_;
  RevisitOptions options_;
};

}  // namespace weft::crawl
