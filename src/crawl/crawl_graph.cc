// Tested by crawl_graph_test.cc.

#include "crawl/crawl_graph.h"

#include <unordered_map>
#include <unordered_set>

#include "crawl/metadata.h"
#include "crawl/plan/site_log.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::crawl {
namespace {

// Of one site: P_uniqu is the share of attempts that gave a document not had before.
struct SiteYield {
  std::unordered_set<uint64_t> contents;
  uint64_t attempts = 0;

  [[nodiscard]] float unique_share() const {
    return attempts == 0 ? 0 : static_cast<float>(contents.size()) / static_cast<float>(attempts);
  }
};

}  // namespace

Result<CrawlGraph> read_crawl_graph(const std::string& folder) {
  WEFT_ASSIGN(const SiteLog log, crawl_links(folder));
  WEFT_ASSIGN(const auto metadata, MetadataStore::open_crawl(folder));
  WEFT_ASSIGN(const std::vector<PageSummary> pages, metadata->summaries());

  CrawlGraph crawl;
  std::unordered_map<std::string, Vertex> visited;
  std::unordered_map<std::string, SiteYield> sites;
  for (const PageSummary& page : pages) {
    if (!visited.emplace(page.url, static_cast<Vertex>(crawl.urls.size())).second) continue;
    crawl.urls.push_back(page.url);
    crawl.facts.push_back({.error = page.error});
    SiteYield& site = sites[url::site_of(page.url)];
    site.attempts += page.attempts;
    if (page.content_hash != 0) site.contents.insert(page.content_hash);
  }
  std::vector<std::pair<Vertex, Vertex>> links;
  for (const SiteLog::Link& link : log.all_links()) {
    const auto from = visited.find(log.url(link.from));
    if (from == visited.end()) continue;
    const auto to = visited.find(log.url(link.to));
    if (to == visited.end())
      ++crawl.facts[from->second].uncrawled_links;
    else
      links.emplace_back(from->second, to->second);
  }
  crawl.graph = LinkGraph::from_links(std::move(links), static_cast<Vertex>(crawl.urls.size()));
  for (const std::string& url : crawl.urls)
    crawl.unique_shares.push_back(sites[url::site_of(url)].unique_share());
  return crawl;
}

}  // namespace weft::crawl
