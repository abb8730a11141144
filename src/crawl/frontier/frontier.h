// The frontier: which URL to fetch next, on disk. [Zheng] 3.1 and 3.2.
//
// Two queues, as in the paper. The *submission queue* takes URLs as they are found: an append, and
// so cheap. From there they move, many at a time, past the set of URLs seen before (dedup) into the
// *frontier queue*, which is ordered by host and, within a host, by priority.
//
// A fetcher *leases* URLs and reports an Outcome for each. Politeness is kept here, in the same
// transaction as the lease, and so holds across all processes that share a frontier: a host gives
// no URL before its time has come, nor more at once than it has slots. Its delay counts from the end
// of the last fetch, or, if it has several slots, from its start.
//
// What a kill means: everything that returned ok is kept. Leases of a dead worker go back into the
// queue when they expire or are released, so that at most the leased pages are fetched again.
//
//   auto frontier = open_frontier("crawl/frontier.sqlite");
//   (*frontier)->submit(seeds);
//   for (const Lease& lease : *(*frontier)->lease(request)) fetch(lease.url.url);
//   (*frontier)->record(outcomes, links);  // one transaction: no link of a finished page is lost
//
// Memory is bounded whatever the number of URLs. Threads: one at a time for each object; any number
// of processes and objects on one store.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::crawl {

using TimePoint = std::chrono::sys_time<std::chrono::milliseconds>;
using Milliseconds = std::chrono::milliseconds;

// Times as stores hold them: milliseconds since 1970.
inline int64_t ticks(TimePoint time) { return time.time_since_epoch().count(); }
inline TimePoint time_of(int64_t ticks) { return TimePoint(Milliseconds(ticks)); }
inline TimePoint wall_now() {
  return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now());
}

struct FrontierUrl {
  std::string url;            // canonical: two spellings are two URLs
  std::string host;           // and port; URLs with the same one share a delay and slots
  double priority = 0;        // higher is fetched earlier; ties in the order of submission
  uint32_t depth = 0;         // hops from a seed
  std::string parent;         // the URL on which it was found; empty for a seed
  std::string context;        // opaque: travels with the URL, e.g. the words that led to it
  TimePoint not_before = {};  // not leased earlier
  bool again = false;         // enters even if it was seen before: a page to visit again
};

// The right to fetch a URL, until a time.
struct Lease {
  uint64_t id = 0;
  FrontierUrl url;
  uint32_t attempt = 1;  // counts from 1; expired leases and retries count
  TimePoint until;
};

struct LeaseRequest {
  size_t max = 1;
  TimePoint now;
  Milliseconds duration = std::chrono::minutes(2);
  std::string worker;  // names the process, for release()
};

// What became of a lease.
struct Outcome {
  enum class Kind {
    kDone,     // fetched
    kFailed,   // given up
    kRetry,    // to be tried at `again`; counts as an attempt
    kReturn,   // not tried: back into the queue as it was
    kSkipped,  // not tried and not wanted any more; a host with one slot gets its turn back
  };
  uint64_t lease = 0;
  Kind kind = Kind::kDone;
  TimePoint finished;              // the host's delay counts from here
  TimePoint again = {};            // for kRetry
  TimePoint host_not_before = {};  // back-off of the whole host: Retry-After, errors
};

// How a host wants to be treated. What is not set stays as it is.
struct HostPolicy {
  std::string host;
  std::optional<Milliseconds> delay = {};  // between the end of a fetch and the next
  std::optional<uint32_t> slots = {};      // fetches at the same time
};

struct FrontierOptions {
  Milliseconds delay = std::chrono::seconds(1);  // of hosts without a policy
  uint32_t slots = 1;                            // of hosts without a policy
  bool strict = false;                           // every submission counts before the next lease
  uint32_t max_attempts = 5;                     // a URL whose lease expired this often is given up
};

struct FrontierStats {
  uint64_t submitted = 0;  // in the submission queue: duplicates not yet removed
  uint64_t queued = 0;     // in the frontier queue
  uint64_t later = 0;      // waiting for a time of their own: retries, visits to come
  uint64_t leased = 0;
  uint64_t done = 0;
  uint64_t failed = 0;
  uint64_t duplicates = 0;  // submissions of URLs seen before
  uint64_t seen = 0;        // different URLs ever
  uint64_t hosts = 0;
  uint64_t expired = 0;  // leases that ran out
  // Nothing is left to fetch and nobody is fetching.
  [[nodiscard]] bool finished() const { return submitted + queued + later + leased == 0; }
};

class Frontier {
 public:
  virtual ~Frontier() = default;

  // Outcomes and new URLs in one transaction. Outcomes of leases that have expired are ignored.
  // Fails with kIo, kTimeout (locked too long), kCorruption; then nothing has changed.
  virtual Status record(std::span<const Outcome> outcomes, std::span<const FrontierUrl> urls) = 0;
  Status submit(std::span<const FrontierUrl> urls) { return record({}, urls); }
  Status complete(std::span<const Outcome> outcomes) { return record(outcomes, {}); }

  // Up to `max` URLs, of the hosts that may be visited now those with the best URLs first. None if
  // no host may be visited: see next_due(). A host with a delay gives one URL a call, one without
  // as many as it has free slots.
  virtual Result<std::vector<Lease>> lease(const LeaseRequest& request) = 0;
  // Puts off the end of all leases of a worker: call it well within their duration.
  virtual Status renew(std::string_view worker, TimePoint until) = 0;
  // Gives back all leases of a worker that is known to be gone. They count as attempts.
  virtual Status release(std::string_view worker, TimePoint now) = 0;
  // When lease() may next have something: now or earlier if it has, nothing if the frontier is
  // empty. Leases of others count with their end.
  virtual Result<std::optional<TimePoint>> next_due() = 0;

  virtual Status set_host(const HostPolicy& policy, TimePoint now) = 0;
  virtual Result<FrontierStats> stats() = 0;
  // Moves the write-ahead log into the store, so that it is small and can be copied.
  virtual Status checkpoint() = 0;
};

// Opens or creates. `where` is a path of a SQLite file, or postgres://… (postgresql://…) for
// several machines. Fails with kNotFound, kPermission, kCorruption, kUnsupported (a newer format).
Result<std::unique_ptr<Frontier>> open_frontier(std::string_view where,
                                                const FrontierOptions& options = {});

}  // namespace weft::crawl
