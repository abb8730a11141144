// Replay: a crawl of a logged site, without fetching, to compare orders of URLs. [Zheng] 5.4.
#pragma once

#include <cstdint>
#include <vector>

#include "crawl/plan/focus_order.h"
#include "crawl/plan/site_log.h"

namespace weft::crawl {

struct Replay {
  uint32_t reachable = 0;     // pages that can be reached from the root
  uint32_t relevant = 0;      // relevant ones among them
  std::vector<Vertex> order;  // the pages, as they were visited
  std::vector<uint32_t>
      visits;  // visits[i]: URLs visited when the (i+1)-th relevant document was found
  // URLs visited, as a share of the reachable, until this share of the relevant documents was found
  // (Table 5.2).
  [[nodiscard]] double visited_share_for(double relevant_share) const;
};

// Crawls `site` from `root`. `model` is not used by breadth-first. REQUIRES: the log is finished.
Replay replay(const SiteLog& site, Vertex root, CrawlPolicy policy, const FocusModel& model);

}  // namespace weft::crawl
