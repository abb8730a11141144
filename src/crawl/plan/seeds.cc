// The methods of [Zheng] chapter 4 and their comparison. Line numbers are those of the thesis'
// algorithms.
//
// Step 2 of Algorithm 1, "find the vertex which covers maximal value", is where the methods differ.
// Those that rank by depth-d weight share one lazy priority queue: values only fall to zero as
// pages are covered, so a weight computed earlier is an upper bound, and only the top of the queue
// has to be computed again (Minoux, CELF). Where a covered page had a negative value the bound does
// not hold, and all weights are computed anew.
//
// Tested by seeds_test.cc.

#include "crawl/plan/seeds.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

#include <fmt/format.h>

#include "base/hash.h"

namespace weft::crawl {
namespace {

// PageRank as its authors run it.
constexpr double kDamping = 0.85;
constexpr int kIterations = 40;  // 0.85^40 is below 1 %: what is left moves no seed.

// How kSketch divides its time between sketches, which cost hops x links, and exact walks. The
// choices are about speed; bench/crawl/seeds_bench.cc compares value and time with the exact greedy.
struct SketchBudget {
  uint32_t seeds_per_sketch = 2;  // Then sketches are made anew, since covered pages count nothing.
  double walks_per_hop = 8;  // Pages walked, in sizes of the graph, for each pass of the sketches.
  double fewest = 64;        // Candidates walked from even where walks are long…
  double most = 2048;        // …and where they are short.
};
constexpr SketchBudget kSketchBudget;

// The k vertices with the highest score; ties go to the lower number.
template <typename Score>
std::vector<Vertex> top_k(Vertex size, uint32_t k, Score score) {
  std::vector<Vertex> order(size);
  std::iota(order.begin(), order.end(), 0);
  k = std::min(k, size);
  std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](Vertex a, Vertex b) {
    return score(a) != score(b) ? score(a) > score(b) : a < b;
  });
  order.resize(k);
  return order;
}

std::vector<Vertex> random_seeds(const LinkGraph& graph, const SeedOptions& options) {
  return top_k(graph.size(), options.seeds,
               [&](Vertex v) { return hash_combine(options.random_seed, v); });
}

std::vector<double> page_rank(const LinkGraph& graph) {
  const Vertex size = graph.size();
  std::vector<double> rank(size, 1.0 / std::max<Vertex>(size, 1));
  std::vector<double> next(size);
  for (int i = 0; i < kIterations; ++i) {
    double dangling = 0;
    std::fill(next.begin(), next.end(), 0);
    for (Vertex v = 0; v < size; ++v) {
      const auto out = graph.out(v);
      if (out.empty()) dangling += rank[v];
      for (const Vertex to : out) next[to] += rank[v] / static_cast<double>(out.size());
    }
    for (double& r : next) r = (1 - kDamping + kDamping * dangling) / size + kDamping * r;
    rank.swap(next);
  }
  return rank;
}

// The values that are still to be covered, and the walking that covers them.
class Uncovered {
 public:
  Uncovered(const LinkGraph& graph, std::vector<float> values)
      : walker_(graph), values_(std::move(values)) {
    for (const float value : values_) positive_ += value > 0;
  }

  // Total value within `hops` of v.
  double weight(Vertex v, uint32_t hops) {
    double total = 0;
    for (const Vertex u : walker_.within(v, hops)) total += values_[u];
    return total;
  }

  // Pages within `hops` of v, itself included.
  size_t pages(Vertex v, uint32_t hops) { return walker_.within(v, hops).size(); }

  // Makes the pages within `hops` of v worth nothing. Returns whether one of them was worth less
  // than that.
  bool cover(Vertex v, uint32_t hops) {
    bool negative = false;
    for (const Vertex u : walker_.within(v, hops)) {
      negative = negative || values_[u] < 0;
      positive_ -= values_[u] > 0;
      values_[u] = 0;
    }
    return negative;
  }

  [[nodiscard]] bool nothing_left() const { return positive_ == 0; }
  [[nodiscard]] float value(Vertex v) const { return values_[v]; }
  [[nodiscard]] const std::vector<float>& values() const { return values_; }

 private:
  Walker walker_;
  std::vector<float> values_;
  uint64_t positive_ = 0;  // Pages of positive value.
};

// A queue of vertices by weight, of which only the top is kept up to date.
class LazyQueue {
 public:
  LazyQueue(Uncovered& uncovered, uint32_t depth) : uncovered_(uncovered), depth_(depth) {}

  void add(Vertex v, double upper_bound) { queue_.push({upper_bound, v, kStale}); }

  // The vertex of largest weight; ties go to the lower number. REQUIRES: not empty.
  Vertex best() {
    while (queue_.top().round != round_) {
      Entry entry = queue_.top();
      queue_.pop();
      entry.weight = uncovered_.weight(entry.v, depth_);
      entry.round = round_;
      queue_.push(entry);
    }
    return queue_.top().v;
  }

  // Values have fallen since: weights are upper bounds again.
  void next_round() { ++round_; }

  // Some values have risen: computes every weight anew.
  void refresh() {
    ++round_;
    std::vector<Entry> entries;
    for (; !queue_.empty(); queue_.pop()) entries.push_back(queue_.top());
    for (Entry& entry : entries) {
      entry.weight = uncovered_.weight(entry.v, depth_);
      entry.round = round_;
      queue_.push(entry);
    }
  }

  [[nodiscard]] bool empty() const { return queue_.empty(); }

 private:
  static constexpr uint32_t kStale = UINT32_MAX;
  struct Entry {
    double weight;
    Vertex v;
    uint32_t round;
    bool operator<(const Entry& other) const {
      return weight != other.weight ? weight < other.weight : v > other.v;
    }
  };

  Uncovered& uncovered_;
  uint32_t depth_;
  uint32_t round_ = 0;
  std::priority_queue<Entry> queue_;
};

// Algorithms 1 and 3: the vertex of largest depth-d weight, k times. d = h is the exact greedy.
std::vector<Vertex> lazy_greedy(Uncovered& uncovered, LazyQueue& queue,
                                const SeedOptions& options) {
  std::vector<Vertex> seeds;
  while (seeds.size() < options.seeds && !uncovered.nothing_left() && !queue.empty()) {
    const Vertex seed = queue.best();                           // 3.
    const bool negative = uncovered.cover(seed, options.hops);  // 4., 5.
    seeds.push_back(seed);                                      // 7.
    negative ? queue.refresh() : queue.next_round();            // 6.
  }
  return seeds;
}

std::vector<Vertex> max_weight(const LinkGraph& graph, const std::vector<float>& values,
                               const SeedOptions& options, uint32_t depth) {
  Uncovered uncovered(graph, values);
  LazyQueue queue(uncovered, depth);
  for (Vertex v = 0; v < graph.size(); ++v) queue.add(v, uncovered.weight(v, depth));  // 1.
  return lazy_greedy(uncovered, queue, options);
}

// How many candidates deserve an exact walk: as many as cost about what the sketches did, if all
// walk as far as the most promising one.
uint32_t candidates_for(const std::vector<float>& reach, Uncovered& uncovered, uint32_t hops) {
  const auto first = std::max_element(reach.begin(), reach.end()) - reach.begin();
  const auto walk = static_cast<double>(uncovered.pages(static_cast<Vertex>(first), hops));
  const auto size = static_cast<double>(reach.size());
  return static_cast<uint32_t>(std::clamp(kSketchBudget.walks_per_hop * hops * size / walk,
                                          kSketchBudget.fewest, kSketchBudget.most));
}

// Weft's own, Algorithm 1 with an approximate step 2: sketches estimate for all vertices what they
// would add, in a few passes over the links, and exact walks decide among the best of them. Each
// set of sketches serves two seeds.
std::vector<Vertex> sketch_greedy(const LinkGraph& graph, const std::vector<float>& values,
                                  const SeedOptions& options) {
  Uncovered uncovered(graph, values);
  std::vector<Vertex> seeds;
  while (seeds.size() < options.seeds && !uncovered.nothing_left()) {
    const std::vector<float> reach =
        estimate_reach(graph, uncovered.values(), options.hops, options.random_seed + seeds.size());
    LazyQueue queue(uncovered, options.hops);
    const uint32_t candidates = candidates_for(reach, uncovered, options.hops);
    for (const Vertex v : top_k(graph.size(), candidates, [&](Vertex u) { return reach[u]; })) {
      queue.add(v, std::numeric_limits<double>::infinity());
    }
    SeedOptions round = options;
    round.seeds = std::min<uint32_t>(kSketchBudget.seeds_per_sketch,
                                     options.seeds - static_cast<uint32_t>(seeds.size()));
    for (const Vertex seed : lazy_greedy(uncovered, queue, round)) seeds.push_back(seed);
  }
  return seeds;
}

// Algorithm 2. Out-degrees count links to pages that are still there.
std::vector<Vertex> max_out(const LinkGraph& graph, const SeedOptions& options) {
  std::vector<bool> removed(graph.size(), false);
  Walker walker(graph);
  const auto degree = [&](Vertex v) {
    return std::count_if(graph.out(v).begin(), graph.out(v).end(),
                         [&](Vertex to) { return !removed[to]; });
  };
  using Entry = std::pair<ptrdiff_t, Vertex>;
  const auto less = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(less)> queue(less);
  for (Vertex v = 0; v < graph.size(); ++v) queue.emplace(degree(v), v);
  std::vector<Vertex> seeds;
  while (seeds.size() < options.seeds && !queue.empty()) {
    const auto [known, v] = queue.top();
    queue.pop();
    if (removed[v]) continue;
    if (const ptrdiff_t now = degree(v); now != known) {  // Out of date: degrees only fall.
      queue.emplace(now, v);
      continue;
    }
    for (const Vertex u : walker.within(v, options.hops)) removed[u] = true;  // 3., 4.
    seeds.push_back(v);                                                       // 5.
  }
  return seeds;
}

// Algorithms 4 and 5.
class ComponentSeeds {
 public:
  ComponentSeeds(const LinkGraph& graph, const std::vector<float>& values,
                 const SeedOptions& options)
      : graph_(graph),
        options_(options),
        depth_(std::min(options.depth, options.hops)),
        uncovered_(graph, values),
        components_(strongly_connected_components(graph)) {
    members_.resize(components_.count);
    for (Vertex v = 0; v < graph.size(); ++v) members_[components_.of[v]].push_back(v);
    if (options.method == SeedMethod::kRootScc) find_parents();
  }

  std::vector<Vertex> select() {
    std::vector<Vertex> seeds;
    while (seeds.size() < options_.seeds && !uncovered_.nothing_left()) {
      weigh_components();
      const uint32_t component = heaviest();
      Vertex seed = best_member(component);
      if (options_.method == SeedMethod::kRootScc) {
        // DEVIATION: a root from which nothing of value is left within d hops would be chosen for
        // ever; the component itself takes its place.
        const Vertex above = best_member(heaviest_root_above(component));
        if (uncovered_.weight(above, depth_) > 0) seed = above;
      }
      if (uncovered_.weight(seed, options_.hops) <= 0) break;
      uncovered_.cover(seed, options_.hops);
      seeds.push_back(seed);
    }
    return seeds;
  }

 private:
  void weigh_components() {
    weights_.assign(components_.count, 0);
    for (Vertex v = 0; v < graph_.size(); ++v) weights_[components_.of[v]] += uncovered_.value(v);
  }

  [[nodiscard]] uint32_t heaviest() const {
    return static_cast<uint32_t>(std::max_element(weights_.begin(), weights_.end()) -
                                 weights_.begin());
  }

  Vertex best_member(uint32_t component) {
    Vertex best = members_[component].front();
    double best_weight = uncovered_.weight(best, depth_);
    for (const Vertex v : members_[component]) {
      const double weight = uncovered_.weight(v, depth_);
      if (weight > best_weight) {
        best = v;
        best_weight = weight;
      }
    }
    return best;
  }

  // The graph of components, links reversed.
  void find_parents() {
    std::vector<std::pair<Vertex, Vertex>> links;
    for (Vertex v = 0; v < graph_.size(); ++v) {
      for (const Vertex to : graph_.out(v)) {
        if (components_.of[v] != components_.of[to])
          links.emplace_back(components_.of[to], components_.of[v]);
      }
    }
    parents_ = LinkGraph::from_links(std::move(links), components_.count);
  }

  uint32_t heaviest_root_above(uint32_t component) {
    Walker walker(parents_);
    uint32_t best = component;
    double best_weight = -std::numeric_limits<double>::infinity();
    for (const Vertex above : walker.within(component, UINT32_MAX)) {
      if (!parents_.out(above).empty() || weights_[above] <= best_weight) continue;
      best = above;
      best_weight = weights_[above];
    }
    return best;
  }

  const LinkGraph& graph_;
  const SeedOptions& options_;
  uint32_t depth_;
  Uncovered uncovered_;
  Components components_;
  std::vector<std::vector<Vertex>> members_;
  std::vector<double> weights_;
  LinkGraph parents_;
};

}  // namespace

std::span<const std::string_view> names_of(SeedMethod) {
  static constexpr std::string_view kNames[] = {"random",  "pagerank",  "outdegree",
                                                "maxout",  "maxweight", "maxscc",
                                                "rootscc", "greedy",    "sketch"};
  return kNames;
}

std::vector<Vertex> select_seeds(const LinkGraph& graph, const std::vector<float>& values,
                                 const SeedOptions& options) {
  WEFT_CHECK(values.size() == graph.size());
  switch (options.method) {
    case SeedMethod::kRandom:
      return random_seeds(graph, options);
    case SeedMethod::kPageRank: {
      const std::vector<double> rank = page_rank(graph);
      return top_k(graph.size(), options.seeds, [&](Vertex v) { return rank[v]; });
    }
    case SeedMethod::kOutDegree:
      return top_k(graph.size(), options.seeds, [&](Vertex v) { return graph.out(v).size(); });
    case SeedMethod::kMaxOut:
      return max_out(graph, options);
    case SeedMethod::kMaxWeight:
      return max_weight(graph, values, options, std::min(options.depth, options.hops));
    case SeedMethod::kMaxScc:
    case SeedMethod::kRootScc:
      return ComponentSeeds(graph, values, options).select();
    case SeedMethod::kGreedy:
      return max_weight(graph, values, options, options.hops);
    case SeedMethod::kSketch:
      return sketch_greedy(graph, values, options);
  }
  return {};
}

std::vector<Coverage> coverage(const LinkGraph& graph, const std::vector<float>& values,
                               const std::vector<Vertex>& seeds, uint32_t hops) {
  double all = 0;
  for (const float value : values) all += std::max(value, 0.0F);
  std::vector<bool> covered(graph.size(), false);
  Walker walker(graph);
  std::vector<Coverage> curve;
  double value = 0;
  uint64_t pages = 0;
  for (const Vertex seed : seeds) {
    for (const Vertex v : walker.within(seed, hops)) {
      if (covered[v]) continue;
      covered[v] = true;
      ++pages;
      value += values[v];
    }
    curve.push_back({static_cast<double>(pages) / graph.size(), all > 0 ? value / all : 0});
  }
  return curve;
}

float page_value(const PageFacts& facts, const ValueRules& rules) {
  float value = rules.page;
  if (facts.spam) value = rules.spam;
  if (facts.error) value = rules.error;
  if (facts.clicked) value = rules.clicked;
  return value + static_cast<float>(facts.uncrawled_links) * rules.unique_share;
}

}  // namespace weft::crawl
