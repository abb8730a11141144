// A virtual crawl: a priority queue of discovered URLs, first in first out among equals. What has
// not been visited is not known: a policy sees a page's links and relevance only after visiting it.
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

// What kWeft weighs. Evidence of different kinds counts alike unless said otherwise; `weft eval
// departments` and `weft eval focus` measure the order against that of (5.1).
struct OwnOrder {
  double first_rate = 0.05;     // Share of relevant pages, before the crawl has seen any.
  double lowest_rate = 1e-6;    // Keeps logarithms finite.
  double prior_visits = 2;      // Visits of the usual kind that a place or parent begins with.
  double siblings_share = 0.5;  // The pages of a parent are also in its place, so half counts.
};
constexpr OwnOrder kOwnOrder;

// The place of a URL: its directory, which like pages of a site share.
std::string directory(const std::string& url) { return url.substr(0, url.rfind('/')); }

struct Yield {
  double visited = 0;
  double relevant = 0;
  // Share of relevant pages so far, pulled to `base` while there is little evidence.
  [[nodiscard]] double rate(double base) const {
    return (relevant + kOwnOrder.prior_visits * base) / (visited + kOwnOrder.prior_visits);
  }
};

class VirtualCrawl {
 public:
  VirtualCrawl(const SiteLog& site, CrawlPolicy policy, const FocusModel& model,
               const SignalReader& reader)
      : site_(site),
        policy_(policy),
        model_(model),
        reader_(reader),
        parent_(site.size(), kNoParent),
        signals_(site.size()),
        visited_(site.size(), false),
        evidence_(site.size(), 0),
        links_seen_(site.size(), 0),
        children_(site.size()) {}

  Replay run(Vertex root) {
    Replay result;
    discover(root, kNoParent, "");
    while (!queue_.empty()) {
      const QueueEntry entry = queue_.top();
      queue_.pop();
      if (visited_[entry.page]) continue;
      visit(entry.page);
      ++result.reachable;
      if (site_.relevant(entry.page)) {
        ++result.relevant;
        result.visits.push_back(result.reachable);
      }
    }
    return result;
  }

 private:
  static constexpr Vertex kNoParent = UINT32_MAX;

  void visit(Vertex page) {
    visited_[page] = true;
    const bool relevant = site_.relevant(page);
    all_.visited += 1;
    all_.relevant += relevant;
    Yield& place = places_[directory(site_.url(page))];
    place.visited += 1;
    place.relevant += relevant;
    if (parent_[page] != kNoParent) {
      children_[parent_[page]].visited += 1;
      children_[parent_[page]].relevant += relevant;
    }
    for (const SiteLog::Link& link : site_.links(page)) {
      if (!visited_[link.to]) discover(link.to, page, link.anchor);
    }
  }

  void discover(Vertex page, Vertex from, std::string_view anchor) {
    const bool known = links_seen_[page]++ != 0;
    if (!known) {
      parent_[page] = from;
      signals_[page] = reader_.of_text(anchor);
    } else if (policy_ != CrawlPolicy::kWeft) {
      return;  // The crawl tree keeps the first way to a page.
    }
    if (from != kNoParent) evidence_[page] += site_.relevant(from) ? 1 : 0;
    queue_.push({priority(page), order_++, page});
  }

  [[nodiscard]] double priority(Vertex page) {
    switch (policy_) {
      case CrawlPolicy::kBreadthFirst:
        return 0;
      case CrawlPolicy::kSignals:
        return model_.priority(signals_[page], ancestors(page));
      case CrawlPolicy::kWeft:
        return own_priority(page);
    }
    return 0;
  }

  [[nodiscard]] std::vector<const std::vector<std::string>*> ancestors(Vertex page) const {
    std::vector<const std::vector<std::string>*> chain;
    for (Vertex v = parent_[page]; v != kNoParent && chain.size() < model_.hops; v = parent_[v]) {
      chain.push_back(&signals_[v]);
    }
    return chain;
  }

  static double mean_odds(const std::unordered_map<std::string, double>& odds,
                          const std::vector<std::string>& words) {
    double total = 0;
    double count = 0;
    for (const std::string& word : words) {
      if (const auto it = odds.find(word); it != odds.end()) {
        total += it->second;
        count += 1;
      }
    }
    return count == 0 ? 0 : total / std::sqrt(count);
  }

  // Independent evidence adds up in log-odds: words, the way to the page, and yields seen so far.
  [[nodiscard]] double own_priority(Vertex page) {
    const double base = std::max(all_.rate(kOwnOrder.first_rate), kOwnOrder.lowest_rate);
    double score = mean_odds(model_.anchor_odds, signals_[page]) +
                   mean_odds(model_.url_odds, reader_.of_url(site_.url(page)));
    double share = model_.alpha;
    for (const std::vector<std::string>* words : ancestors(page)) {
      score += share * mean_odds(model_.anchor_odds, *words);
      share *= model_.alpha;
    }
    if (const auto it = places_.find(directory(site_.url(page))); it != places_.end()) {
      score += std::log(it->second.rate(base) / base);
    }
    if (parent_[page] != kNoParent)
      score += kOwnOrder.siblings_share * std::log(children_[parent_[page]].rate(base) / base);
    const Yield in_links{static_cast<double>(links_seen_[page]), evidence_[page]};
    return score + std::log(in_links.rate(base) / base);
  }

  const SiteLog& site_;
  CrawlPolicy policy_;
  const FocusModel& model_;
  const SignalReader& reader_;
  std::priority_queue<QueueEntry> queue_;
  uint64_t order_ = 0;
  std::vector<Vertex> parent_;                     // In the crawl tree.
  std::vector<std::vector<std::string>> signals_;  // Of the anchor by which a page was discovered.
  std::vector<bool> visited_;
  std::vector<double> evidence_;  // Relevant pages seen linking here.
  std::vector<uint32_t> links_seen_;
  std::vector<Yield> children_;                    // Of a page's children in the crawl tree.
  std::unordered_map<std::string, Yield> places_;  // By directory.
  Yield all_;
};

}  // namespace

double Replay::visited_share_for(double relevant_share) const {
  if (visits.empty()) return 1;
  const auto wanted =
      static_cast<size_t>(std::ceil(relevant_share * static_cast<double>(visits.size())));
  return static_cast<double>(visits[std::max<size_t>(wanted, 1) - 1]) / reachable;
}

Replay replay(const SiteLog& site, Vertex root, CrawlPolicy policy, const FocusModel& model,
              const SignalReader& reader) {
  return VirtualCrawl(site, policy, model, reader).run(root);
}

}  // namespace weft::crawl
