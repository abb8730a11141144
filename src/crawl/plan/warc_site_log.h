// Site logs from crawled pages: what `focus` learns from ([Zheng] 5.3.1 and 5.3.2).
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"

namespace weft::crawl {

// Which documents are relevant: those to which every rule that is set applies.
struct RelevanceRules {
  bool papers =
      false;  // PDF and PostScript documents that are academic papers (paper_classifier.h)
  std::string url_pattern;               // a regular expression (RE2) that the URL contains
  std::string media_type;                // "application/pdf"
  std::unordered_set<std::string> urls;  // these alone: pages with extracted records, say

  [[nodiscard]] bool any() const {
    return papers || !url_pattern.empty() || !media_type.empty() || !urls.empty();
  }
};

struct SiteLogCounts {
  uint64_t pages = 0;
  uint64_t links = 0;  // to pages of the log
  uint64_t relevant = 0;
  uint64_t unreadable = 0;  // documents that could not be read
};

// The pages of WARC files as JSON Lines, as read_site_log() reads them, in the order of the files.
// A page is a response with status 200, once; a redirect passes its links on. Links to pages that
// were not fetched are left out. Fails with kInvalidArgument (a pattern), kNotFound, kIo.
Result<std::string> warc_site_log(const std::vector<std::string>& paths,
                                  const RelevanceRules& rules, SiteLogCounts* counts = nullptr);

// The same of a crawl's folder: from the links it has logged (link_log.h), papers being looked for
// in its WARC files; without a link log all from those. Fails likewise.
Result<std::string> crawl_site_log(const std::string& folder, const RelevanceRules& rules,
                                   SiteLogCounts* counts = nullptr);

}  // namespace weft::crawl
