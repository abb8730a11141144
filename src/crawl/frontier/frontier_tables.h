// FrontierTables: what a frontier keeps in its store, whatever the kind, and the few things it does
// with it. Internal to frontier/; the tables are described in docs/formats/frontier.md.
//
// frontier.cc decides what happens to URLs and hosts, sqlite_tables.cc and postgres_tables.cc how
// rows are read and written. Everything is done for many rows at a time, so that a server is asked
// once for a batch.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/seen_set.h"
#include "crawl/frontier/url_record.h"

namespace weft::crawl {

constexpr int64_t kFrontierFormat = 1;
constexpr double kWorstPriority = -std::numeric_limits<double>::infinity();

enum HostState : int64_t { kIdle = 0, kWaiting = 1, kReady = 2 };

struct HostRow {
  int64_t id = 0;
  std::string name;
  int64_t delay = 0;
  int64_t slots = 1;
  int64_t in_flight = 0;
  int64_t next_time = 0;
  double best = kWorstPriority;  // of its queue; kWorstPriority if that is empty
  int64_t wanted = 0;            // not stored: how many URLs a worker takes

  [[nodiscard]] HostState state(int64_t now) const {
    if (best == kWorstPriority || in_flight >= slots) return kIdle;
    return next_time > now ? kWaiting : kReady;
  }
};

// The counters by the names they have in the store. What a transaction changes is a FrontierStats
// too: differences, modulo 2^64.
constexpr std::pair<std::string_view, uint64_t FrontierStats::*> kFrontierCounters[] = {
    {"submitted", &FrontierStats::submitted}, {"queued", &FrontierStats::queued},
    {"later", &FrontierStats::later},         {"done", &FrontierStats::done},
    {"failed", &FrontierStats::failed},       {"duplicates", &FrontierStats::duplicates},
    {"seen", &FrontierStats::seen},           {"expired", &FrontierStats::expired},
    {"hosts", &FrontierStats::hosts}};
void set_counter(FrontierStats& stats, std::string_view name, int64_t value);

// Statements that both stores understand.
constexpr const char* kNextDueSql =
    "SELECT min(due) FROM ("
    "SELECT CAST(0 AS bigint) AS due WHERE EXISTS (SELECT 1 FROM submission) "
    "UNION ALL SELECT 0 WHERE EXISTS (SELECT 1 FROM host WHERE state = 2) "
    "UNION ALL SELECT min(next_time) FROM host WHERE state = 1 "
    "UNION ALL SELECT min(due) FROM later UNION ALL SELECT min(until) FROM lease) AS times";
// $1 URLs, more or less, of the oldest batches.
constexpr const char* kTakeBatchesSql =
    "DELETE FROM submission WHERE seq IN (SELECT seq FROM (SELECT seq, "
    "sum(count) OVER (ORDER BY seq) - count AS before FROM submission) AS numbered "
    "WHERE before < $1) RETURNING seq, urls";
// A UrlRow in the order of its columns; what is not leased has 0 for the lease.
constexpr const char* kUrlColumns = "seq, host, rank, url, rest";
// At most $2 leases that end at $1 or before, and URLs that are due. `lock` passes over rows that
// another worker has.
std::string take_expired_sql(std::string_view lock);
std::string take_due_sql(std::string_view lock);
// The columns of a HostRow.
std::string host_columns(const FrontierOptions& defaults);
// The tables, with the words in which stores differ: an id that is never used twice, strings,
// bytes, numbers, and what stands behind a table that is ordered by its key.
struct SqlDialect {
  std::string_view id, text, bytes, integer, real, lowest, ordered;
};
std::string frontier_schema(const SqlDialect& dialect);

// The rows a call names are changed in the caller's transaction. `take…` removes them. Errors are
// those of Frontier.
class FrontierTables : public BucketStore {
 public:
  // All or nothing. `change` may be run again, after a deadlock.
  virtual Status transaction(const std::function<Status()>& change) = 0;

  // Submissions: batches as url_record.h writes them.
  struct Batch {
    int64_t seq = 0;
    std::string urls;
  };
  virtual Status add_batch(int64_t count, std::string_view urls) = 0;
  // The oldest ones, with about `max` URLs. None while another worker is at it.
  virtual Result<std::vector<Batch>> take_batches(int64_t max) = 0;
  // Buckets of the SeenSet: find() may be asked about these keys after load_buckets(), and what was
  // put is written by save_buckets().
  virtual Status load_buckets(std::span<const SeenKey> keys) = 0;
  virtual Status save_buckets() = 0;

  // URLs in the queue, in later, and leased.
  virtual Status add_to_queue(std::span<const UrlRow> urls) = 0;
  virtual Status add_to_later(std::span<const UrlRow> urls) = 0;
  virtual Result<std::vector<UrlRow>> take_due(int64_t now, int64_t max) = 0;
  virtual Result<std::vector<UrlRow>> take_expired(int64_t now, int64_t max) = 0;
  virtual Result<std::vector<UrlRow>> take_leases(const std::vector<int64_t>& ids) = 0;
  virtual Result<std::vector<UrlRow>> take_leases_of(std::string_view worker) = 0;
  virtual Status renew(std::string_view worker, int64_t until) = 0;
  // Moves the `wanted` best URLs of each host from its queue into leases, and sets `best` to what
  // is left.
  virtual Result<std::vector<UrlRow>> lease_best(std::vector<HostRow>& hosts, int64_t until,
                                                 std::string_view worker) = 0;

  // Hosts: rows that were read here are the caller's until the transaction ends.
  virtual Result<std::vector<HostRow>> hosts(const std::vector<int64_t>& ids) = 0;
  // Those that may be visited, the best first; hosts that another worker has are passed over.
  virtual Result<std::vector<HostRow>> ready_hosts(int64_t now, int64_t max) = 0;
  virtual Status save_hosts(std::span<const HostRow> hosts, int64_t now) = 0;
  virtual Status set_policy(int64_t host, const HostPolicy& policy) = 0;
  // Of hosts by their names, which are ascending and different. Those not known are added, and
  // `added` is their number.
  using HostIds = std::unordered_map<std::string, int64_t>;
  virtual Result<HostIds> host_ids(const std::vector<std::string>& names, uint64_t& added) = 0;

  virtual Status add_counts(std::span<const std::pair<std::string_view, int64_t>> counts) = 0;
  virtual Result<FrontierStats> stats() = 0;
  virtual Result<std::optional<int64_t>> next_due() = 0;
  virtual Status checkpoint() = 0;
};

// `options` has the delay and slots of hosts without a policy.
Result<std::unique_ptr<FrontierTables>> open_sqlite_tables(const std::string& path,
                                                           const FrontierOptions& options);
Result<std::unique_ptr<FrontierTables>> open_postgres_tables(const std::string& address,
                                                             const FrontierOptions& options);

}  // namespace weft::crawl
