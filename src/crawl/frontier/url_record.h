// How the frontier's tables hold URLs: compact strings of bytes, the same in every store. Internal
// to crawl/; described in docs/formats/frontier.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/frontier/frontier.h"
#include "crawl/frontier/frontier_rows.h"

namespace weft::crawl {

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
