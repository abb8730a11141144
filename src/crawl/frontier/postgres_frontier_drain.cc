// Draining in PostgreSQL: the steps are those of sqlite_frontier_drain.cc. One worker at a time:
// the set of URLs seen has no row for a single URL that could be locked.

#include <algorithm>

#include "crawl/frontier/postgres_frontier.h"
#include "crawl/frontier/url_record.h"

namespace weft::crawl {
namespace {

constexpr size_t kSliceKeys = 2'048;  // of the set of URLs seen, at a time

}  // namespace

Result<bool> PostgresFrontier::wants_drain() {
  WEFT_ASSIGN(const FrontierStats now, stats());
  return should_drain(static_cast<int64_t>(now.submitted), static_cast<int64_t>(now.queued));
}

Status PostgresFrontier::drain(int64_t now) {
  WEFT_ASSIGN(const SqlRows lock,
              postgres_.query("SELECT pg_try_advisory_xact_lock(7741033)::int::bigint"));
  if (lock.integer(0, 0) == 0) return {};  // Another worker is at it.
  WEFT_ASSIGN(std::vector<Submission> submissions, take_submissions());
  if (submissions.empty()) return {};
  WEFT_TRY(drop_seen(submissions));
  return enqueue(submissions, now);
}

// Step 1. Batches that are being written are left for the next time.
Result<std::vector<Submission>> PostgresFrontier::take_submissions() {
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("DELETE FROM submission WHERE seq IN (SELECT seq FROM (SELECT seq, "
                              "sum(count) OVER (ORDER BY seq) - count AS before FROM submission) "
                              "AS numbered WHERE before < $1) RETURNING seq, urls",
                              {kDrainUrls}));
  std::vector<Submission> submissions;
  for (int i = 0; i < rows.size(); ++i)
    WEFT_TRY(decode_submissions(
        rows.bytes(i, 1), rows.integer(i, 0) * static_cast<int64_t>(kBatchUrls), submissions));
  counts_.submitted -= static_cast<int64_t>(submissions.size());
  return submissions;
}

// Step 2, a slice of the keys at a time.
Status PostgresFrontier::drop_seen(std::vector<Submission>& submissions) {
  sort_by_key(submissions);
  std::vector<SeenKey> keys;
  for (const Submission& submission : submissions) keys.push_back(submission.key);
  std::vector<bool> is_new;
  for (size_t at = 0; at < keys.size(); at += kSliceKeys) {
    const auto slice = std::span(keys).subspan(at, std::min(kSliceKeys, keys.size() - at));
    PostgresBuckets buckets(postgres_);
    WEFT_TRY(buckets.load(slice));
    WEFT_ASSIGN(const std::vector<bool> added, add_seen(buckets, slice));
    WEFT_TRY(buckets.flush());
    is_new.insert(is_new.end(), added.begin(), added.end());
  }
  keep_new(submissions, is_new, counts_);
  return {};
}

// Step 3.
Status PostgresFrontier::enqueue(std::vector<Submission>& submissions, int64_t now) {
  std::vector<std::string> names;
  for (const Submission& submission : submissions) names.push_back(submission.host);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  WEFT_ASSIGN(const auto ids, host_ids(names));
  HostChanges changes;
  std::vector<std::pair<int64_t, UrlRow>> postponed;
  for (Submission& submission : submissions) {
    submission.url.host = ids.at(submission.host);
    if (submission.due > now)
      postponed.emplace_back(submission.due, std::move(submission.url));
    else
      changes[submission.url.host].urls.push_back(std::move(submission.url));
  }
  WEFT_TRY(postpone(postponed));
  return apply(changes, now);
}

// REQUIRES: ascending and different.
Result<std::unordered_map<std::string, int64_t>> PostgresFrontier::host_ids(
    const std::vector<std::string>& names) {
  WEFT_ASSIGN(const SqlRows added,
              postgres_.query("INSERT INTO host (name) SELECT name FROM unnest($1::bytea[]) AS "
                              "names (name) WHERE NOT EXISTS (SELECT 1 FROM host WHERE host.name "
                              "= names.name) ON CONFLICT DO NOTHING RETURNING id",
                              {names}));
  counts_.hosts += added.size();
  WEFT_ASSIGN(const SqlRows rows,
              postgres_.query("SELECT name, id FROM host WHERE name = ANY ($1)", {names}));
  std::unordered_map<std::string, int64_t> ids;
  for (int i = 0; i < rows.size(); ++i) ids[std::string(rows.bytes(i, 0))] = rows.integer(i, 1);
  if (ids.size() == names.size()) return ids;
  return Error{ErrorCode::kIo, "frontier: cannot add hosts"};
}

// ---- buckets -----------------------------------------------------------------------------------

Status PostgresBuckets::load(std::span<const SeenKey> keys) {
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

Result<BucketStore::Bucket> PostgresBuckets::find(int64_t prefix) {
  const auto after = buckets_.upper_bound(prefix);
  // Before the first bucket there is none only while the set is empty: the first one begins at 0.
  if (after == buckets_.begin()) return Bucket{0, std::numeric_limits<int64_t>::max(), ""};
  const auto& [low, loaded] = *std::prev(after);
  const int64_t next = after == buckets_.end() ? loaded.next : std::min(loaded.next, after->first);
  return Bucket{low, next, loaded.keys};
}

Status PostgresBuckets::put(int64_t low, std::string_view keys) {
  const auto after = buckets_.upper_bound(low);
  // The second half of a split ends where the whole one did.
  const int64_t next = after == buckets_.begin() ? std::numeric_limits<int64_t>::max()
                                                 : std::prev(after)->second.next;
  buckets_[low] = {std::string(keys), next, true};
  return {};
}

Status PostgresBuckets::flush() {
  std::vector<int64_t> lows;
  std::vector<std::string> keys;
  for (auto& [low, loaded] : buckets_) {
    if (!loaded.changed) continue;
    lows.push_back(low);
    keys.push_back(std::move(loaded.keys));
  }
  const auto rows = postgres_.query(
      "INSERT INTO seen SELECT * FROM unnest($1::bigint[], $2::bytea[]) "
      "ON CONFLICT (low) DO UPDATE SET keys = excluded.keys",
      {lows, keys});
  return rows.ok() ? Status() : Status(rows.error());
}

}  // namespace weft::crawl
