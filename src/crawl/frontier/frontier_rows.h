// What the tables of a frontier hold, whatever the store: hosts, URLs on their way, submissions.
// Internal to crawl/.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/seen_set.h"

namespace weft::crawl {

// How the submission queue is cut. A URL's seq is its batch's times kBatchUrls, plus its place.
constexpr size_t kBatchUrls = 10'000;
constexpr int64_t kDrainUrls = 128'000;  // At most about so many are drained at a time.
// Whether it is time to: see sqlite_frontier.cc.
constexpr bool should_drain(int64_t submitted, int64_t queued) {
  constexpr int64_t kShare = 32;
  constexpr int64_t kFew = 100;  // not worth a batch while there is work
  return submitted > 0 && submitted >= std::clamp(queued / kShare, kFew, kDrainUrls);
}

// Hands `append` the URLs in batches of kBatchUrls, without those that this process has submitted
// lately, which are counted as duplicates. `append` empties its batch.
template <typename Append>
Status append_in_batches(std::span<const FrontierUrl> urls, const RecentKeys& recent,
                         int64_t& duplicates, Append append) {
  std::vector<FrontierUrl> batch;
  for (const FrontierUrl& url : urls) {
    if (!url.again && recent.contains(SeenKey::of(url.host, url.url)))
      ++duplicates;
    else
      batch.push_back(url);
    if (batch.size() == kBatchUrls) WEFT_TRY(append(batch));
  }
  return append(batch);
}

inline void remember(std::span<const FrontierUrl> urls, RecentKeys& recent) {
  for (const FrontierUrl& url : urls) recent.add(SeenKey::of(url.host, url.url));
}

constexpr double kWorstPriority = -std::numeric_limits<double>::infinity();

inline int64_t ticks(TimePoint time) { return time.time_since_epoch().count(); }
inline TimePoint time_of(int64_t ticks) { return TimePoint(Milliseconds(ticks)); }

enum HostState : int64_t { kIdle = 0, kWaiting = 1, kReady = 2 };

struct HostRow {
  int64_t id = 0;
  std::string name;
  int64_t delay = 0;
  int64_t slots = 1;
  int64_t in_flight = 0;
  int64_t next_time = 0;
  double best = kWorstPriority;  // of its queue; kWorstPriority if that is empty

  [[nodiscard]] HostState state(int64_t now) const {
    if (best == kWorstPriority || in_flight >= slots) return kIdle;
    return next_time > now ? kWaiting : kReady;
  }
};

// A URL on its way between queue, later and lease.
// Whether a lease that ended so was a visit to its host.
constexpr bool was_tried(Outcome::Kind kind) {
  return kind != Outcome::Kind::kReturn && kind != Outcome::Kind::kSkipped;
}

struct UrlRow {
  int64_t seq = 0;
  int64_t host = 0;
  double rank = 0;  // minus its priority
  std::string url;
  int64_t depth = 0;
  std::string parent;
  std::string context;
  int64_t attempts = 0;
};

// What a worker is given: the row of a URL as the lease of it.
inline Lease lease_of(uint64_t id, TimePoint until, const HostRow& host, UrlRow url) {
  Lease lease;
  lease.id = id;
  lease.until = until;
  lease.url = {.url = std::move(url.url),
               .host = host.name,
               .priority = -url.rank,
               .depth = static_cast<uint32_t>(url.depth),
               .parent = std::move(url.parent),
               .context = std::move(url.context)};
  lease.attempt = static_cast<uint32_t>(url.attempts) + 1;
  return lease;
}

// A submission that waits to be drained.
struct Submission {
  SeenKey key;
  UrlRow url;  // host is not known yet
  std::string host;
  int64_t due = 0;
  bool again = false;
};

// What a transaction adds to the counters; written once, at its end.
struct Counts {
  int64_t submitted = 0;
  int64_t queued = 0;
  int64_t later = 0;
  int64_t done = 0;
  int64_t failed = 0;
  int64_t duplicates = 0;
  int64_t seen = 0;
  int64_t expired = 0;
  int64_t hosts = 0;

  [[nodiscard]] std::array<std::pair<std::string_view, int64_t>, 9> by_name() const;
};

// Sets the field of this name: one of a Counts, or "leased".
void set_count(FrontierStats& stats, std::string_view name, int64_t value);

// The order in which add_seen() wants them; of equal ones the first submitted comes first.
void sort_by_key(std::vector<Submission>& submissions);
// Keeps those that are new, as add_seen() said, or to be visited again.
void keep_new(std::vector<Submission>& submissions, const std::vector<bool>& is_new,
              Counts& counts);

}  // namespace weft::crawl
