// What the tables of a frontier hold, whatever the store: hosts, URLs on their way, submissions.
// Internal to crawl/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "crawl/frontier.h"
#include "crawl/seen_set.h"

namespace weft::crawl {

// How the submission queue is cut. A URL's seq is its batch's times kBatchUrls, plus its place.
constexpr size_t kBatchUrls = 10'000;
constexpr int64_t kDrainUrls = 256'000;  // At most about so many are drained at a time.
// Whether it is time to: see sqlite_frontier.cc.
constexpr bool should_drain(int64_t submitted, int64_t queued) {
  constexpr int64_t kShare = 32;
  constexpr int64_t kFew = 100;  // not worth a batch while there is work
  return submitted > 0 && submitted >= std::clamp(queued / kShare, kFew, kDrainUrls);
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
  int64_t queued = 0;
  int64_t in_flight = 0;
  int64_t next_time = 0;
  double best = kWorstPriority;

  [[nodiscard]] HostState state(int64_t now) const {
    if (queued == 0 || in_flight >= slots) return kIdle;
    return next_time > now ? kWaiting : kReady;
  }
};

// A URL on its way between queue, later and lease.
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
};

}  // namespace weft::crawl
