// A virtual crawl: a priority queue of discovered URLs, first in first out among equals, in the
// order that a real crawl has (focus_order.h).
//
// Tested by focus_test.cc.

#include "crawl/plan/replay.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>

namespace weft::crawl {
namespace {

struct QueueEntry {
  double priority;
  uint64_t order;  // Discovery.
  Vertex page;
  bool operator<(const QueueEntry& other) const {
    return priority != other.priority ? priority < other.priority : order > other.order;
  }
};

}  // namespace

double Replay::visited_share_for(double relevant_share) const {
  if (visits.empty()) return 1;
  const auto wanted =
      static_cast<size_t>(std::ceil(relevant_share * static_cast<double>(visits.size())));
  return static_cast<double>(visits[std::max<size_t>(wanted, 1) - 1]) / reachable;
}

Replay replay(const SiteLog& site, Vertex root, CrawlPolicy policy, const FocusModel& model) {
  Replay result;
  FocusOrder order(policy, model);
  std::priority_queue<QueueEntry> queue;
  uint64_t discoveries = 0;
  std::vector<bool> visited(site.size(), false);
  std::vector<std::vector<double>> ways(site.size());
  const auto discover = [&](Vertex page, std::string_view parent, std::string_view anchor,
                            std::span<const double> way) {
    auto place =
        order.discover({.url = site.url(page), .parent = parent, .anchor = anchor, .way = way});
    if (!place) return;
    ways[page] = std::move(place->way);
    queue.push({place->priority, discoveries++, page});
  };
  discover(root, "", "", {});
  while (!queue.empty()) {
    const Vertex page = queue.top().page;
    queue.pop();
    if (visited[page]) continue;
    visited[page] = true;
    result.order.push_back(page);
    ++result.reachable;
    if (site.relevant(page)) {
      ++result.relevant;
      result.visits.push_back(result.reachable);
    }
    order.visit(site.url(page), site.relevant(page));
    for (const SiteLog::Link& link : site.links(page))
      discover(link.to, site.url(page), link.anchor, ways[page]);
  }
  return result;
}

}  // namespace weft::crawl
