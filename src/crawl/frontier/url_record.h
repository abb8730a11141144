// How the frontier's tables hold URLs: compact strings of bytes, the same in every store. Internal
// to frontier/; described in docs/formats/frontier.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/seen_set.h"

namespace weft::crawl {

// A URL on its way between queue, later and lease.
struct UrlRow {
  int64_t seq = 0;
  int64_t host = 0;
  double rank = 0;  // minus its priority
  std::string url;
  int64_t depth = 0;
  std::string parent;
  std::string context;
  int64_t attempts = 0;
  int64_t due = 0;    // in later
  int64_t lease = 0;  // the lease's id, if there is one
};

// A submission that waits to be drained.
struct Submission {
  SeenKey key;
  UrlRow url;  // its host is not known yet
  std::string host;
  bool again = false;
};

// A batch of the submission queue.
std::string encode_submissions(std::span<const FrontierUrl> urls);
// Adds the URLs of a batch, numbered from `first_seq` on. Fails with kCorruption.
Status decode_submissions(std::string_view bytes, int64_t first_seq,
                          std::vector<Submission>& submissions);

// Depth, attempts, parent and context of a URL: all that the stores need not look into.
std::string encode_rest(const UrlRow& url);
// Into `url`, of which the URL itself must be known. Fails with kCorruption.
Status decode_rest(std::string_view bytes, UrlRow& url);

}  // namespace weft::crawl
