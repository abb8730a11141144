// A URL moves through four tables, never in two at a time:
//
//   submission ──drain──▶ queue ──lease──▶ lease ──record──▶ gone, or later ──when due──▶ queue
//
// A host is idle (nothing queued, or no slot free), waiting (its next_time lies ahead) or ready.
// Two partial indexes keep both choices logarithmic: waiting hosts by next_time, ready ones by the
// priority of their best URL.
//
// Leasing (sqlite_frontier_lease.cc), in one transaction:
//   1. leases that ran out go back into the queue, URLs whose time has come move from later to it;
//   2. if the submission queue is large against the frontier, a part of it is drained;
//   3. waiting hosts whose time has come become ready;
//   4. the best ready hosts give their best URLs; next_time and in_flight change at once;
//   5. if that was too little, the submission queue is drained and 4 repeated.
//
// Draining (sqlite_frontier_drain.cc) takes many submissions at a time, since a sorted batch
// touches each bucket of the SeenSet and each host once. Small frontiers drain at every lease,
// large ones when the submission queue reaches a share of the queue: its URLs wait no longer,
// relative to the rest, than that.

#include "crawl/frontier/sqlite_frontier.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "crawl/frontier/url_record.h"

namespace weft::crawl {

using store::Database;
using store::Statement;

namespace {

constexpr int kVersion = 1;
constexpr const char* kSchema = R"sql(
CREATE TABLE host (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  delay INTEGER, slots INTEGER,
  in_flight INTEGER NOT NULL DEFAULT 0,
  next_time INTEGER NOT NULL DEFAULT 0, best REAL NOT NULL DEFAULT -9e999,
  state INTEGER NOT NULL DEFAULT 0);
CREATE INDEX host_waiting ON host(next_time) WHERE state = 1;
CREATE INDEX host_ready ON host(best DESC) WHERE state = 2;
CREATE TABLE submission (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, count INTEGER NOT NULL, urls BLOB NOT NULL);
CREATE TABLE seen (low INTEGER PRIMARY KEY, keys BLOB NOT NULL);
CREATE TABLE queue (
  host INTEGER NOT NULL, rank REAL NOT NULL, seq INTEGER NOT NULL, url TEXT NOT NULL,
  rest BLOB NOT NULL, PRIMARY KEY (host, rank, seq)) WITHOUT ROWID;
CREATE TABLE later (
  due INTEGER NOT NULL, seq INTEGER NOT NULL, host INTEGER NOT NULL, rank REAL NOT NULL,
  url TEXT NOT NULL, rest BLOB NOT NULL, PRIMARY KEY (due, seq)) WITHOUT ROWID;
CREATE TABLE lease (
  id INTEGER PRIMARY KEY AUTOINCREMENT, until INTEGER NOT NULL, worker TEXT NOT NULL,
  seq INTEGER NOT NULL, host INTEGER NOT NULL, rank REAL NOT NULL, url TEXT NOT NULL,
  rest BLOB NOT NULL);
CREATE INDEX lease_until ON lease(until);
CREATE INDEX lease_worker ON lease(worker);
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
)sql";

}  // namespace

Result<UrlRow> read_url(const Statement& row, int first) {
  UrlRow url{.seq = row.integer(first),
             .host = row.integer(first + 1),
             .rank = row.real(first + 2),
             .url = std::string(row.text(first + 3))};
  WEFT_TRY(decode_rest(row.text(first + 4), url));
  return url;
}

Statement& bind_url(Statement& statement, int first, const UrlRow& url) {
  return statement.bind(first, url.seq)
      .bind(first + 1, url.host)
      .bind(first + 2, url.rank)
      .bind(first + 3, url.url)
      .bind_blob(first + 4, encode_rest(url));
}

Result<std::unique_ptr<Frontier>> SqliteFrontier::open(const std::string& path,
                                                       const FrontierOptions& options) {
  auto frontier = std::make_unique<SqliteFrontier>();
  frontier->options_ = options;
  WEFT_ASSIGN(frontier->database_, Database::open(path, Database::Mode::kCreate));
  // NORMAL: a commit does not wait for the disk. A kill loses nothing; a power failure may lose the
  // last seconds as a whole, so that pages are fetched again but no link is forgotten.
  WEFT_TRY(frontier->database_.use_write_ahead_log());
  WEFT_TRY(frontier->database_.execute(
      "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; "
      "PRAGMA busy_timeout = 60000; PRAGMA wal_autocheckpoint = 32768; PRAGMA journal_size_limit = "
      "134217728"));
  WEFT_TRY(frontier->create_schema());
  WEFT_TRY(frontier->prepare_statements());
  WEFT_TRY(frontier->buckets_.prepare(frontier->database_));
  return std::unique_ptr<Frontier>(std::move(frontier));
}

Status SqliteFrontier::create_schema() {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const int64_t version, database_.integer("PRAGMA user_version"));
    if (version == kVersion) return {};
    if (version != 0)
      return Error{ErrorCode::kUnsupported,
                   fmt::format("frontier of format {}; this build reads {}", version, kVersion)};
    WEFT_TRY(database_.execute(kSchema));
    return database_.execute(fmt::format("PRAGMA user_version = {}", kVersion));
  });
}

Status SqliteFrontier::prepare_statements() {
  const std::string columns = kUrlColumns;
  const std::pair<Statement*, std::string> statements[] = {
      {&add_submission_, "INSERT INTO submission (count, urls) VALUES (?, ?)"},
      {&read_submissions_, "SELECT seq, count, urls FROM submission ORDER BY seq"},
      {&drop_submissions_, "DELETE FROM submission WHERE seq <= ?"},
      {&find_host_, "SELECT id FROM host WHERE name = ?"},
      {&add_host_, "INSERT INTO host (name) VALUES (?) RETURNING id"},
      {&load_host_,
       "SELECT name, coalesce(delay, ?), coalesce(slots, ?), in_flight, next_time, best "
       "FROM host WHERE id = ?"},
      {&save_host_,
       "UPDATE host SET in_flight = ?, next_time = ?, best = ?, state = ? "
       "WHERE id = ?"},
      {&wake_hosts_, "UPDATE host SET state = 2 WHERE state = 1 AND next_time <= ?"},
      {&ready_hosts_, "SELECT id FROM host WHERE state = 2 ORDER BY best DESC LIMIT ?"},
      {&push_, "INSERT INTO queue (" + columns + ") VALUES (?, ?, ?, ?, ?)"},
      {&best_of_host_,
       "SELECT " + columns + " FROM queue WHERE host = ? ORDER BY rank, seq LIMIT ?"},
      {&take_from_queue_, "DELETE FROM queue WHERE host = ? AND rank = ? AND seq = ?"},
      {&best_rank_, "SELECT rank FROM queue WHERE host = ? ORDER BY rank, seq LIMIT 1"},
      {&add_lease_, "INSERT INTO lease (until, worker, " + columns +
                        ") VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"},
      {&find_lease_, "SELECT " + columns + " FROM lease WHERE id = ?"},
      {&drop_lease_, "DELETE FROM lease WHERE id = ?"},
      {&expired_leases_, "SELECT id FROM lease WHERE until <= ? ORDER BY until LIMIT ?"},
      {&worker_leases_, "SELECT id FROM lease WHERE worker = ?"},
      {&renew_, "UPDATE lease SET until = ? WHERE worker = ?"},
      {&add_later_, "INSERT INTO later (due, " + columns + ") VALUES (?, ?, ?, ?, ?, ?)"},
      {&due_later_, "SELECT due, " + columns + " FROM later WHERE due <= ? ORDER BY due LIMIT ?"},
      {&drop_later_, "DELETE FROM later WHERE due = ? AND seq = ?"},
      {&set_delay_, "UPDATE host SET delay = ? WHERE id = ?"},
      {&set_slots_, "UPDATE host SET slots = ? WHERE id = ?"},
      {&read_counts_,
       "SELECT name, value FROM counter UNION ALL SELECT 'leased', count(*) FROM lease"},
      {&next_due_,
       "SELECT min(due) FROM ("
       "SELECT 0 AS due WHERE EXISTS (SELECT 1 FROM submission) "
       "UNION ALL SELECT 0 WHERE EXISTS (SELECT 1 FROM host WHERE state = 2) "
       "UNION ALL SELECT min(next_time) FROM host WHERE state = 1 "
       "UNION ALL SELECT min(due) FROM later UNION ALL SELECT min(until) FROM lease)"},
      {&add_count_,
       "INSERT INTO counter VALUES (?, ?) "
       "ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"},
  };
  for (const auto& [statement, sql] : statements) {
    WEFT_ASSIGN(*statement, database_.prepare(sql));
  }
  return {};
}

Status SqliteFrontier::transaction(const std::function<Status()>& change) {
  counts_ = {};
  WEFT_TRY(database_.execute("BEGIN IMMEDIATE"));
  Status status = change();
  if (status.ok()) status = write_counts();
  if (status.ok()) status = database_.execute("COMMIT");
  if (!status.ok()) static_cast<void>(database_.execute("ROLLBACK").ok());
  return status;
}

Status SqliteFrontier::write_counts() {
  for (const auto& [name, value] : counts_.by_name())
    if (value != 0) WEFT_TRY(add_count_.bind(1, name).bind(2, value).run());
  return {};
}

Status SqliteFrontier::record(std::span<const Outcome> outcomes,
                              std::span<const FrontierUrl> urls) {
  const Status status = transaction([&]() -> Status {
    for (const Outcome& outcome : outcomes) WEFT_TRY(finish_lease(outcome));
    return append_submissions(urls);
  });
  if (status.ok()) remember(urls, recent_);
  return status;
}

Status SqliteFrontier::append_submissions(std::span<const FrontierUrl> urls) {
  return append_in_batches(urls, recent_, counts_.duplicates,
                           [this](std::vector<FrontierUrl>& batch) { return append_batch(batch); });
}

Status SqliteFrontier::append_batch(std::vector<FrontierUrl>& batch) {
  if (batch.empty()) return {};
  const auto count = static_cast<int64_t>(batch.size());
  WEFT_TRY(add_submission_.bind(1, count).bind_blob(2, encode_submissions(batch)).run());
  counts_.submitted += count;
  batch.clear();
  return {};
}

Result<std::optional<UrlRow>> SqliteFrontier::take_lease(uint64_t id) {
  WEFT_ASSIGN(const bool found, find_lease_.bind(1, static_cast<int64_t>(id)).step());
  std::optional<UrlRow> url;
  if (found) {
    WEFT_ASSIGN(url, read_url(find_lease_, 0));
  }
  find_lease_.reset();
  if (found) WEFT_TRY(drop_lease_.bind(1, static_cast<int64_t>(id)).run());
  return url;
}

Status SqliteFrontier::finish_lease(const Outcome& outcome) {
  WEFT_ASSIGN(const std::optional<UrlRow> url, take_lease(outcome.lease));
  if (!url) return {};
  const int64_t finished = ticks(outcome.finished);
  WEFT_ASSIGN(HostRow host, load_host(url->host));
  --host.in_flight;
  if (!was_tried(outcome.kind)) {
    // With one slot nobody else fetched meanwhile, so the lease's delay was for nothing.
    if (outcome.kind == Outcome::Kind::kSkipped && host.slots == 1)
      host.next_time = std::min(host.next_time, finished);
  } else {
    host.next_time = std::max(host.next_time, finished + host.delay);
  }
  host.next_time = std::max(host.next_time, ticks(outcome.host_not_before));
  WEFT_TRY(save_host(host, finished));
  return finish_url(outcome, *url);
}

Status SqliteFrontier::finish_url(const Outcome& outcome, UrlRow url) {
  if (outcome.priority) url.rank = -*outcome.priority;
  switch (outcome.kind) {
    case Outcome::Kind::kDone:
    case Outcome::Kind::kSkipped:
      ++counts_.done;
      return {};
    case Outcome::Kind::kFailed:
      ++counts_.failed;
      return {};
    case Outcome::Kind::kRetry:
      ++url.attempts;
      return postpone(ticks(outcome.again), url);
    case Outcome::Kind::kAgain:
      ++counts_.done;
      url.attempts = 0;
      return postpone(ticks(outcome.again), url);
    case Outcome::Kind::kReturn:
      return push({&url, 1}, ticks(outcome.finished));
  }
  return {};
}

Status SqliteFrontier::postpone(int64_t due, const UrlRow& url) {
  ++counts_.later;
  return bind_url(add_later_.bind(1, due), 2, url).run();
}

Status SqliteFrontier::push(std::span<const UrlRow> urls, int64_t now) {
  if (urls.empty()) return {};
  WEFT_ASSIGN(HostRow host, load_host(urls.front().host));
  double best = host.best;
  for (const UrlRow& url : urls) {
    WEFT_TRY(bind_url(push_, 1, url).run());
    best = std::max(best, -url.rank);
  }
  counts_.queued += static_cast<int64_t>(urls.size());
  // OPTIMIZATION: most URLs are not the best of their host, and most hosts are known: not writing
  // their rows saves a third of all pages written.
  if (best == host.best) return {};
  host.best = best;
  return save_host(host, now);
}

// ---- hosts -------------------------------------------------------------------------------------

Result<int64_t> SqliteFrontier::host_id(std::string_view name) {
  for (Statement* statement : {&find_host_, &add_host_}) {
    WEFT_ASSIGN(const bool found, statement->bind(1, name).step());
    const int64_t id = found ? statement->integer(0) : 0;
    statement->reset();
    if (!found) continue;
    if (statement == &add_host_) ++counts_.hosts;
    return id;
  }
  return Error{ErrorCode::kIo, fmt::format("frontier: cannot add host {}", name)};
}

Result<HostRow> SqliteFrontier::load_host(int64_t id) {
  load_host_.bind(1, options_.delay.count()).bind(2, int64_t{options_.slots}).bind(3, id);
  WEFT_ASSIGN(const bool found, load_host_.step());
  if (!found) return Error{ErrorCode::kCorruption, fmt::format("frontier: no host {}", id)};
  HostRow host{.id = id,
               .name = std::string(load_host_.text(0)),
               .delay = load_host_.integer(1),
               .slots = load_host_.integer(2),
               .in_flight = load_host_.integer(3),
               .next_time = load_host_.integer(4),
               .best = load_host_.real(5)};
  load_host_.reset();
  return host;
}

Status SqliteFrontier::save_host(const HostRow& host, int64_t now) {
  return save_host_.bind(1, host.in_flight)
      .bind(2, host.next_time)
      .bind(3, host.best)
      .bind(4, static_cast<int64_t>(host.state(now)))
      .bind(5, host.id)
      .run();
}

Status SqliteFrontier::set_host(const HostPolicy& policy, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const int64_t id, host_id(policy.host));
    if (policy.delay) WEFT_TRY(set_delay_.bind(1, policy.delay->count()).bind(2, id).run());
    if (policy.slots) WEFT_TRY(set_slots_.bind(1, int64_t{*policy.slots}).bind(2, id).run());
    WEFT_ASSIGN(HostRow host, load_host(id));
    if (policy.not_before) host.next_time = std::max(host.next_time, ticks(*policy.not_before));
    return save_host(host, ticks(now));
  });
}

// ---- looking -----------------------------------------------------------------------------------

Result<FrontierStats> SqliteFrontier::stats() {
  FrontierStats stats;
  while (true) {
    WEFT_ASSIGN(const bool row, read_counts_.step());
    if (!row) break;
    set_count(stats, read_counts_.text(0), read_counts_.integer(1));
  }
  read_counts_.reset();
  return stats;
}

Result<std::optional<TimePoint>> SqliteFrontier::next_due() {
  WEFT_ASSIGN(const bool row, next_due_.step());
  std::optional<TimePoint> due;
  if (row && !next_due_.is_null(0)) due = time_of(next_due_.integer(0));
  next_due_.reset();
  return due;
}

Status SqliteFrontier::checkpoint() { return database_.execute("PRAGMA wal_checkpoint(TRUNCATE)"); }

}  // namespace weft::crawl
