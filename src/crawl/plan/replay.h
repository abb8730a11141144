// Replay: a crawl of a logged site, without fetching, to compare orders of URLs. [Zheng] 5.4.
#pragma once

#include <cstdint>
#include <vector>

#include "crawl/plan/focus.h"

namespace weft::crawl {

enum class CrawlPolicy {
  kBreadthFirst,
  kSignals,  // (5.1): words of the URL's anchor and of its ancestors in the crawl tree
  kWeft,  // log-odds of anchor and URL words, and what the crawl itself has seen: how often a page,
          // and pages with like URLs, led to relevant documents
};

struct Replay {
  uint32_t reachable = 0;  // pages that can be reached from the root
  uint32_t relevant = 0;   // relevant ones among them
  std::vector<uint32_t>
      visits;  // visits[i]: URLs visited when the (i+1)-th relevant document was found
  // URLs visited, as a share of the reachable, until this share of the relevant documents was found
  // (Table 5.2).
  [[nodiscard]] double visited_share_for(double relevant_share) const;
};

// Crawls `site` from `root`. `model` is not used by breadth-first. REQUIRES: the log is finished.
Replay replay(const SiteLog& site, Vertex root, CrawlPolicy policy, const FocusModel& model,
              const SignalReader& reader);

}  // namespace weft::crawl
