// The frontier in PostgreSQL, for crawlers on several machines: see frontier.h. Internal to crawl/.
//
// The tables are those of the SQLite file (docs/formats/frontier.md). Workers do not wait for each
// other: they skip hosts, leases and submissions that another one has locked.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/frontier_rows.h"
#include "crawl/frontier/seen_set.h"
#include "store/postgres.h"

namespace weft::crawl {

using store::Postgres;
using store::SqlParameter;
using store::SqlRows;

// Buckets in a table. Those that a slice of keys needs are loaded with one query and written with
// one.
class PostgresBuckets : public BucketStore {
 public:
  explicit PostgresBuckets(Postgres& postgres) : postgres_(postgres) {}
  // REQUIRES: ascending; find() is called for these keys alone.
  Status load(std::span<const SeenKey> keys);
  Status flush();
  Result<Bucket> find(int64_t prefix) override;
  Status put(int64_t low, std::string_view keys) override;

 private:
  struct Loaded {
    std::string keys;
    int64_t next = 0;  // as loaded: a split makes it less
    bool changed = false;
  };
  Postgres& postgres_;
  std::map<int64_t, Loaded> buckets_;
};

class PostgresFrontier : public Frontier {
 public:
  static Result<std::unique_ptr<Frontier>> open(const std::string& address,
                                                const FrontierOptions& options);

  Status record(std::span<const Outcome> outcomes, std::span<const FrontierUrl> urls) override;
  Result<std::vector<Lease>> lease(const LeaseRequest& request) override;
  Status renew(std::string_view worker, TimePoint until) override;
  Status release(std::string_view worker, TimePoint now) override;
  Result<std::optional<TimePoint>> next_due() override;
  Status set_host(const HostPolicy& policy, TimePoint now) override;
  Result<FrontierStats> stats() override;
  Status checkpoint() override { return {}; }  // The server sees to its own.

 private:
  // What a transaction changes about a host, gathered first so that hosts can be locked in one
  // order.
  struct HostChange {
    int64_t finished = 0;      // leases that ended
    int64_t next_time = 0;     // not before
    int64_t fetch_end = -1;    // the delay counts from here
    int64_t given_back = -1;   // a turn that was not used
    std::vector<UrlRow> urls;  // to be queued
  };
  using HostChanges = std::map<int64_t, HostChange>;

  PostgresFrontier(Postgres postgres, const FrontierOptions& options)
      : postgres_(std::move(postgres)), options_(options) {}
  Status create_schema();
  // Runs `change` as one transaction, with its counts.
  Status transaction(const std::function<Status()>& change);
  Status write_counts();

  Status append_submissions(std::span<const FrontierUrl> urls);
  Status append_batch(std::vector<FrontierUrl>& batch);
  Status finish_leases(std::span<const Outcome> outcomes);
  Status finish_url(const Outcome& outcome, UrlRow url, HostChange& host,
                    std::vector<std::pair<int64_t, UrlRow>>& postponed);
  Status postpone(std::span<const std::pair<int64_t, UrlRow>> urls);
  void return_lease(UrlRow url, HostChanges& changes);
  Status apply(HostChanges& changes, int64_t now);
  Status queue(std::span<const UrlRow> urls);

  // postgres_frontier_lease.cc
  Status maintain(int64_t now);
  Status lease_ready_hosts(const LeaseRequest& request, std::vector<Lease>& leases);
  Result<std::vector<HostRow>> lock_ready_hosts(int64_t now, int64_t max);
  Status take_urls(std::vector<HostRow>& hosts, const LeaseRequest& request,
                   std::vector<Lease>& leases);
  Status refresh_best(std::vector<HostRow>& hosts);
  Result<std::vector<HostRow>> read_hosts(const SqlRows& rows) const;
  Status save_hosts(std::span<const HostRow> hosts, int64_t now);

  // postgres_frontier_drain.cc
  Result<bool> wants_drain();
  Status drain(int64_t now);
  Result<std::vector<Submission>> take_submissions();
  Status drop_seen(std::vector<Submission>& submissions);
  Status enqueue(std::vector<Submission>& submissions, int64_t now);
  Result<std::unordered_map<std::string, int64_t>> host_ids(const std::vector<std::string>& names);

  Postgres postgres_;
  FrontierOptions options_;
  RecentKeys recent_;
  Counts counts_;
};

// The five columns of a URL (kUrlColumns), from `first` on.
Result<UrlRow> read_url(const SqlRows& rows, int row, int first);

}  // namespace weft::crawl
