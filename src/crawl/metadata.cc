// Four tables. `page` has a row for each URL. `day` counts what happened on each host on each day,
// so that reports over time cost hosts times days, whatever the number of visits. `trap` has the
// credits of the TrapGuard, `seed` where the crawl has started.
//
// Recording a visit:
//   1. a page not known before: a row; if it is a document, its parent has found one more;
//   2. a known one: other content than last time is a change, and moves `changed`; an error changes
//      nothing but the state;
//   3. the time of the next visit follows from the rate of change (change_rate).

#include "crawl/metadata.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/pointers.h"

namespace weft::crawl {
namespace {

constexpr const char* kMetadataSchema = R"sql(
CREATE TABLE IF NOT EXISTS page (
  url TEXT PRIMARY KEY, hash TEXT NOT NULL, host TEXT NOT NULL, parent TEXT NOT NULL,
  state TEXT NOT NULL, discovered bigint NOT NULL, visited bigint NOT NULL,
  changed bigint NOT NULL, status bigint NOT NULL, document bigint NOT NULL,
  content bigint NOT NULL, bytes bigint NOT NULL, type TEXT NOT NULL, etag TEXT NOT NULL,
  modified TEXT NOT NULL, depth bigint NOT NULL, visits bigint NOT NULL, changes bigint NOT NULL,
  observed bigint NOT NULL, found bigint NOT NULL, due bigint NOT NULL,
  failure TEXT NOT NULL DEFAULT '', mark TEXT NOT NULL DEFAULT '');
CREATE INDEX IF NOT EXISTS page_due ON page (due);
CREATE INDEX IF NOT EXISTS page_found ON page (found) WHERE found > 0;
CREATE TABLE IF NOT EXISTS day (
  day bigint NOT NULL, host TEXT NOT NULL, visits bigint NOT NULL, pages bigint NOT NULL,
  documents bigint NOT NULL, changes bigint NOT NULL, failures bigint NOT NULL,
  bytes bigint NOT NULL, elapsed bigint NOT NULL DEFAULT 0, PRIMARY KEY (day, host));
CREATE TABLE IF NOT EXISTS seed (url TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS trap (id bigint PRIMARY KEY, credits TEXT NOT NULL);
)sql";

// Columns that earlier versions did not have.
constexpr std::pair<const char*, const char*> kNewColumns[] = {
    {"SELECT failure FROM page LIMIT 1", "ALTER TABLE page ADD failure TEXT NOT NULL DEFAULT ''"},
    {"SELECT mark FROM page LIMIT 1", "ALTER TABLE page ADD mark TEXT NOT NULL DEFAULT ''"},
    {"SELECT elapsed FROM day LIMIT 1", "ALTER TABLE day ADD elapsed bigint NOT NULL DEFAULT 0"}};

bool is_forbidden(const PageVisit& visit) { return visit.failure == "robots"; }

std::string_view state_of(const PageVisit& visit) {
  if (is_forbidden(visit)) return "forbidden";
  if (visit.good()) return "fetched";
  if (visit.redirected()) return "redirected";
  return visit.status == 404 || visit.status == 410 ? "gone" : "failed";
}

int64_t day_of(TimePoint time) {
  return std::chrono::floor<std::chrono::days>(time).time_since_epoch().count();
}

double days(Milliseconds time) {
  return std::chrono::duration<double, std::ratio<86400>>(time).count();
}

PageRecord read_page(const store::SqlTable& table) {
  PageRecord page;
  page.url = table.text(0, 0);
  page.hash = table.text(0, 1);
  page.host = table.text(0, 2);
  page.parent = table.text(0, 3);
  page.state = table.text(0, 4);
  page.discovered = time_of(table.integer(0, 5));
  page.visited = time_of(table.integer(0, 6));
  page.changed = time_of(table.integer(0, 7));
  page.status = table.integer(0, 8);
  page.document = table.integer(0, 9) != 0;
  page.content_hash = static_cast<uint64_t>(table.integer(0, 10));
  page.bytes = static_cast<uint64_t>(table.integer(0, 11));
  page.type = table.text(0, 12);
  page.etag = table.text(0, 13);
  page.last_modified = table.text(0, 14);
  page.depth = static_cast<uint32_t>(table.integer(0, 15));
  page.history.visits = static_cast<uint64_t>(table.integer(0, 16));
  page.history.changes = static_cast<uint64_t>(table.integer(0, 17));
  page.history.observed = Milliseconds(table.integer(0, 18));
  page.documents_found = static_cast<uint64_t>(table.integer(0, 19));
  page.due = time_of(table.integer(0, 20));
  page.failure = table.text(0, 21);
  page.mark = table.text(0, 22);
  return page;
}

}  // namespace

// λ = -ln((n - X + ½) / (n + ½)) / I, for X changes seen by n visits at intervals of I. What is
// known beforehand enters as visits of its own, at the same interval, that saw a change as often as
// the prior rate makes them.
double change_rate(const ChangeHistory& history, const RevisitOptions& options) {
  const double observed = days(history.observed);
  if (history.visits == 0 || observed <= 0) return options.prior_rate;
  const double interval = observed / static_cast<double>(history.visits);
  const double prior_changes =
      options.prior_visits * (1 - std::exp(-options.prior_rate * interval));
  const double visits = static_cast<double>(history.visits) + options.prior_visits;
  const double changes =
      static_cast<double>(std::min(history.changes, history.visits)) + prior_changes;
  return std::max(-std::log((visits - changes + 0.5) / (visits + 0.5)) / interval, 1e-6);
}

double change_probability(double rate, Milliseconds age) {
  return 1 - std::exp(-rate * std::max(days(age), 0.0));
}

Milliseconds revisit_interval(double rate, const RevisitOptions& options) {
  const double wait = std::min(-std::log(1 - options.threshold) / rate, 1e6);
  return std::clamp(Milliseconds(static_cast<int64_t>(wait * 86'400'000.0)), options.at_least,
                    options.at_most);
}

Result<std::unique_ptr<MetadataStore>> MetadataStore::open(std::string_view where,
                                                           const RevisitOptions& options) {
  WEFT_ASSIGN(std::unique_ptr<store::Sql> sql, store::open_sql(where));
  WEFT_TRY(sql->transaction([&] { return sql->execute(kMetadataSchema); }));
  for (const auto& [probe, add] : kNewColumns) {
    if (!sql->execute(probe).ok()) WEFT_TRY(sql->execute(add));
  }
  return std::unique_ptr<MetadataStore>(new MetadataStore(std::move(sql), options));
}

Result<std::unique_ptr<MetadataStore>> MetadataStore::open_crawl(const std::string& crawl) {
  if (crawl.find("://") != std::string::npos) return open(crawl);
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(crawl, ignored);
  const std::string path =
      folder ? (std::filesystem::path(crawl) / "metadata.sqlite").string() : crawl;
  if (std::filesystem::exists(path, ignored)) return open(path);
  return Error{ErrorCode::kNotFound, fmt::format("{} is no crawl: there is no {}", crawl, path)};
}

Status MetadataStore::record(std::span<const PageVisit> visits) {
  // In the order of URLs, so that two processes cannot wait for each other's rows.
  std::vector<const PageVisit*> ordered = pointers_to(visits);
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const PageVisit* a, const PageVisit* b) { return a->url < b->url; });
  return sql_->transaction([&]() -> Status {
    std::map<std::string, int64_t> found;  // By parent: the documents that are new.
    for (const PageVisit* visit : ordered) WEFT_TRY(record_one(*visit, found));
    for (const auto& [parent, documents] : found)
      WEFT_TRY(sql_->run("UPDATE page SET found = found + $2 WHERE url = $1", {parent, documents}));
    return {};
  });
}

Status MetadataStore::record_one(const PageVisit& visit, std::map<std::string, int64_t>& found) {
  WEFT_ASSIGN(const std::optional<PageRecord> known, find(visit.url));
  if (known && visit.time <= known->visited) return {};
  const std::string& parent = known ? known->parent : visit.parent;
  if (visit.document && !(known && known->document) && !parent.empty()) ++found[parent];
  return known ? update(*known, visit) : insert(visit);
}

// Step 1.
Status MetadataStore::insert(const PageVisit& visit) {
  const int64_t time = ticks(visit.time);
  const int64_t wait = revisit_interval(options_.prior_rate, options_).count();
  WEFT_TRY(sql_->run(
      "INSERT INTO page VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8, $9, $10, $11, $12, $13, "
      "$14, 0, 0, 0, 0, $15, $16, '')",
      {visit.url, fmt::format("{:016x}", hash_bytes(visit.url)), visit.host, visit.parent,
       std::string(state_of(visit)), time, int64_t{visit.status}, int64_t{visit.document},
       static_cast<int64_t>(visit.content_hash), static_cast<int64_t>(visit.bytes), visit.type,
       visit.etag, visit.last_modified, int64_t{visit.depth}, time + wait, visit.failure}));
  return count(visit, {.page = true, .document = visit.document}, false);
}

// Steps 2 and 3.
Status MetadataStore::update(const PageRecord& known, const PageVisit& visit) {
  const bool changed = visit.good() && visit.content_hash != 0 && known.content_hash != 0 &&
                       visit.content_hash != known.content_hash;
  ChangeHistory history = known.history;
  if (visit.good()) {
    ++history.visits;
    history.changes += changed ? 1 : 0;
    history.observed += visit.time - known.visited;
  }
  const int64_t time = ticks(visit.time);
  const int64_t wait = revisit_interval(change_rate(history, options_), options_).count();
  const bool fresh = visit.good() && visit.content_hash != 0;
  WEFT_TRY(sql_->run(
      "UPDATE page SET state = $2, visited = $3, changed = $4, status = $5, document = $6, "
      "content = $7, bytes = $8, type = $9, etag = $10, modified = $11, visits = $12, "
      "changes = $13, observed = $14, due = $15, failure = $16 WHERE url = $1",
      {visit.url, std::string(state_of(visit)), time, changed ? time : ticks(known.changed),
       int64_t{visit.status}, int64_t{known.document || visit.document},
       static_cast<int64_t>(fresh ? visit.content_hash : known.content_hash),
       static_cast<int64_t>(fresh ? visit.bytes : known.bytes), fresh ? visit.type : known.type,
       visit.etag.empty() ? known.etag : visit.etag,
       visit.last_modified.empty() ? known.last_modified : visit.last_modified,
       static_cast<int64_t>(history.visits), static_cast<int64_t>(history.changes),
       int64_t{history.observed.count()}, time + wait, visit.failure}));
  return count(visit, {.document = visit.document && !known.document}, changed);
}

Status MetadataStore::count(const PageVisit& visit, Firsts first, bool changed) {
  if (is_forbidden(visit)) return {};  // Nobody went there.
  return sql_->run(
      "INSERT INTO day VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8) ON CONFLICT (day, host) DO "
      "UPDATE "
      "SET visits = day.visits + 1, pages = day.pages + excluded.pages, "
      "documents = day.documents + excluded.documents, changes = day.changes + excluded.changes, "
      "failures = day.failures + excluded.failures, bytes = day.bytes + excluded.bytes, "
      "elapsed = day.elapsed + excluded.elapsed",
      {day_of(visit.time), visit.host, int64_t{first.page}, int64_t{first.document},
       int64_t{changed}, int64_t{!visit.good() && !visit.redirected()},
       static_cast<int64_t>(visit.bytes), int64_t{visit.elapsed.count()}});
}

Result<std::optional<PageRecord>> MetadataStore::find(std::string_view url) {
  WEFT_ASSIGN(const store::SqlTable table,
              sql_->query("SELECT * FROM page WHERE url = $1", {std::string(url)},
                          "tttttiiiiiiitttiiiiiitt"));
  if (table.size() == 0) return std::optional<PageRecord>();
  return std::optional(read_page(table));
}

Result<std::vector<PageSummary>> MetadataStore::summaries() {
  WEFT_ASSIGN(const store::SqlTable table,
              sql_->query("SELECT url, state, content, visits FROM page "
                          "WHERE state <> 'forbidden' ORDER BY url",
                          {}, "ttii"));
  std::vector<PageSummary> pages;
  for (size_t i = 0; i < table.size(); ++i)
    pages.push_back({.url = table.text(i, 0),
                     .error = table.text(i, 1) == "failed" || table.text(i, 1) == "gone",
                     .content_hash = static_cast<uint64_t>(table.integer(i, 2)),
                     .attempts = static_cast<uint64_t>(table.integer(i, 3)) + 1});
  return pages;
}

// In the order of URLs, many at a time.
Result<size_t> MetadataStore::resubmit(PageSelection which, Frontier& frontier) {
  constexpr int64_t kAtOnce = 10'000;
  const char* query = which == PageSelection::kAll
                          ? "SELECT url, host, parent, depth FROM page WHERE url > $1 AND "
                            "state <> 'gone' ORDER BY url LIMIT $2"
                          : "SELECT url, host, parent, depth FROM page WHERE url > $1 AND "
                            "(state = 'forbidden' OR (state = 'failed' AND status = 0)) "
                            "ORDER BY url LIMIT $2";
  size_t submitted = 0;
  std::string after;
  while (true) {
    WEFT_ASSIGN(const store::SqlTable table, sql_->query(query, {after, kAtOnce}, "ttti"));
    if (table.size() == 0) return submitted;
    std::vector<FrontierUrl> urls;
    for (size_t i = 0; i < table.size(); ++i)
      urls.push_back({.url = table.text(i, 0),
                      .host = table.text(i, 1),
                      .priority = -static_cast<double>(table.integer(i, 3)),
                      .depth = static_cast<uint32_t>(table.integer(i, 3)),
                      .parent = table.text(i, 2),
                      .again = true});
    WEFT_TRY(frontier.submit(urls));
    submitted += urls.size();
    after = urls.back().url;
  }
}

Result<size_t> MetadataStore::mark(std::span<const std::string> urls, const std::string& mark) {
  size_t known = 0;
  const Status marked = sql_->transaction([&]() -> Status {
    known = 0;
    for (const std::string& url : urls) {
      WEFT_ASSIGN(const std::optional<PageRecord> page, find(url));
      known += page ? 1 : 0;
      WEFT_TRY(sql_->run("UPDATE page SET mark = $2 WHERE url = $1", {url, mark}));
    }
    return {};
  });
  if (!marked.ok()) return marked.error();
  return known;
}

Status MetadataStore::add_seeds(std::span<const std::string> seeds) {
  return sql_->transaction([&]() -> Status {
    for (const std::string& seed : seeds)
      WEFT_TRY(sql_->run("INSERT INTO seed VALUES ($1) ON CONFLICT (url) DO NOTHING", {seed}));
    return {};
  });
}

Result<std::vector<std::string>> MetadataStore::seeds() {
  WEFT_ASSIGN(const store::SqlTable table,
              sql_->query("SELECT url FROM seed ORDER BY url", {}, "t"));
  std::vector<std::string> seeds;
  for (size_t i = 0; i < table.size(); ++i) seeds.push_back(table.text(i, 0));
  return seeds;
}

Result<std::vector<PageToVisit>> MetadataStore::pages_to_visit(const RevisitRequest& request) {
  return request.policy == RevisitRequest::Policy::kAge ? parents_by_age(request)
                                                        : due_pages(request);
}

// "The older the URL is or the more documents we crawled from the URL, the more likely it will be
// scheduled": here their product, in document days.
Result<std::vector<PageToVisit>> MetadataStore::parents_by_age(const RevisitRequest& request) {
  WEFT_ASSIGN(
      const store::SqlTable table,
      sql_->query("SELECT url, host, CAST(($1 - visited) * found AS double precision) / 86400000 "
                  "AS score "
                  "FROM page WHERE found > 0 ORDER BY score DESC, url LIMIT $2",
                  {ticks(request.now), static_cast<int64_t>(request.max)}, "ttr"));
  std::vector<PageToVisit> pages;
  for (size_t i = 0; i < table.size(); ++i)
    pages.push_back({table.text(i, 0), table.text(i, 1), table.real(i, 2)});
  return pages;
}

// Those that are due longest are looked at first: at most ten times as many as are wanted.
Result<std::vector<PageToVisit>> MetadataStore::due_pages(const RevisitRequest& request) {
  constexpr size_t kCandidates = 10;
  WEFT_ASSIGN(
      const store::SqlTable table,
      sql_->query("SELECT url, host, visited, visits, changes, observed FROM page "
                  "WHERE due <= $1 AND state <> $3 AND state <> 'forbidden' ORDER BY due LIMIT $2",
                  {ticks(request.now), static_cast<int64_t>(request.max * kCandidates),
                   std::string("gone")},
                  "ttiiii"));
  std::vector<PageToVisit> pages;
  for (size_t i = 0; i < table.size(); ++i) {
    const ChangeHistory history{.visits = static_cast<uint64_t>(table.integer(i, 3)),
                                .changes = static_cast<uint64_t>(table.integer(i, 4)),
                                .observed = Milliseconds(table.integer(i, 5))};
    const Milliseconds age = request.now - time_of(table.integer(i, 2));
    pages.push_back({table.text(i, 0), table.text(i, 1),
                     change_probability(change_rate(history, options_), age)});
  }
  std::stable_sort(pages.begin(), pages.end(),
                   [](const PageToVisit& a, const PageToVisit& b) { return a.score > b.score; });
  if (pages.size() > request.max) pages.resize(request.max);
  return pages;
}

// One row holds all credits. Its first update locks it, so that nobody writes between our reading
// and our writing.
Status MetadataStore::share_traps(TrapGuard& traps) {
  const Status status = sql_->transaction([&]() -> Status {
    WEFT_TRY(
        sql_->run("INSERT INTO trap VALUES (1, $1) ON CONFLICT (id) DO NOTHING", {std::string()}));
    WEFT_TRY(sql_->run("UPDATE trap SET id = 1 WHERE id = $1", {int64_t{1}}));
    WEFT_ASSIGN(const store::SqlTable table,
                sql_->query("SELECT credits FROM trap WHERE id = $1", {int64_t{1}}, "t"));
    if (!table.text(0, 0).empty()) WEFT_TRY(traps.merge_json(table.text(0, 0)));
    return sql_->run("UPDATE trap SET credits = $2 WHERE id = $1", {int64_t{1}, traps.to_json()});
  });
  if (status.ok()) traps.note_shared();
  return status;
}

}  // namespace weft::crawl
