// A URL moves through four tables, never in two at a time:
//
//   submission ──drain──▶ queue ──lease──▶ lease ──record──▶ gone, or later ──when due──▶ queue
//
// A host is idle (nothing queued, or no slot free), waiting (its next_time lies ahead) or ready.
// Two partial indexes keep both choices logarithmic: waiting hosts by next_time, ready ones by the
// priority of their best URL.
//
// Leasing:
//   1. leases that ran out go back into the queue, URLs whose time has come move from later to it;
//   2. if the submission queue is large against the frontier, a part of it is drained;
//   3. waiting hosts whose time has come become ready;
//   4. the best ready hosts give their best URLs; next_time and in_flight change at once;
//   5. if that was too little, the submission queue is drained and 4 repeated.
//
// Draining takes many submissions at a time, since a sorted batch touches each bucket of the
// SeenSet and each host once. Small frontiers drain at every lease, large ones when the submission
// queue reaches a share of the queue: its URLs wait no longer, relative to the rest, than that.
//   1. take the oldest submissions;
//   2. sort them by key and drop those that were seen;
//   3. add the rest to the queues of their hosts, or to later.
//
// Several workers share the tables. A transaction gathers what it will change about hosts and then
// locks them all in the order of their ids (apply), so that no two wait for each other; leasing,
// which wants any hosts, takes those that nobody has locked. Steps 1, 2 and 4 are transactions of
// their own: what one of them has done stands, whatever becomes of the next.
//
// Tested by frontier_test.cc on every store, and by frontier_crash_test.cc, which kills workers.

#include "crawl/frontier/frontier.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "crawl/frontier/frontier_tables.h"
#include "store/sql.h"

namespace weft::crawl {
namespace {

constexpr size_t kBatchUrls = 10'000;    // A URL's seq is its batch's times this, plus its place.
constexpr int64_t kDrainUrls = 128'000;  // At most about so many are drained at a time.
constexpr size_t kSliceKeys = 2'048;     // of the set of URLs seen, looked up at a time
constexpr int64_t kMaintenanceRows = 10'000;  // Expired leases and due URLs moved by one call.

// Whether it is time to drain: see above.
constexpr bool should_drain(uint64_t submitted, uint64_t queued) {
  constexpr uint64_t kShare = 32;  // part of the queue
  constexpr uint64_t kFew = 100;   // not worth a batch while there is work
  return submitted > 0 && submitted >= std::clamp<uint64_t>(queued / kShare, kFew, kDrainUrls);
}

// Whether a lease that ended so was a visit to its host.
constexpr bool was_tried(Outcome::Kind kind) {
  return kind != Outcome::Kind::kReturn && kind != Outcome::Kind::kSkipped;
}

class TableFrontier final : public Frontier {
 public:
  TableFrontier(std::unique_ptr<FrontierTables> tables, const FrontierOptions& options)
      : tables_(std::move(tables)), options_(options) {}

  Status record(std::span<const Outcome> outcomes, std::span<const FrontierUrl> urls) override;
  Result<std::vector<Lease>> lease(const LeaseRequest& request) override;
  Status renew(std::string_view worker, TimePoint until) override {
    return tables_->transaction([&] { return tables_->renew(worker, ticks(until)); });
  }
  Status release(std::string_view worker, TimePoint now) override;
  Result<std::optional<TimePoint>> next_due() override;
  Status set_host(const HostPolicy& policy, TimePoint now) override;
  Result<FrontierStats> stats() override { return tables_->stats(); }
  Status checkpoint() override { return tables_->checkpoint(); }

 private:
  // What a transaction changes about a host.
  struct HostChange {
    int64_t finished = 0;      // leases that ended
    int64_t next_time = 0;     // not before
    int64_t fetch_end = -1;    // the delay counts from here
    int64_t given_back = -1;   // a turn that was not used
    std::vector<UrlRow> urls;  // to be queued
  };
  using HostChanges = std::map<int64_t, HostChange>;

  // Runs `change` as one transaction, with its counts.
  Status transaction(const std::function<Status()>& change);
  Status append_submissions(std::span<const FrontierUrl> urls);
  Status append_batch(std::vector<FrontierUrl>& batch);
  Status finish_leases(std::span<const Outcome> outcomes);
  void finish_lease(const Outcome& outcome, UrlRow url, HostChange& host,
                    std::vector<UrlRow>& postponed);
  void return_leases(std::vector<UrlRow> urls, HostChanges& changes);
  Status postpone(const std::vector<UrlRow>& urls);
  Status apply(HostChanges& changes, int64_t now);

  Status maintain(int64_t now);
  Status drain(int64_t now);
  Status drop_seen(std::vector<Submission>& submissions);
  Status enqueue(std::vector<Submission>& submissions, int64_t now);
  Status lease_ready_hosts(const LeaseRequest& request, std::vector<Lease>& leases);

  std::unique_ptr<FrontierTables> tables_;
  FrontierOptions options_;
  RecentKeys recent_;
  FrontierStats counts_;  // What the transaction under way changes.
};

Status TableFrontier::transaction(const std::function<Status()>& change) {
  return tables_->transaction([&]() -> Status {
    counts_ = {};
    WEFT_TRY(change());
    std::vector<std::pair<std::string_view, int64_t>> counts;
    for (const auto& [name, field] : kFrontierCounters)
      if (counts_.*field != 0) counts.emplace_back(name, static_cast<int64_t>(counts_.*field));
    return counts.empty() ? Status() : tables_->add_counts(counts);
  });
}

// ---- record ------------------------------------------------------------------------------------

Status TableFrontier::record(std::span<const Outcome> outcomes, std::span<const FrontierUrl> urls) {
  const Status recorded = transaction([&]() -> Status {
    WEFT_TRY(finish_leases(outcomes));
    return append_submissions(urls);
  });
  if (recorded.ok())
    for (const FrontierUrl& url : urls) recent_.add(SeenKey::of(url.host, url.url));
  return recorded;
}

// Without those that this process has submitted lately, which are counted as duplicates.
Status TableFrontier::append_submissions(std::span<const FrontierUrl> urls) {
  std::vector<FrontierUrl> batch;
  for (const FrontierUrl& url : urls) {
    if (!url.again && recent_.contains(SeenKey::of(url.host, url.url)))
      ++counts_.duplicates;
    else
      batch.push_back(url);
    if (batch.size() == kBatchUrls) WEFT_TRY(append_batch(batch));
  }
  return batch.empty() ? Status() : append_batch(batch);
}

Status TableFrontier::append_batch(std::vector<FrontierUrl>& batch) {
  WEFT_TRY(tables_->add_batch(static_cast<int64_t>(batch.size()), encode_submissions(batch)));
  counts_.submitted += batch.size();
  batch.clear();
  return {};
}

Status TableFrontier::finish_leases(std::span<const Outcome> outcomes) {
  if (outcomes.empty()) return {};
  std::vector<int64_t> ids;
  std::unordered_map<int64_t, const Outcome*> by_id;
  for (const Outcome& outcome : outcomes) {
    ids.push_back(static_cast<int64_t>(outcome.lease));
    by_id.emplace(ids.back(), &outcome);
  }
  WEFT_ASSIGN(std::vector<UrlRow> urls, tables_->take_leases(ids));
  HostChanges changes;
  std::vector<UrlRow> postponed;
  int64_t now = 0;
  for (UrlRow& url : urls) {
    const Outcome& outcome = *by_id[url.lease];
    now = std::max(now, ticks(outcome.finished));
    HostChange& host = changes[url.host];
    finish_lease(outcome, std::move(url), host, postponed);
  }
  WEFT_TRY(postpone(postponed));
  return apply(changes, now);
}

void TableFrontier::finish_lease(const Outcome& outcome, UrlRow url, HostChange& host,
                                 std::vector<UrlRow>& postponed) {
  ++host.finished;
  host.next_time = std::max(host.next_time, ticks(outcome.host_not_before));
  if (was_tried(outcome.kind)) host.fetch_end = std::max(host.fetch_end, ticks(outcome.finished));
  if (outcome.kind == Outcome::Kind::kSkipped) host.given_back = ticks(outcome.finished);
  url.due = ticks(outcome.again);
  switch (outcome.kind) {
    case Outcome::Kind::kDone:
    case Outcome::Kind::kSkipped:
      ++counts_.done;
      break;
    case Outcome::Kind::kFailed:
      ++counts_.failed;
      break;
    case Outcome::Kind::kRetry:
      ++url.attempts;
      postponed.push_back(std::move(url));
      break;
    case Outcome::Kind::kReturn:
      host.urls.push_back(std::move(url));
      break;
  }
}

// Expired or released leases: back into the queue, or given up.
void TableFrontier::return_leases(std::vector<UrlRow> urls, HostChanges& changes) {
  for (UrlRow& url : urls) {
    HostChange& host = changes[url.host];
    ++host.finished;
    if (++url.attempts >= options_.max_attempts)
      ++counts_.failed;
    else
      host.urls.push_back(std::move(url));
  }
}

Status TableFrontier::postpone(const std::vector<UrlRow>& urls) {
  counts_.later += urls.size();
  return urls.empty() ? Status() : tables_->add_to_later(urls);
}

Status TableFrontier::apply(HostChanges& changes, int64_t now) {
  if (changes.empty()) return {};
  std::vector<int64_t> ids;
  for (const auto& [id, change] : changes) ids.push_back(id);
  WEFT_ASSIGN(std::vector<HostRow> hosts, tables_->hosts(ids));
  if (hosts.size() != ids.size())
    return Error{ErrorCode::kCorruption, "frontier: a URL's host is missing"};
  std::vector<UrlRow> queued;
  std::vector<HostRow> changed;
  for (HostRow& host : hosts) {
    HostChange& change = changes[host.id];
    const double best = host.best;
    const int64_t next_time = host.next_time;
    host.in_flight -= change.finished;
    // With one slot nobody else fetched meanwhile, so the lease's delay was for nothing.
    if (change.given_back >= 0 && host.slots == 1)
      host.next_time = std::min(host.next_time, change.given_back);
    host.next_time = std::max(host.next_time, change.next_time);
    // With several slots fetches are meant to overlap: their starts are a delay apart (see
    // lease_ready_hosts), whatever the time they take.
    if (change.fetch_end >= 0 && host.slots == 1)
      host.next_time = std::max(host.next_time, change.fetch_end + host.delay);
    std::sort(change.urls.begin(), change.urls.end(), [](const UrlRow& a, const UrlRow& b) {
      return std::tie(a.rank, a.seq) < std::tie(b.rank, b.seq);
    });
    for (UrlRow& url : change.urls) {
      host.best = std::max(host.best, -url.rank);
      queued.push_back(std::move(url));
    }
    // OPTIMIZATION: most URLs are not the best of their host, and most hosts are known: not writing
    // their rows saves a third of all pages written.
    if (change.finished != 0 || host.next_time != next_time || host.best != best)
      changed.push_back(std::move(host));
  }
  counts_.queued += queued.size();
  if (!queued.empty()) WEFT_TRY(tables_->add_to_queue(queued));
  return changed.empty() ? Status() : tables_->save_hosts(changed, now);
}

Status TableFrontier::set_host(const HostPolicy& policy, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const auto ids, tables_->host_ids({policy.host}, counts_.hosts));
    const int64_t id = ids.at(policy.host);
    WEFT_TRY(tables_->set_policy(id, policy));
    WEFT_ASSIGN(const std::vector<HostRow> hosts, tables_->hosts({id}));
    return tables_->save_hosts(hosts, ticks(now));
  });
}

// ---- lease -------------------------------------------------------------------------------------

Result<std::vector<Lease>> TableFrontier::lease(const LeaseRequest& request) {
  std::vector<Lease> leases;
  const int64_t now = ticks(request.now);
  WEFT_TRY(transaction([&] { return maintain(now); }));
  WEFT_ASSIGN(const FrontierStats waiting, stats());
  const bool drain_first = options_.strict || should_drain(waiting.submitted, waiting.queued);
  if (drain_first) WEFT_TRY(transaction([&] { return drain(now); }));
  const auto lease_more = [&] {
    const size_t before = leases.size();
    return transaction([&] {
      leases.resize(before);  // An attempt that failed has leased nothing.
      return lease_ready_hosts(request, leases);
    });
  };
  WEFT_TRY(lease_more());
  if (drain_first || leases.size() >= request.max) return leases;
  WEFT_TRY(transaction([&] { return drain(now); }));
  WEFT_TRY(lease_more());
  return leases;
}

// Step 1.
Status TableFrontier::maintain(int64_t now) {
  WEFT_ASSIGN(std::vector<UrlRow> expired, tables_->take_expired(now, kMaintenanceRows));
  WEFT_ASSIGN(std::vector<UrlRow> due, tables_->take_due(now, kMaintenanceRows));
  counts_.expired += expired.size();
  counts_.later -= due.size();
  HostChanges changes;
  return_leases(std::move(expired), changes);
  for (UrlRow& url : due) changes[url.host].urls.push_back(std::move(url));
  return apply(changes, now);
}

// Steps 3 and 4.
Status TableFrontier::lease_ready_hosts(const LeaseRequest& request, std::vector<Lease>& leases) {
  const int64_t now = ticks(request.now);
  auto room = static_cast<int64_t>(request.max - leases.size());
  WEFT_ASSIGN(std::vector<HostRow> hosts, tables_->ready_hosts(now, room));
  for (HostRow& host : hosts) {
    host.wanted = std::clamp<int64_t>(host.delay > 0 ? 1 : host.slots - host.in_flight, 0, room);
    room -= host.wanted;
  }
  std::erase_if(hosts, [](const HostRow& host) { return host.wanted == 0; });
  if (hosts.empty()) return {};
  std::unordered_map<int64_t, HostRow*> by_id;
  for (HostRow& host : hosts) by_id[host.id] = &host;
  const TimePoint until = request.now + request.duration;
  WEFT_ASSIGN(std::vector<UrlRow> urls, tables_->lease_best(hosts, ticks(until), request.worker));
  for (UrlRow& url : urls) {
    HostRow& host = *by_id[url.host];
    ++host.in_flight;
    host.next_time = std::max(host.next_time, now + host.delay);
    leases.push_back({.id = static_cast<uint64_t>(url.lease),
                      .url = {.url = std::move(url.url),
                              .host = host.name,
                              .priority = -url.rank,
                              .depth = static_cast<uint32_t>(url.depth),
                              .parent = std::move(url.parent),
                              .context = std::move(url.context)},
                      .attempt = static_cast<uint32_t>(url.attempts) + 1,
                      .until = until});
  }
  counts_.queued -= urls.size();
  return tables_->save_hosts(hosts, now);
}

Status TableFrontier::release(std::string_view worker, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(std::vector<UrlRow> urls, tables_->take_leases_of(worker));
    HostChanges changes;
    return_leases(std::move(urls), changes);
    return apply(changes, ticks(now));
  });
}

Result<std::optional<TimePoint>> TableFrontier::next_due() {
  WEFT_ASSIGN(const std::optional<int64_t> due, tables_->next_due());
  return due ? std::optional(time_of(*due)) : std::optional<TimePoint>();
}

// ---- drain -------------------------------------------------------------------------------------

Status TableFrontier::drain(int64_t now) {
  WEFT_ASSIGN(const std::vector<FrontierTables::Batch> batches, tables_->take_batches(kDrainUrls));
  std::vector<Submission> submissions;
  for (const FrontierTables::Batch& batch : batches)
    WEFT_TRY(
        decode_submissions(batch.urls, batch.seq * static_cast<int64_t>(kBatchUrls), submissions));
  counts_.submitted -= submissions.size();
  WEFT_TRY(drop_seen(submissions));
  return enqueue(submissions, now);
}

// Step 2, a slice of the keys at a time. Of equal ones the first submitted is new.
Status TableFrontier::drop_seen(std::vector<Submission>& submissions) {
  std::sort(submissions.begin(), submissions.end(), [](const Submission& a, const Submission& b) {
    return std::tie(a.key, a.url.seq) < std::tie(b.key, b.url.seq);
  });
  std::vector<SeenKey> keys;
  keys.reserve(submissions.size());
  for (const Submission& submission : submissions) keys.push_back(submission.key);
  size_t kept = 0;
  for (size_t at = 0; at < keys.size(); at += kSliceKeys) {
    const auto slice = std::span(keys).subspan(at, std::min(kSliceKeys, keys.size() - at));
    WEFT_TRY(tables_->load_buckets(slice));
    WEFT_ASSIGN(const std::vector<bool> is_new, add_seen(*tables_, slice));
    WEFT_TRY(tables_->save_buckets());
    for (size_t i = 0; i < is_new.size(); ++i) {
      counts_.seen += is_new[i] ? 1 : 0;
      const bool enters = is_new[i] || submissions[at + i].again;
      counts_.duplicates += enters ? 0 : 1;
      if (enters) std::swap(submissions[kept++], submissions[at + i]);
    }
  }
  submissions.resize(kept);
  return {};
}

// Step 3.
Status TableFrontier::enqueue(std::vector<Submission>& submissions, int64_t now) {
  if (submissions.empty()) return {};
  std::vector<std::string> names;
  for (const Submission& submission : submissions) names.push_back(submission.host);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  WEFT_ASSIGN(const auto ids, tables_->host_ids(names, counts_.hosts));
  HostChanges changes;
  std::vector<UrlRow> postponed;
  for (Submission& submission : submissions) {
    UrlRow& url = submission.url;
    url.host = ids.at(submission.host);
    (url.due > now ? postponed : changes[url.host].urls).push_back(std::move(url));
  }
  WEFT_TRY(postpone(postponed));
  return apply(changes, now);
}

}  // namespace

std::string frontier_schema(const SqlDialect& dialect) {
  using fmt::arg;
  return fmt::format(
      R"sql(
CREATE TABLE host (
  id {id}, name {text} NOT NULL UNIQUE, delay {integer}, slots {integer},
  in_flight {integer} NOT NULL DEFAULT 0, next_time {integer} NOT NULL DEFAULT 0,
  best {real} NOT NULL DEFAULT {lowest}, state {integer} NOT NULL DEFAULT 0);
CREATE INDEX host_waiting ON host (next_time) WHERE state = 1;
CREATE INDEX host_ready ON host (best DESC) WHERE state = 2;
CREATE TABLE submission (seq {id}, count {integer} NOT NULL, urls {bytes} NOT NULL);
CREATE TABLE queue (
  host {integer} NOT NULL, rank {real} NOT NULL, seq {integer} NOT NULL, url {text} NOT NULL,
  rest {bytes} NOT NULL, PRIMARY KEY (host, rank, seq)){ordered};
CREATE TABLE later (
  due {integer} NOT NULL, seq {integer} NOT NULL, host {integer} NOT NULL, rank {real} NOT NULL,
  url {text} NOT NULL, rest {bytes} NOT NULL, PRIMARY KEY (due, seq)){ordered};
CREATE TABLE lease (
  id {id}, until {integer} NOT NULL, worker {text} NOT NULL, seq {integer} NOT NULL,
  host {integer} NOT NULL, rank {real} NOT NULL, url {text} NOT NULL, rest {bytes} NOT NULL);
CREATE INDEX lease_until ON lease (until);
CREATE INDEX lease_worker ON lease (worker);
)sql",
      arg("id", dialect.id), arg("text", dialect.text), arg("bytes", dialect.bytes),
      arg("integer", dialect.integer), arg("real", dialect.real), arg("lowest", dialect.lowest),
      arg("ordered", dialect.ordered));
}

std::string take_expired_sql(std::string_view lock) {
  return fmt::format(
      "DELETE FROM lease WHERE id IN (SELECT id FROM lease WHERE until <= $1 ORDER BY until "
      "LIMIT $2{}) RETURNING {}, id",
      lock, kUrlColumns);
}

std::string take_due_sql(std::string_view lock) {
  return fmt::format(
      "DELETE FROM later WHERE (due, seq) IN (SELECT due, seq FROM later WHERE due <= $1 "
      "ORDER BY due LIMIT $2{}) RETURNING {}, CAST(0 AS bigint)",
      lock, kUrlColumns);
}

std::string host_columns(const FrontierOptions& defaults) {
  return fmt::format(
      "id, name, coalesce(delay, {}), coalesce(slots, {}), in_flight, next_time, best",
      defaults.delay.count(), defaults.slots);
}

void set_counter(FrontierStats& stats, std::string_view name, int64_t value) {
  for (const auto& [field, member] : kFrontierCounters)
    if (field == name) stats.*member = static_cast<uint64_t>(std::max<int64_t>(value, 0));
}

Result<std::unique_ptr<Frontier>> open_frontier(std::string_view where,
                                                const FrontierOptions& options) {
  const bool server = store::is_server_address(where);
  WEFT_ASSIGN(std::unique_ptr<FrontierTables> tables,
              server ? open_postgres_tables(std::string(where), options)
                     : open_sqlite_tables(std::string(where), options));
  return std::unique_ptr<Frontier>(std::make_unique<TableFrontier>(std::move(tables), options));
}

}  // namespace weft::crawl
