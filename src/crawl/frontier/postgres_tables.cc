// The frontier's tables in PostgreSQL, for crawlers on several machines. What differs from SQLite,
// where one writer works at a time:
//
//   * Workers do not wait for each other: they pass over hosts, leases and submissions that another
//     one has locked (SKIP LOCKED).
//   * One worker at a time drains the submission queue, since the set of URLs seen has no row for a
//     single URL that could be locked; the others go on leasing.
//   * Each connection has its own counters, since a row that all transactions update would make
//     them wait for each other; stats() adds them up.
//   * Rows go to the server as arrays, a statement for many.

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "crawl/frontier/frontier_tables.h"
#include "store/postgres.h"

namespace weft::crawl {
namespace {

using store::Postgres;
using store::SqlParameter;
using store::SqlRows;

constexpr size_t kRowsAtOnce = 5'000;  // of an INSERT
constexpr const char* kSkipLocked = " FOR UPDATE SKIP LOCKED";
constexpr int64_t kWokenHosts = 10'000;  // by one call

constexpr SqlDialect kPostgresWords = {.id = "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                                       .text = "bytea",
                                       .bytes = "bytea",
                                       .integer = "bigint",
                                       .real = "double precision",
                                       .lowest = "'-infinity'",
                                       .ordered = ""};
constexpr const char* kPostgresTables = R"sql(
ALTER TABLE host SET (fillfactor = 70);
CREATE TABLE seen (low bigint PRIMARY KEY, keys bytea NOT NULL);
ALTER TABLE seen ALTER COLUMN keys SET STORAGE PLAIN;
CREATE TABLE counter (
  connection bigint NOT NULL, name bytea NOT NULL, value bigint NOT NULL,
  PRIMARY KEY (connection, name));
CREATE TABLE format (version bigint NOT NULL);
INSERT INTO format VALUES (1);
)sql";

// UrlRows as parallel arrays, for unnest.
struct UrlArrays {
  std::vector<int64_t> due, seq, host;
  std::vector<double> rank;
  std::vector<std::string> url, rest;

  explicit UrlArrays(std::span<const UrlRow> rows) {
    for (const UrlRow& row : rows) {
      due.push_back(row.due);
      seq.push_back(row.seq);
      host.push_back(row.host);
      rank.push_back(row.rank);
      url.push_back(row.url);
      rest.push_back(encode_rest(row));
    }
  }
};

class PostgresTables final : public FrontierTables {
 public:
  PostgresTables(Postgres postgres, const FrontierOptions& options)
      : postgres_(std::move(postgres)), host_columns_(host_columns(options)) {}

  Status create() {
    const Status created = postgres_.transaction([&]() -> Status {
      // Of several that come first, one creates the tables while the others wait.
      WEFT_TRY(postgres_.execute("SELECT pg_advisory_xact_lock(7741032)"));
      WEFT_ASSIGN(const SqlRows found,
                  postgres_.query("SELECT 1 WHERE to_regclass('format') IS NOT NULL"));
      if (found.size() == 1) return {};
      return postgres_.execute(frontier_schema(kPostgresWords) + kPostgresTables);
    });
    WEFT_TRY(created);
    WEFT_ASSIGN(const SqlRows rows, postgres_.query("SELECT version FROM format"));
    if (rows.size() == 1 && rows.integer(0, 0) == kFrontierFormat) return {};
    return Error{ErrorCode::kUnsupported,
                 fmt::format("frontier of another format; this build reads {}", kFrontierFormat)};
  }

  Status transaction(const std::function<Status()>& change) override {
    return postgres_.transaction(change);
  }
  Status checkpoint() override { return {}; }  // The server sees to its own.

  // ---- submissions and what was seen ----
  Status add_batch(int64_t count, std::string_view urls) override {
    return run("INSERT INTO submission (count, urls) VALUES ($1, $2)", {count, urls});
  }
  // Batches that are being written are left for the next time.
  Result<std::vector<Batch>> take_batches(int64_t max) override {
    WEFT_ASSIGN(const SqlRows lock,
                postgres_.query("SELECT pg_try_advisory_xact_lock(7741033)::int::bigint"));
    std::vector<Batch> batches;
    if (lock.integer(0, 0) == 0) return batches;  // Another worker is at it.
    WEFT_ASSIGN(const SqlRows rows, postgres_.query(kTakeBatchesSql, {max}));
    for (int i = 0; i < rows.size(); ++i)
      batches.push_back({rows.integer(i, 0), std::string(rows.bytes(i, 1))});
    return batches;
  }
  Status load_buckets(std::span<const SeenKey> keys) override;
  Status save_buckets() override;
  Result<Bucket> find(int64_t prefix) override;
  Status put(int64_t low, std::string_view keys) override;

  // ---- URLs ----
  Status add_to_queue(std::span<const UrlRow> urls) override {
    return in_parts(urls, [&](const UrlArrays& rows) {
      return run(
          "INSERT INTO queue (seq, host, rank, url, rest) SELECT * FROM unnest($1::bigint[], "
          "$2::bigint[], $3::float8[], $4::bytea[], $5::bytea[])",
          {rows.seq, rows.host, rows.rank, rows.url, rows.rest});
    });
  }
  Status add_to_later(std::span<const UrlRow> urls) override {
    return in_parts(urls, [&](const UrlArrays& rows) {
      return run(
          "INSERT INTO later (due, seq, host, rank, url, rest) SELECT * FROM unnest($1::bigint[], "
          "$2::bigint[], $3::bigint[], $4::float8[], $5::bytea[], $6::bytea[])",
          {rows.due, rows.seq, rows.host, rows.rank, rows.url, rows.rest});
    });
  }
  Result<std::vector<UrlRow>> take_due(int64_t now, int64_t max) override {
    return urls(take_due_sql(kSkipLocked).c_str(), {now, max});
  }
  Result<std::vector<UrlRow>> take_expired(int64_t now, int64_t max) override {
    return urls(take_expired_sql(kSkipLocked).c_str(), {now, max});
  }
  Result<std::vector<UrlRow>> take_leases_of(std::string_view worker) override {
    return urls("DELETE FROM lease WHERE worker = $1 RETURNING seq, host, rank, url, rest, id",
                {worker});
  }
  Result<std::vector<UrlRow>> take_leases(const std::vector<int64_t>& ids) override {
    return urls("DELETE FROM lease WHERE id = ANY ($1) RETURNING seq, host, rank, url, rest, id",
                {ids});
  }
  Status renew(std::string_view worker, int64_t until) override {
    return run("UPDATE lease SET until = $1 WHERE worker = $2", {until, worker});
  }
  Result<std::vector<UrlRow>> lease_best(std::vector<HostRow>& hosts, int64_t until,
                                         std::string_view worker) override;

  // ---- hosts ----
  Result<std::vector<HostRow>> hosts(const std::vector<int64_t>& ids) override {
    return read_hosts("WHERE id = ANY ($1) ORDER BY id FOR UPDATE", {ids});
  }
  Result<std::vector<HostRow>> ready_hosts(int64_t now, int64_t max) override {
    WEFT_TRY(
        run("UPDATE host SET state = 2 WHERE id IN (SELECT id FROM host "
            "WHERE state = 1 AND next_time <= $1 ORDER BY next_time LIMIT $2 "
            "FOR UPDATE SKIP LOCKED)",
            {now, kWokenHosts}));
    return read_hosts("WHERE state = 2 ORDER BY best DESC LIMIT $1 FOR UPDATE SKIP LOCKED", {max});
  }
  Status save_hosts(std::span<const HostRow> hosts, int64_t now) override;
  Status set_policy(int64_t host, const HostPolicy& policy) override {
    if (policy.delay)
      WEFT_TRY(
          run("UPDATE host SET delay = $1 WHERE id = $2", {int64_t{policy.delay->count()}, host}));
    if (!policy.slots) return {};
    return run("UPDATE host SET slots = $1 WHERE id = $2", {int64_t{*policy.slots}, host});
  }
  Result<HostIds> host_ids(const std::vector<std::string>& names, uint64_t& added) override;

  // ---- counters ----
  Status add_counts(std::span<const std::pair<std::string_view, int64_t>> counts) override {
    std::vector<std::string> names;
    std::vector<int64_t> values;
    for (const auto& [name, value] : counts) {
      names.emplace_back(name);
      values.push_back(value);
    }
    return run(
        "INSERT INTO counter SELECT pg_backend_pid(), * FROM unnest($1::bytea[], $2::bigint[]) "
        "ON CONFLICT (connection, name) DO UPDATE SET value = counter.value + excluded.value",
        {names, values});
  }
  Result<FrontierStats> stats() override {
    WEFT_ASSIGN(const SqlRows rows,
                postgres_.query("SELECT name, sum(value)::bigint FROM counter GROUP BY name "
                                "UNION ALL SELECT NULL, count(*) FROM lease"));
    FrontierStats stats;
    for (int i = 0; i < rows.size(); ++i) {
      if (rows.is_null(i, 0))
        stats.leased = static_cast<uint64_t>(rows.integer(i, 1));
      else
        set_counter(stats, rows.bytes(i, 0), rows.integer(i, 1));
    }
    return stats;
  }
  Result<std::optional<int64_t>> next_due() override {
    WEFT_ASSIGN(const SqlRows rows, postgres_.query(kNextDueSql));
    return rows.is_null(0, 0) ? std::optional<int64_t>() : std::optional(rows.integer(0, 0));
  }

 private:
  struct LoadedBucket {
    std::string keys;
    int64_t next = 0;  // as loaded: a split makes it less
    bool changed = false;
  };

  Status run(const char* sql, std::initializer_list<SqlParameter> parameters) {
    WEFT_TRY(postgres_.query(sql, parameters));
    return {};
  }
  template <typename Write>
  static Status in_parts(std::span<const UrlRow> urls, Write write) {
    for (; !urls.empty(); urls = urls.subspan(std::min(urls.size(), kRowsAtOnce)))
      WEFT_TRY(write(UrlArrays(urls.first(std::min(urls.size(), kRowsAtOnce)))));
    return {};
  }
  // A statement that gives the six columns of a URL.
  Result<std::vector<UrlRow>> urls(const char* sql,
                                   std::initializer_list<SqlParameter> parameters) {
    WEFT_ASSIGN(const SqlRows rows, postgres_.query(sql, parameters));
    std::vector<UrlRow> urls;
    for (int i = 0; i < rows.size(); ++i) {
      urls.push_back({.seq = rows.integer(i, 0),
                      .host = rows.integer(i, 1),
                      .rank = rows.real(i, 2),
                      .url = std::string(rows.bytes(i, 3)),
                      .lease = rows.integer(i, 5)});
      WEFT_TRY(decode_rest(rows.bytes(i, 4), urls.back()));
    }
    return urls;
  }
  Result<std::vector<HostRow>> read_hosts(const char* which,
                                          std::initializer_list<SqlParameter> parameters) {
    const std::string sql = fmt::format("SELECT {} FROM host {}", host_columns_, which);
    WEFT_ASSIGN(const SqlRows rows, postgres_.query(sql.c_str(), parameters));
    std::vector<HostRow> hosts;
    for (int i = 0; i < rows.size(); ++i)
      hosts.push_back({.id = rows.integer(i, 0),
                       .name = std::string(rows.bytes(i, 1)),
                       .delay = rows.integer(i, 2),
                       .slots = rows.integer(i, 3),
                       .in_flight = rows.integer(i, 4),
                       .next_time = rows.integer(i, 5),
                       .best = rows.real(i, 6)});
    return hosts;
  }

  Postgres postgres_;
  std::string host_columns_;
  std::map<int64_t, LoadedBucket> buckets_;
};

Result<std::vector<UrlRow>> PostgresTables::lease_best(std::vector<HostRow>& hosts, int64_t until,
                                                       std::string_view worker) {
  std::vector<int64_t> ids, wanted;
  for (const HostRow& host : hosts) {
    ids.push_back(host.id);
    wanted.push_back(host.wanted);
  }
  WEFT_ASSIGN(
      std::vector<UrlRow> leased,
      urls("WITH best AS (SELECT q.host, q.rank, q.seq "
           "  FROM unnest($1::bigint[], $2::bigint[]) AS h (id, wanted), LATERAL (SELECT host, "
           "  rank, seq FROM queue WHERE host = h.id ORDER BY rank, seq LIMIT h.wanted) AS q), "
           "taken AS (DELETE FROM queue USING best WHERE queue.host = best.host "
           "  AND queue.rank = best.rank AND queue.seq = best.seq "
           "  RETURNING queue.seq, queue.host, queue.rank, queue.url, queue.rest) "
           "INSERT INTO lease (until, worker, seq, host, rank, url, rest) "
           "SELECT $3, $4, * FROM taken ORDER BY rank, seq "
           "RETURNING seq, host, rank, url, rest, id",
           {ids, wanted, until, worker}));
  WEFT_ASSIGN(const SqlRows left,
              postgres_.query("SELECT (SELECT rank FROM queue WHERE host = id ORDER BY rank, seq "
                              "LIMIT 1) FROM unnest($1::bigint[]) WITH ORDINALITY AS ids (id, at) "
                              "ORDER BY at",
                              {ids}));
  for (int i = 0; i < left.size(); ++i)
    hosts[static_cast<size_t>(i)].best = left.is_null(i, 0) ? kWorstPriority : -left.real(i, 0);
  return leased;
}

Status PostgresTables::save_hosts(std::span<const HostRow> hosts, int64_t now) {
  std::vector<int64_t> id, in_flight, next_time, state;
  std::vector<double> best;
  for (const HostRow& host : hosts) {
    id.push_back(host.id);
    in_flight.push_back(host.in_flight);
    next_time.push_back(host.next_time);
    best.push_back(host.best);
    state.push_back(host.state(now));
  }
  return run(
      "UPDATE host SET in_flight = new.in_flight, "
      "next_time = new.next_time, best = new.best, state = new.state "
      "FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[]) "
      "AS new (id, in_flight, next_time, best, state) WHERE host.id = new.id",
      {id, in_flight, next_time, best, state});
}

Result<FrontierTables::HostIds> PostgresTables::host_ids(const std::vector<std::string>& names,
                                                         uint64_t& added) {
  WEFT_ASSIGN(const SqlRows fresh,
              postgres_.query("INSERT INTO host (name) SELECT name FROM unnest($1::bytea[]) AS "
                              "names (name) WHERE NOT EXISTS (SELECT 1 FROM host WHERE host.name "
                              "= names.name) ON CONFLICT DO NOTHING RETURNING id",
                              {names}));
  added += static_cast<uint64_t>(fresh.size());
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT name, id FROM host WHERE name = ANY ($1)", {names}));
  HostIds ids;
  for (int i = 0; i < rows.size(); ++i) ids[std::string(rows.bytes(i, 0))] = rows.integer(i, 1);
  if (ids.size() == names.size()) return ids;
  return Error{ErrorCode::kIo, "frontier: cannot add hosts"};
}

// ---- buckets: those that a slice of keys needs are loaded with one query and written with one ----

Status PostgresTables::load_buckets(std::span<const SeenKey> keys) {
  buckets_.clear();
  std::vector<int64_t> prefixes;
  for (const SeenKey& key : keys) prefixes.push_back(key.prefix());
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query(
                  "WITH lows AS (SELECT DISTINCT (SELECT low FROM seen WHERE low <= prefix "
                  "  ORDER BY low DESC LIMIT 1) AS low FROM unnest($1::bigint[]) AS p (prefix)) "
                  "SELECT low, keys, (SELECT min(low) FROM seen AS s WHERE s.low > lows.low) "
                  "FROM lows JOIN seen USING (low)",
                  {prefixes}));
  for (int i = 0; i < rows.size(); ++i)
    buckets_[rows.integer(i, 0)] = {
        std::string(rows.bytes(i, 1)),
        rows.is_null(i, 2) ? std::numeric_limits<int64_t>::max() : rows.integer(i, 2)};
  return {};
}

Result<BucketStore::Bucket> PostgresTables::find(int64_t prefix) {
  const auto after = buckets_.upper_bound(prefix);
  // Before the first bucket there is none only while the set is empty: the first one begins at 0.
  if (after == buckets_.begin()) return Bucket{0, std::numeric_limits<int64_t>::max(), ""};
  const auto& [low, loaded] = *std::prev(after);
  const int64_t next = after == buckets_.end() ? loaded.next : std::min(loaded.next, after->first);
  return Bucket{low, next, loaded.keys};
}

Status PostgresTables::put(int64_t low, std::string_view keys) {
  const auto after = buckets_.upper_bound(low);
  // The second half of a split ends where the whole one did.
  const int64_t next = after == buckets_.begin() ? std::numeric_limits<int64_t>::max()
                                                 : std::prev(after)->second.next;
  buckets_[low] = {std::string(keys), next, true};
  return {};
}

Status PostgresTables::save_buckets() {
  std::vector<int64_t> lows;
  std::vector<std::string> keys;
  for (auto& [low, loaded] : buckets_) {
    if (!loaded.changed) continue;
    lows.push_back(low);
    keys.push_back(std::move(loaded.keys));
  }
  buckets_.clear();
  return run(
      "INSERT INTO seen SELECT * FROM unnest($1::bigint[], $2::bytea[]) "
      "ON CONFLICT (low) DO UPDATE SET keys = excluded.keys",
      {lows, keys});
}

}  // namespace

Result<std::unique_ptr<FrontierTables>> open_postgres_tables(const std::string& address,
                                                             const FrontierOptions& options) {
  WEFT_ASSIGN(Postgres postgres, Postgres::open(address));
  auto tables = std::make_unique<PostgresTables>(std::move(postgres), options);
  WEFT_TRY(tables->create());
  return std::unique_ptr<FrontierTables>(std::move(tables));
}

}  // namespace weft::crawl
