// Draining: a part of the submission queue, past the URLs seen before, into the queues of hosts.
//   1. take the oldest submissions;
//   2. sort them by key and drop those that were seen;
//   3. sort the rest by host and add them to its queue, or to later.

#include <algorithm>

#include "crawl/frontier/sqlite_frontier.h"
#include "crawl/frontier/url_record.h"

namespace weft::crawl {

using store::Database;

Result<bool> SqliteFrontier::wants_drain() {
  WEFT_ASSIGN(const int64_t submitted,
              database_.integer("SELECT value FROM counter WHERE name = 'submitted'"));
  WEFT_ASSIGN(const int64_t queued,
              database_.integer("SELECT value FROM counter WHERE name = 'queued'"));
  return should_drain(submitted, queued);
}

Status SqliteFrontier::drain(int64_t now) {
  WEFT_ASSIGN(std::vector<Submission> submissions, take_submissions());
  WEFT_TRY(drop_seen(submissions));
  std::sort(submissions.begin(), submissions.end(), [](const auto& a, const auto& b) {
    return std::tie(a.host, a.url.rank, a.url.seq) < std::tie(b.host, b.url.rank, b.url.seq);
  });
  for (auto first = submissions.begin(); first != submissions.end();) {
    const auto last = std::find_if(first, submissions.end(),
                                   [&](const Submission& s) { return s.host != first->host; });
    WEFT_TRY(enqueue({first, last}, now));
    first = last;
  }
  return {};
}

// Step 1.
Result<std::vector<Submission>> SqliteFrontier::take_submissions() {
  std::vector<Submission> submissions;
  int64_t last = 0;
  while (submissions.size() < kDrainUrls) {
    WEFT_ASSIGN(const bool row, read_submissions_.step());
    if (!row) break;
    last = read_submissions_.integer(0);
    WEFT_TRY(decode_submissions(read_submissions_.text(2), last * static_cast<int64_t>(kBatchUrls),
                                submissions));
  }
  read_submissions_.reset();
  counts_.submitted -= static_cast<int64_t>(submissions.size());
  if (last != 0) WEFT_TRY(drop_submissions_.bind(1, last).run());
  return submissions;
}

// Step 2.
Status SqliteFrontier::drop_seen(std::vector<Submission>& submissions) {
  sort_by_key(submissions);
  std::vector<SeenKey> keys;
  keys.reserve(submissions.size());
  for (const Submission& submission : submissions) keys.push_back(submission.key);
  WEFT_ASSIGN(const std::vector<bool> is_new, add_seen(buckets_, keys));
  keep_new(submissions, is_new, counts_);
  return {};
}

// Step 3, for submissions of one host.
Status SqliteFrontier::enqueue(std::span<Submission> same_host, int64_t now) {
  WEFT_ASSIGN(const int64_t host, host_id(same_host.front().host));
  std::vector<UrlRow> urls;
  for (Submission& submission : same_host) {
    submission.url.host = host;
    if (submission.due > now)
      WEFT_TRY(postpone(submission.due, submission.url));
    else
      urls.push_back(std::move(submission.url));
  }
  return push(urls, now);
}

Status SqliteBuckets::prepare(Database& database) {
  WEFT_ASSIGN(find_, database.prepare(
                         "SELECT low, keys FROM seen WHERE low <= ? ORDER BY low DESC LIMIT 1"));
  WEFT_ASSIGN(next_, database.prepare("SELECT min(low) FROM seen WHERE low > ?"));
  WEFT_ASSIGN(put_, database.prepare("INSERT OR REPLACE INTO seen VALUES (?, ?)"));
  return {};
}

Result<BucketStore::Bucket> SqliteBuckets::find(int64_t prefix) {
  Bucket bucket;
  WEFT_ASSIGN(const bool found, find_.bind(1, prefix).step());
  if (found) {
    bucket.low = find_.integer(0);
    bucket.keys = find_.text(1);
  }
  find_.reset();
  WEFT_ASSIGN(const bool row, next_.bind(1, prefix).step());
  const bool last = !row || next_.is_null(0);
  bucket.next = last ? std::numeric_limits<int64_t>::max() : next_.integer(0);
  next_.reset();
  return bucket;
}

Status SqliteBuckets::put(int64_t low, std::string_view keys) {
  return put_.bind(1, low).bind_blob(2, keys).run();
}

}  // namespace weft::crawl
