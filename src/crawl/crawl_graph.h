// CrawlGraph: the pages of a crawl, their links and what is known of them; what seeds of the next
// crawl are chosen from ([Zheng] 4.3.1).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "crawl/plan/link_graph.h"
#include "crawl/plan/seeds.h"

namespace weft::crawl {

struct CrawlGraph {
  LinkGraph graph;  // Of pages that were visited.
  std::vector<std::string> urls;
  std::vector<PageFacts> facts;      // Errors, and links to pages that were not visited.
  std::vector<float> unique_shares;  // Of the page's site: unique documents for each attempt.
};

// From the link log and the metadata of a crawl's folder; without a link log, links are read from
// its WARC files. Fails as crawl_site_log() and MetadataStore::open_crawl() do.
Result<CrawlGraph> read_crawl_graph(const std::string& folder);

}  // namespace weft::crawl
