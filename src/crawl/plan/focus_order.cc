// What a link is worth by itself (its words) is worked out once and travels with the URL; what the
// crawl has seen so far is added whenever the page is found again.
//
// Tested by focus_test.cc and, a crawl against its replay, by focus_crawl_test.cc.

#include "crawl/plan/focus_order.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/hash.h"

namespace weft::crawl {
namespace {

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
std::string directory(std::string_view url) { return std::string(url.substr(0, url.rfind('/'))); }

// The sum of what words are worth…
double sum_of(const std::unordered_map<std::string, double>& weights,
              const std::vector<std::string>& words) {
  double total = 0;
  for (const std::string& word : words) {
    if (const auto it = weights.find(word); it != weights.end()) total += it->second;
  }
  return total;
}

// …and their mean, in which many words say somewhat more than one.
double mean_odds(const std::unordered_map<std::string, double>& odds,
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

}  // namespace

Result<CrawlPolicy> crawl_policy(std::string_view name) {
  if (name == "breadth-first") return CrawlPolicy::kBreadthFirst;
  if (name == "signals") return CrawlPolicy::kSignals;
  if (name == "weft") return CrawlPolicy::kWeft;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is not breadth-first, signals or weft", name)};
}

// Share of relevant pages so far, pulled to `base` while there is little evidence.
double FocusOrder::Yield::rate(double base) const {
  return (relevant + kOwnOrder.prior_visits * base) / (visited + kOwnOrder.prior_visits);
}

FocusOrder::FocusOrder(CrawlPolicy policy, FocusModel model)
    : policy_(policy), model_(std::move(model)), reader_(model_.language) {}

uint64_t FocusOrder::key(std::string_view url) { return hash_bytes(url) | 1; }

double FocusOrder::worth(std::string_view anchor) const {
  switch (policy_) {
    case CrawlPolicy::kBreadthFirst:
      return 0;
    case CrawlPolicy::kSignals:
      return sum_of(model_.weights, reader_.of_text(anchor));
    case CrawlPolicy::kWeft:
      return mean_odds(model_.anchor_odds, reader_.of_text(anchor));
  }
  return 0;
}

std::optional<FocusOrder::Place> FocusOrder::discover(const Found& found) {
  const bool parent_relevant = !found.parent.empty() && pages_[key(found.parent)].relevant;
  Page& page = pages_[key(found.url)];
  if (page.visited) return std::nullopt;
  const bool known = page.links_seen++ != 0;
  if (!known) {
    page.parent = found.parent.empty() ? 0 : key(found.parent);
    page.way.push_back(worth(found.anchor));
    const size_t most = std::min<size_t>(found.way.size(), model_.hops);
    page.way.insert(page.way.end(), found.way.begin(), found.way.begin() + ptrdiff_t(most));
  } else if (policy_ != CrawlPolicy::kWeft) {
    return std::nullopt;  // The crawl tree keeps the first way to a page.
  }
  page.good_links += parent_relevant ? 1 : 0;
  return Place{.priority = priority(found.url, page), .way = page.way};
}

void FocusOrder::visit(std::string_view url, bool relevant) {
  Page& page = pages_[key(url)];
  page.visited = true;
  page.relevant = relevant;
  all_.add(relevant);
  places_[directory(url)].add(relevant);
  if (const auto parent = pages_.find(page.parent); parent != pages_.end())
    parent->second.children.add(relevant);
}

double FocusOrder::priority(std::string_view url, const Page& page) const {
  if (policy_ == CrawlPolicy::kBreadthFirst) return 0;
  if (policy_ == CrawlPolicy::kWeft) return own_priority(url, page);
  double around = 0;  // (5.1)
  for (size_t i = 1; i < page.way.size(); ++i) around += page.way[i];
  return page.way[0] + model_.alpha * around;
}

// Independent evidence adds up in log-odds: words, the way to the page, and yields seen so far.
double FocusOrder::own_priority(std::string_view url, const Page& page) const {
  const double base = std::max(all_.rate(kOwnOrder.first_rate), kOwnOrder.lowest_rate);
  double score = page.way[0] + mean_odds(model_.url_odds, reader_.of_url(url));
  double share = model_.alpha;
  for (size_t i = 1; i < page.way.size(); ++i) {
    score += share * page.way[i];
    share *= model_.alpha;
  }
  if (const auto place = places_.find(directory(url)); place != places_.end())
    score += std::log(place->second.rate(base) / base);
  if (const auto parent = pages_.find(page.parent); parent != pages_.end())
    score += kOwnOrder.siblings_share * std::log(parent->second.children.rate(base) / base);
  const Yield in_links{static_cast<double>(page.links_seen), static_cast<double>(page.good_links)};
  return score + std::log(in_links.rate(base) / base);
}

}  // namespace weft::crawl
