// FocusOrder: which URL a focused crawl fetches next, whether the crawl is real or a replay.
//
// What has not been visited is not known: an order sees a page's links and relevance only after the
// visit. A page may be found by several links; by kWeft every one of them is told, since each may
// raise the page, by the others only the first.
//
//   while (…) {
//     order.visit(url, relevant);
//     for (link : links)
//       if (auto place = order.discover({.url = link, .parent = url, …})) queue.push(*place);
//   }
//
// Memory: about 100 bytes a URL discovered. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/plan/focus.h"

namespace weft::crawl {

enum class CrawlPolicy {
  kBreadthFirst,
  kSignals,  // (5.1): words of the URL's anchor and of its ancestors in the crawl tree
  kWeft,  // log-odds of anchor and URL words, and what the crawl itself has seen: how often a page,
          // and pages with like URLs, led to relevant documents
};
// "breadth-first", "signals", "weft".
Result<CrawlPolicy> crawl_policy(std::string_view name);

class FocusOrder {
 public:
  FocusOrder(CrawlPolicy policy, FocusModel model);

  struct Found {
    std::string_view url;
    std::string_view parent;  // Empty for a seed.
    std::string_view anchor;
    std::span<const double> way;  // What the links before it were worth: the place's of its parent.
  };
  struct Place {
    double priority = 0;      // Higher is fetched earlier; ties in the order of discovery.
    std::vector<double> way;  // What its link is worth, and those before it, itself first.
  };
  // Nothing for pages that were visited or whose place does not change.
  std::optional<Place> discover(const Found& found);
  // REQUIRES: before the page's links are discovered.
  void visit(std::string_view url, bool relevant);
  // Whether the page is to be fetched: true once. For places that come up again.
  bool start(std::string_view url) { return pages_[key(url)].starts++ == 0; }

  [[nodiscard]] CrawlPolicy policy() const { return policy_; }
  [[nodiscard]] const FocusModel& model() const { return model_; }

 private:
  struct Yield {
    double visited = 0;
    double relevant = 0;
    [[nodiscard]] double rate(double base) const;
    void add(bool is_relevant) {
      visited += 1;
      relevant += is_relevant ? 1 : 0;
    }
  };
  struct Page {
    uint64_t parent = 0;      // In the crawl tree; 0: none.
    uint32_t links_seen = 0;  // That lead here.
    uint32_t good_links = 0;  // Of these, on relevant pages.
    uint32_t starts = 0;      // How often its turn came.
    bool visited = false;
    bool relevant = false;
    std::vector<double> way;
    Yield children;  // Of its children in the crawl tree.
  };

  static uint64_t key(std::string_view url);
  [[nodiscard]] double worth(std::string_view anchor) const;
  [[nodiscard]] double priority(std::string_view url, const Page& page) const;
  [[nodiscard]] double own_priority(std::string_view url, const Page& page) const;

  CrawlPolicy policy_;
  FocusModel model_;
  SignalReader reader_;
  std::unordered_map<uint64_t, Page> pages_;       // By URL.
  std::unordered_map<std::string, Yield> places_;  // By directory.
  Yield all_;
};

}  // namespace weft::crawl
