// The frontier's tables in one SQLite file, in write-ahead mode: several processes share it, and a
// writer waits for its turn.

#include <limits>

#include <fmt/format.h>

#include "crawl/frontier/frontier_tables.h"
#include "store/sqlite.h"

namespace weft::crawl {
namespace {

using store::Database;
using store::Statement;

constexpr SqlDialect kSqliteWords = {.id = "INTEGER PRIMARY KEY AUTOINCREMENT",
                                     .text = "TEXT",
                                     .bytes = "BLOB",
                                     .integer = "INTEGER",
                                     .real = "REAL",
                                     .lowest = "-9e999",
                                     .ordered = " WITHOUT ROWID"};
constexpr const char* kSqliteTables = R"sql(
CREATE TABLE seen (low INTEGER PRIMARY KEY, keys BLOB NOT NULL);
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
)sql";

Statement& bind_url(Statement& statement, int first, const UrlRow& url) {
  return statement.bind(first, url.seq)
      .bind(first + 1, url.host)
      .bind(first + 2, url.rank)
      .bind(first + 3, url.url)
      .bind_blob(first + 4, encode_rest(url));
}

// Adds the rows of the six columns of a URL.
Status read_urls(Statement& statement, std::vector<UrlRow>& urls) {
  return statement.each([&](const Statement& row) {
    urls.push_back({.seq = row.integer(0),
                    .host = row.integer(1),
                    .rank = row.real(2),
                    .url = std::string(row.text(3)),
                    .lease = row.integer(5)});
    return decode_rest(row.text(4), urls.back());
  });
}

class SqliteTables final : public FrontierTables {
 public:
  SqliteTables(Database database, const FrontierOptions& options)
      : database_(std::move(database)), host_columns_(host_columns(options)) {}

  Status create() {
    return database_.transaction([&]() -> Status {
      WEFT_ASSIGN(const int64_t version, database_.integer("PRAGMA user_version"));
      if (version == kFrontierFormat) return {};
      if (version != 0)
        return Error{ErrorCode::kUnsupported, fmt::format("frontier of format {}; this build reads "
                                                          "{}",
                                                          version, kFrontierFormat)};
      WEFT_TRY(database_.execute(frontier_schema(kSqliteWords) + kSqliteTables));
      return database_.execute(fmt::format("PRAGMA user_version = {}", kFrontierFormat));
    });
  }

  Status transaction(const std::function<Status()>& change) override {
    return database_.transaction(change);
  }
  Status checkpoint() override { return database_.execute("PRAGMA wal_checkpoint(TRUNCATE)"); }

  // ---- submissions and what was seen ----
  Status add_batch(int64_t count, std::string_view urls) override {
    WEFT_ASSIGN(Statement * add,
                database_.cached("INSERT INTO submission (count, urls) VALUES (?, ?)"));
    return add->bind(1, count).bind_blob(2, urls).run();
  }
  Result<std::vector<Batch>> take_batches(int64_t max) override {
    WEFT_ASSIGN(Statement * take, database_.cached(kTakeBatchesSql));
    std::vector<Batch> batches;
    WEFT_TRY(take->bind(1, max).each([&](const Statement& row) {
      batches.push_back({row.integer(0), std::string(row.text(1))});
    }));
    return batches;
  }
  // Buckets are read and written one by one: there is no way to a server to save.
  Status load_buckets(std::span<const SeenKey> /*keys*/) override { return {}; }
  Status save_buckets() override { return {}; }
  Result<Bucket> find(int64_t prefix) override {
    WEFT_ASSIGN(Statement * at, database_.cached("SELECT low, keys FROM seen WHERE low <= ? "
                                                 "ORDER BY low DESC LIMIT 1"));
    WEFT_ASSIGN(Statement * after, database_.cached("SELECT low FROM seen WHERE low > ? "
                                                    "ORDER BY low LIMIT 1"));
    Bucket bucket{.next = std::numeric_limits<int64_t>::max()};
    WEFT_TRY(at->bind(1, prefix).each([&](const Statement& row) {
      bucket.low = row.integer(0);
      bucket.keys = row.text(1);
    }));
    WEFT_TRY(
        after->bind(1, prefix).each([&](const Statement& row) { bucket.next = row.integer(0); }));
    return bucket;
  }
  Status put(int64_t low, std::string_view keys) override {
    WEFT_ASSIGN(Statement * put, database_.cached("INSERT OR REPLACE INTO seen VALUES (?, ?)"));
    return put->bind(1, low).bind_blob(2, keys).run();
  }

  // ---- URLs ----
  Status add_to_queue(std::span<const UrlRow> urls) override {
    WEFT_ASSIGN(Statement * add, database_.cached("INSERT INTO queue (seq, host, rank, url, rest) "
                                                  "VALUES (?, ?, ?, ?, ?)"));
    for (const UrlRow& url : urls) WEFT_TRY(bind_url(*add, 1, url).run());
    return {};
  }
  Status add_to_later(std::span<const UrlRow> urls) override {
    WEFT_ASSIGN(Statement * add, database_.cached("INSERT INTO later (due, seq, host, rank, url, "
                                                  "rest) VALUES (?, ?, ?, ?, ?, ?)"));
    for (const UrlRow& url : urls) WEFT_TRY(bind_url(add->bind(1, url.due), 2, url).run());
    return {};
  }
  Result<std::vector<UrlRow>> take_due(int64_t now, int64_t max) override {
    return take(take_due_sql(""), [&](Statement& sql) { sql.bind(1, now).bind(2, max); });
  }
  Result<std::vector<UrlRow>> take_expired(int64_t now, int64_t max) override {
    return take(take_expired_sql(""), [&](Statement& sql) { sql.bind(1, now).bind(2, max); });
  }
  Result<std::vector<UrlRow>> take_leases_of(std::string_view worker) override {
    return take("DELETE FROM lease WHERE worker = ? RETURNING seq, host, rank, url, rest, id",
                [&](Statement& sql) { sql.bind(1, worker); });
  }
  Result<std::vector<UrlRow>> take_leases(const std::vector<int64_t>& ids) override {
    WEFT_ASSIGN(Statement * take, database_.cached("DELETE FROM lease WHERE id = ? RETURNING seq, "
                                                   "host, rank, url, rest, id"));
    std::vector<UrlRow> urls;
    for (const int64_t id : ids) WEFT_TRY(read_urls(take->bind(1, id), urls));
    return urls;
  }
  Status renew(std::string_view worker, int64_t until) override {
    WEFT_ASSIGN(Statement * set, database_.cached("UPDATE lease SET until = ? WHERE worker = ?"));
    return set->bind(1, until).bind(2, worker).run();
  }
  Result<std::vector<UrlRow>> lease_best(std::vector<HostRow>& hosts, int64_t until,
                                         std::string_view worker) override {
    WEFT_ASSIGN(Statement * best,
                database_.cached("SELECT seq, host, rank, url, rest, 0 FROM queue WHERE host = ? "
                                 "ORDER BY rank, seq LIMIT ?"));
    WEFT_ASSIGN(Statement * drop,
                database_.cached("DELETE FROM queue WHERE host = ? AND rank = ? AND seq = ?"));
    WEFT_ASSIGN(Statement * lease,
                database_.cached("INSERT INTO lease (until, worker, seq, host, rank, url, rest) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id"));
    WEFT_ASSIGN(Statement * left, database_.cached("SELECT rank FROM queue WHERE host = ? "
                                                   "ORDER BY rank, seq LIMIT 1"));
    std::vector<UrlRow> urls;
    for (HostRow& host : hosts) {
      const size_t first = urls.size();
      WEFT_TRY(read_urls(best->bind(1, host.id).bind(2, host.wanted), urls));
      for (UrlRow& url : std::span(urls).subspan(first)) {
        WEFT_TRY(drop->bind(1, url.host).bind(2, url.rank).bind(3, url.seq).run());
        WEFT_TRY(
            bind_url(lease->bind(1, until).bind(2, worker), 3, url).each([&](const Statement& row) {
              url.lease = row.integer(0);
            }));
      }
      host.best = kWorstPriority;
      WEFT_TRY(
          left->bind(1, host.id).each([&](const Statement& row) { host.best = -row.real(0); }));
    }
    return urls;
  }

  // ---- hosts ----
  Result<std::vector<HostRow>> hosts(const std::vector<int64_t>& ids) override {
    WEFT_ASSIGN(Statement * load,
                database_.cached("SELECT " + host_columns_ + " FROM host WHERE id = ?"));
    std::vector<HostRow> hosts;
    for (const int64_t id : ids) WEFT_TRY(read_hosts(load->bind(1, id), hosts));
    return hosts;
  }
  Result<std::vector<HostRow>> ready_hosts(int64_t now, int64_t max) override {
    WEFT_ASSIGN(Statement * wake, database_.cached("UPDATE host SET state = 2 WHERE state = 1 "
                                                   "AND next_time <= ?"));
    WEFT_ASSIGN(Statement * ready, database_.cached("SELECT " + host_columns_ +
                                                    " FROM host WHERE state = 2 "
                                                    "ORDER BY best DESC LIMIT ?"));
    WEFT_TRY(wake->bind(1, now).run());
    std::vector<HostRow> hosts;
    WEFT_TRY(read_hosts(ready->bind(1, max), hosts));
    return hosts;
  }
  Status save_hosts(std::span<const HostRow> hosts, int64_t now) override {
    WEFT_ASSIGN(Statement * save, database_.cached("UPDATE host SET in_flight = ?, next_time = ?, "
                                                   "best = ?, state = ? WHERE id = ?"));
    for (const HostRow& host : hosts) {
      save->bind(1, host.in_flight).bind(2, host.next_time).bind(3, host.best);
      WEFT_TRY(save->bind(4, static_cast<int64_t>(host.state(now))).bind(5, host.id).run());
    }
    return {};
  }
  Status set_policy(int64_t host, const HostPolicy& policy) override {
    WEFT_ASSIGN(Statement * set, database_.cached("UPDATE host SET delay = coalesce(?, delay), "
                                                  "slots = coalesce(?, slots) WHERE id = ?"));
    if (policy.delay) set->bind(1, int64_t{policy.delay->count()});
    if (policy.slots) set->bind(2, int64_t{*policy.slots});
    return set->bind(3, host).run();
  }
  Result<HostIds> host_ids(const std::vector<std::string>& names, uint64_t& added) override {
    WEFT_ASSIGN(Statement * find, database_.cached("SELECT id FROM host WHERE name = ?"));
    WEFT_ASSIGN(Statement * add,
                database_.cached("INSERT INTO host (name) VALUES (?) RETURNING id"));
    HostIds ids;
    for (const std::string& name : names) {
      const auto note = [&](const Statement& row) { ids[name] = row.integer(0); };
      WEFT_TRY(find->bind(1, name).each(note));
      if (ids.contains(name)) continue;
      WEFT_TRY(add->bind(1, name).each(note));
      ++added;
    }
    return ids;
  }

  // ---- counters ----
  Status add_counts(std::span<const std::pair<std::string_view, int64_t>> counts) override {
    WEFT_ASSIGN(Statement * add,
                database_.cached("INSERT INTO counter VALUES (?, ?) "
                                 "ON CONFLICT (name) DO UPDATE SET value = value + "
                                 "excluded.value"));
    for (const auto& [name, value] : counts) WEFT_TRY(add->bind(1, name).bind(2, value).run());
    return {};
  }
  Result<FrontierStats> stats() override {
    WEFT_ASSIGN(Statement * read, database_.cached("SELECT name, value FROM counter"));
    FrontierStats stats;
    WEFT_TRY(
        read->each([&](const Statement& row) { set_counter(stats, row.text(0), row.integer(1)); }));
    WEFT_ASSIGN(Statement * leased, database_.cached("SELECT count(*) FROM lease"));
    WEFT_TRY(leased->each(
        [&](const Statement& row) { stats.leased = static_cast<uint64_t>(row.integer(0)); }));
    return stats;
  }
  Result<std::optional<int64_t>> next_due() override {
    WEFT_ASSIGN(Statement * read, database_.cached(kNextDueSql));
    std::optional<int64_t> due;
    WEFT_TRY(read->each([&](const Statement& row) {
      if (!row.is_null(0)) due = row.integer(0);
    }));
    return due;
  }

 private:
  template <typename Bind>
  Result<std::vector<UrlRow>> take(std::string_view sql, Bind bind) {
    WEFT_ASSIGN(Statement * statement, database_.cached(sql));
    bind(*statement);
    std::vector<UrlRow> urls;
    WEFT_TRY(read_urls(*statement, urls));
    return urls;
  }
  static Status read_hosts(Statement& statement, std::vector<HostRow>& hosts) {
    return statement.each([&](const Statement& row) {
      hosts.push_back({.id = row.integer(0),
                       .name = std::string(row.text(1)),
                       .delay = row.integer(2),
                       .slots = row.integer(3),
                       .in_flight = row.integer(4),
                       .next_time = row.integer(5),
                       .best = row.real(6)});
    });
  }

  Database database_;
  std::string host_columns_;
};

}  // namespace

Result<std::unique_ptr<FrontierTables>> open_sqlite_tables(const std::string& path,
                                                           const FrontierOptions& options) {
  WEFT_ASSIGN(Database database, Database::open(path, Database::Mode::kCreate));
  // NORMAL: a commit does not wait for the disk. A kill loses nothing; a power failure may lose the
  // last seconds as a whole, so that pages are fetched again but no link is forgotten.
  WEFT_TRY(database.use_write_ahead_log());
  WEFT_TRY(database.execute(
      "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA busy_timeout = 60000; "
      "PRAGMA wal_autocheckpoint = 32768; PRAGMA journal_size_limit = 134217728"));
  auto tables = std::make_unique<SqliteTables>(std::move(database), options);
  WEFT_TRY(tables->create());
  return std::unique_ptr<FrontierTables>(std::move(tables));
}

}  // namespace weft::crawl
