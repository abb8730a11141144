// What differs from SQLite, where one writer works at a time:
//
//   * A transaction first gathers what it will change about hosts, then locks them all in the order
//     of their ids (apply), so that no two wait for each other. Leasing, which wants any hosts,
//     takes those that nobody has locked (SKIP LOCKED).
//   * One worker at a time drains the submission queue; the others go on leasing.
//   * Each connection has its own counters, since a row that all transactions update would make
//   them
//     wait for each other; stats() adds them up.
//
// The steps of leasing and draining are those of sqlite_frontier.cc.

#include "crawl/frontier/postgres_frontier.h"

#include <algorithm>

#include <fmt/format.h>

#include "crawl/frontier/url_record.h"

namespace weft::crawl {
namespace {

constexpr int64_t kPostgresVersion = 1;
constexpr size_t kRowsAtOnce = 5'000;  // of an INSERT

constexpr const char* kPostgresSchema = R"sql(
CREATE TABLE format (version bigint NOT NULL);
CREATE TABLE host (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL UNIQUE,
  delay bigint, slots bigint,
  in_flight bigint NOT NULL DEFAULT 0,
  next_time bigint NOT NULL DEFAULT 0, best double precision NOT NULL DEFAULT '-infinity',
  state bigint NOT NULL DEFAULT 0) WITH (fillfactor = 70);
CREATE INDEX host_waiting ON host (next_time) WHERE state = 1;
CREATE INDEX host_ready ON host (best DESC) WHERE state = 2;
CREATE TABLE submission (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, count bigint NOT NULL, urls bytea NOT NULL);
CREATE TABLE seen (low bigint PRIMARY KEY, keys bytea NOT NULL);
ALTER TABLE seen ALTER COLUMN keys SET STORAGE PLAIN;
CREATE TABLE queue (
  host bigint NOT NULL, rank double precision NOT NULL, seq bigint NOT NULL, url bytea NOT NULL,
  rest bytea NOT NULL, PRIMARY KEY (host, rank, seq));
CREATE TABLE later (
  due bigint NOT NULL, seq bigint NOT NULL, host bigint NOT NULL, rank double precision NOT NULL,
  url bytea NOT NULL, rest bytea NOT NULL, PRIMARY KEY (due, seq));
CREATE TABLE lease (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, until bigint NOT NULL,
  worker bytea NOT NULL, seq bigint NOT NULL, host bigint NOT NULL,
  rank double precision NOT NULL, url bytea NOT NULL, rest bytea NOT NULL);
CREATE INDEX lease_until ON lease (until);
CREATE INDEX lease_worker ON lease (worker);
CREATE TABLE counter (
  connection bigint NOT NULL, name bytea NOT NULL, value bigint NOT NULL,
  PRIMARY KEY (connection, name));
INSERT INTO format VALUES (1);
)sql";

// UrlRows as parallel arrays, for unnest.
struct UrlColumns {
  std::vector<int64_t> seq;
  std::vector<int64_t> host;
  std::vector<double> rank;
  std::vector<std::string> url;
  std::vector<std::string> rest;

  void add(const UrlRow& row) {
    seq.push_back(row.seq);
    host.push_back(row.host);
    rank.push_back(row.rank);
    url.push_back(row.url);
    rest.push_back(encode_rest(row));
  }
};

}  // namespace

Result<UrlRow> read_url(const SqlRows& rows, int row, int first) {
  UrlRow url{.seq = rows.integer(row, first),
             .host = rows.integer(row, first + 1),
             .rank = rows.real(row, first + 2),
             .url = std::string(rows.bytes(row, first + 3))};
  WEFT_TRY(decode_rest(rows.bytes(row, first + 4), url));
  return url;
}

Result<std::unique_ptr<Frontier>> PostgresFrontier::open(const std::string& address,
                                                         const FrontierOptions& options) {
  WEFT_ASSIGN(Postgres postgres, Postgres::open(address));
  std::unique_ptr<PostgresFrontier> frontier(new PostgresFrontier(std::move(postgres), options));
  WEFT_TRY(frontier->create_schema());
  return std::unique_ptr<Frontier>(std::move(frontier));
}

Status PostgresFrontier::create_schema() {
  const Status created = postgres_.transaction([&]() -> Status {
    // Of several that come first, one creates the tables while the others wait.
    WEFT_TRY(postgres_.execute("SELECT pg_advisory_xact_lock(7741032)"));
    WEFT_ASSIGN(const SqlRows found,
                postgres_.query("SELECT 1 WHERE to_regclass('format') IS NOT NULL"));
    return found.size() == 1 ? Status() : postgres_.execute(kPostgresSchema);
  });
  if (!created.ok()) return created;
  WEFT_ASSIGN(const SqlRows rows, postgres_.query("SELECT version FROM format"));
  if (rows.size() == 1 && rows.integer(0, 0) == kPostgresVersion) return {};
  return Error{ErrorCode::kUnsupported,
               fmt::format("frontier of another format; this build reads {}", kPostgresVersion)};
}

Status PostgresFrontier::transaction(const std::function<Status()>& change) {
  return postgres_.transaction([&]() -> Status {
    counts_ = {};
    WEFT_TRY(change());
    return write_counts();
  });
}

Status PostgresFrontier::write_counts() {
  std::vector<std::string> names;
  std::vector<int64_t> values;
  for (const auto& [name, value] : counts_.by_name()) {
    if (value == 0) continue;
    names.emplace_back(name);
    values.push_back(value);
  }
  if (names.empty()) return {};
  const auto rows = postgres_.query(
      "INSERT INTO counter SELECT pg_backend_pid(), * FROM unnest($1::bytea[], $2::bigint[]) "
      "ON CONFLICT (connection, name) DO UPDATE SET value = counter.value + excluded.value",
      {names, values});
  return rows.ok() ? Status() : Status(rows.error());
}

// ---- record ------------------------------------------------------------------------------------

Status PostgresFrontier::record(std::span<const Outcome> outcomes,
                                std::span<const FrontierUrl> urls) {
  const Status status = transaction([&]() -> Status {
    WEFT_TRY(finish_leases(outcomes));
    return append_submissions(urls);
  });
  if (status.ok()) remember(urls, recent_);
  return status;
}

Status PostgresFrontier::append_submissions(std::span<const FrontierUrl> urls) {
  return append_in_batches(urls, recent_, counts_.duplicates,
                           [this](std::vector<FrontierUrl>& batch) { return append_batch(batch); });
}

Status PostgresFrontier::append_batch(std::vector<FrontierUrl>& batch) {
  if (batch.empty()) return {};
  const auto count = static_cast<int64_t>(batch.size());
  WEFT_TRY(postgres_.query("INSERT INTO submission (count, urls) VALUES ($1, $2)",
                           {count, std::string_view(encode_submissions(batch))}));
  counts_.submitted += count;
  batch.clear();
  return {};
}

Status PostgresFrontier::finish_leases(std::span<const Outcome> outcomes) {
  if (outcomes.empty()) return {};
  std::vector<int64_t> ids;
  std::unordered_map<int64_t, const Outcome*> by_id;
  for (const Outcome& outcome : outcomes) {
    ids.push_back(static_cast<int64_t>(outcome.lease));
    by_id[ids.back()] = &outcome;
  }
  WEFT_ASSIGN(const SqlRows rows, postgres_.query("DELETE FROM lease WHERE id = ANY ($1) "
                                                  "RETURNING id, seq, host, rank, url, rest",
                                                  {ids}));
  HostChanges changes;
  std::vector<std::pair<int64_t, UrlRow>> postponed;
  int64_t now = 0;
  for (int i = 0; i < rows.size(); ++i) {
    const Outcome& outcome = *by_id[rows.integer(i, 0)];
    now = std::max(now, ticks(outcome.finished));
    WEFT_ASSIGN(UrlRow url, read_url(rows, i, 1));
    HostChange& host = changes[url.host];
    WEFT_TRY(finish_url(outcome, std::move(url), host, postponed));
  }
  WEFT_TRY(postpone(postponed));
  return apply(changes, now);
}

Status PostgresFrontier::finish_url(const Outcome& outcome, UrlRow url, HostChange& host,
                                    std::vector<std::pair<int64_t, UrlRow>>& postponed) {
  ++host.finished;
  host.next_time = std::max(host.next_time, ticks(outcome.host_not_before));
  if (was_tried(outcome.kind)) host.fetch_end = std::max(host.fetch_end, ticks(outcome.finished));
  if (outcome.kind == Outcome::Kind::kSkipped) host.given_back = ticks(outcome.finished);
  if (outcome.priority) url.rank = -*outcome.priority;
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
      postponed.emplace_back(ticks(outcome.again), std::move(url));
      break;
    case Outcome::Kind::kAgain:
      ++counts_.done;
      url.attempts = 0;
      postponed.emplace_back(ticks(outcome.again), std::move(url));
      break;
    case Outcome::Kind::kReturn:
      host.urls.push_back(std::move(url));
      break;
  }
  return {};
}

Status PostgresFrontier::postpone(std::span<const std::pair<int64_t, UrlRow>> urls) {
  for (; !urls.empty(); urls = urls.subspan(std::min(urls.size(), kRowsAtOnce))) {
    UrlColumns columns;
    std::vector<int64_t> due;
    for (const auto& [time, url] : urls.first(std::min(urls.size(), kRowsAtOnce))) {
      due.push_back(time);
      columns.add(url);
    }
    WEFT_TRY(postgres_.query(
        "INSERT INTO later (due, seq, host, rank, url, rest) SELECT * FROM unnest($1::bigint[], "
        "$2::bigint[], $3::bigint[], $4::float8[], $5::bytea[], $6::bytea[])",
        {due, columns.seq, columns.host, columns.rank, columns.url, columns.rest}));
    counts_.later += static_cast<int64_t>(due.size());
  }
  return {};
}

Status PostgresFrontier::queue(std::span<const UrlRow> urls) {
  counts_.queued += static_cast<int64_t>(urls.size());
  for (; !urls.empty(); urls = urls.subspan(std::min(urls.size(), kRowsAtOnce))) {
    UrlColumns columns;
    for (const UrlRow& url : urls.first(std::min(urls.size(), kRowsAtOnce))) columns.add(url);
    WEFT_TRY(postgres_.query(
        "INSERT INTO queue (seq, host, rank, url, rest) SELECT * FROM unnest($1::bigint[], "
        "$2::bigint[], $3::float8[], $4::bytea[], $5::bytea[])",
        {columns.seq, columns.host, columns.rank, columns.url, columns.rest}));
  }
  return {};
}

// ---- hosts -------------------------------------------------------------------------------------

// An expired or released lease: back into the queue, or given up.
void PostgresFrontier::return_lease(UrlRow url, HostChanges& changes) {
  HostChange& host = changes[url.host];
  ++host.finished;
  if (++url.attempts >= options_.max_attempts)
    ++counts_.failed;
  else
    host.urls.push_back(std::move(url));
}

Status PostgresFrontier::apply(HostChanges& changes, int64_t now) {
  if (changes.empty()) return {};
  std::vector<int64_t> ids;
  for (const auto& [id, change] : changes) ids.push_back(id);
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT id, name, delay, slots, in_flight, next_time, best "
                              "FROM host WHERE id = ANY ($1) ORDER BY id FOR UPDATE",
                              {ids}));
  WEFT_ASSIGN(std::vector<HostRow> hosts, read_hosts(rows));
  std::vector<UrlRow> urls;
  for (HostRow& host : hosts) {
    HostChange& change = changes[host.id];
    host.in_flight -= change.finished;
    // With one slot nobody else fetched meanwhile, so the lease's delay was for nothing.
    if (change.given_back >= 0 && host.slots == 1)
      host.next_time = std::min(host.next_time, change.given_back);
    host.next_time = std::max(host.next_time, change.next_time);
    if (change.fetch_end >= 0)
      host.next_time = std::max(host.next_time, change.fetch_end + host.delay);
    for (UrlRow& url : change.urls) {
      host.best = std::max(host.best, -url.rank);
      urls.push_back(std::move(url));
    }
  }
  WEFT_TRY(queue(urls));
  return save_hosts(hosts, now);
}

Result<std::vector<HostRow>> PostgresFrontier::read_hosts(const SqlRows& rows) const {
  std::vector<HostRow> hosts;
  for (int i = 0; i < rows.size(); ++i)
    hosts.push_back({.id = rows.integer(i, 0),
                     .name = std::string(rows.bytes(i, 1)),
                     .delay = rows.is_null(i, 2) ? options_.delay.count() : rows.integer(i, 2),
                     .slots = rows.is_null(i, 3) ? options_.slots : rows.integer(i, 3),
                     .in_flight = rows.integer(i, 4),
                     .next_time = rows.integer(i, 5),
                     .best = rows.real(i, 6)});
  return hosts;
}

// REQUIRES: the rows are locked.
Status PostgresFrontier::save_hosts(std::span<const HostRow> hosts, int64_t now) {
  std::vector<int64_t> id, in_flight, next_time, state;
  std::vector<double> best;
  for (const HostRow& host : hosts) {
    id.push_back(host.id);
    in_flight.push_back(host.in_flight);
    next_time.push_back(host.next_time);
    best.push_back(host.best);
    state.push_back(host.state(now));
  }
  const auto rows = postgres_.query(
      "UPDATE host SET in_flight = new.in_flight, "
      "next_time = new.next_time, best = new.best, state = new.state "
      "FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[]) "
      "AS new (id, in_flight, next_time, best, state) "
      "WHERE host.id = new.id",
      {id, in_flight, next_time, best, state});
  return rows.ok() ? Status() : Status(rows.error());
}

Status PostgresFrontier::set_host(const HostPolicy& policy, TimePoint now) {
  return transaction([&]() -> Status {
    WEFT_ASSIGN(const auto ids, host_ids({policy.host}));
    const int64_t id = ids.at(policy.host);
    if (policy.delay)
      WEFT_TRY(postgres_.query("UPDATE host SET delay = $1 WHERE id = $2",
                               {int64_t{policy.delay->count()}, id}));
    if (policy.slots)
      WEFT_TRY(postgres_.query("UPDATE host SET slots = $1 WHERE id = $2",
                               {int64_t{*policy.slots}, id}));
    HostChanges changes;
    changes[id].next_time = policy.not_before ? ticks(*policy.not_before) : 0;
    return apply(changes, ticks(now));
  });
}

// ---- looking -----------------------------------------------------------------------------------

Result<FrontierStats> PostgresFrontier::stats() {
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT name, sum(value)::bigint FROM counter GROUP BY name "
                              "UNION ALL SELECT 'leased'::bytea, count(*) FROM lease"));
  FrontierStats stats;
  for (int i = 0; i < rows.size(); ++i) set_count(stats, rows.bytes(i, 0), rows.integer(i, 1));
  return stats;
}

Result<std::optional<TimePoint>> PostgresFrontier::next_due() {
  WEFT_ASSIGN(
      const SqlRows rows,
      postgres_.query("SELECT min(due) FROM ("
                      "SELECT 0::bigint AS due WHERE EXISTS (SELECT 1 FROM submission) "
                      "UNION ALL SELECT 0 WHERE EXISTS (SELECT 1 FROM host WHERE state = 2) "
                      "UNION ALL SELECT min(next_time) FROM host WHERE state = 1 "
                      "UNION ALL SELECT min(due) FROM later "
                      "UNION ALL SELECT min(until) FROM lease) AS times"));
  if (rows.is_null(0, 0)) return std::optional<TimePoint>();
  return std::optional(time_of(rows.integer(0, 0)));
}

}  // namespace weft::crawl
