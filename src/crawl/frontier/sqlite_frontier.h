// The frontier in one SQLite file, in write-ahead mode: see frontier.h. Internal to crawl/.
//
// Format: docs/formats/frontier.md. Several processes share a file; each change is one transaction,
// and a writer waits for its turn.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/frontier_rows.h"
#include "crawl/frontier/seen_set.h"
#include "store/sqlite.h"

namespace weft::crawl {

class SqliteBuckets : public BucketStore {
 public:
  Status prepare(store::Database& database);
  Result<Bucket> find(int64_t prefix) override;
  Status put(int64_t low, std::string_view keys) override;

 private:
  store::Statement find_, next_, put_;
};

class SqliteFrontier : public Frontier {
 public:
  static Result<std::unique_ptr<Frontier>> open(const std::string& path,
                                                const FrontierOptions& options);

  Status record(std::span<const Outcome> outcomes, std::span<const FrontierUrl> urls) override;
  Result<std::vector<Lease>> lease(const LeaseRequest& request) override;
  Status renew(std::string_view worker, TimePoint until) override;
  Status release(std::string_view worker, TimePoint now) override;
  Result<std::optional<TimePoint>> next_due() override;
  Status set_host(const HostPolicy& policy, TimePoint now) override;
  Result<FrontierStats> stats() override;
  Status checkpoint() override;

 private:
  Status create_schema();
  Status prepare_statements();

  // Runs `change` as one transaction; an error undoes it all.
  Status transaction(const std::function<Status()>& change);
  Status write_counts();

  Status append_submissions(std::span<const FrontierUrl> urls);
  Status append_batch(std::vector<FrontierUrl>& batch);
  Status finish_lease(const Outcome& outcome);
  Status finish_url(const Outcome& outcome, UrlRow url);
  Result<std::optional<UrlRow>> take_lease(uint64_t id);

  // sqlite_frontier_lease.cc
  Status lease_ready_hosts(const LeaseRequest& request, std::vector<Lease>& leases);
  Status lease_from_host(int64_t id, const LeaseRequest& request, std::vector<Lease>& leases);
  Result<Lease> make_lease(const LeaseRequest& request, const HostRow& host, UrlRow url);
  Status return_expired(int64_t now);
  Status return_leases(const std::vector<int64_t>& ids, int64_t now);
  Status queue_due(int64_t now);

  // sqlite_frontier_drain.cc
  Result<bool> wants_drain();
  Status drain(int64_t now);
  Result<std::vector<Submission>> take_submissions();
  Status drop_seen(std::vector<Submission>& submissions);
  Status enqueue(std::span<Submission> same_host, int64_t now);

  Result<int64_t> host_id(std::string_view name);
  Result<HostRow> load_host(int64_t id);
  Status save_host(const HostRow& host, int64_t now);
  // Into the queue, accounted for in their host. REQUIRES: all of one host.
  Status push(std::span<const UrlRow> urls, int64_t now);
  // Into later, until its time.
  Status postpone(int64_t due, const UrlRow& url);

  store::Database database_;
  FrontierOptions options_;
  SqliteBuckets buckets_;
  RecentKeys recent_;
  Counts counts_;

  store::Statement add_submission_, read_submissions_, drop_submissions_;
  store::Statement find_host_, add_host_, load_host_, save_host_, wake_hosts_, ready_hosts_;
  store::Statement push_, best_of_host_, take_from_queue_, best_rank_;
  store::Statement add_lease_, find_lease_, drop_lease_, expired_leases_, worker_leases_, renew_;
  store::Statement add_later_, due_later_, drop_later_;
  store::Statement set_delay_, set_slots_, add_count_, read_counts_, next_due_;
};

// UrlRow in five columns, from `first` on.
inline constexpr const char* kUrlColumns = "seq, host, rank, url, rest";
Result<UrlRow> read_url(const store::Statement& row, int first);
store::Statement& bind_url(store::Statement& statement, int first, const UrlRow& url);

}  // namespace weft::crawl
