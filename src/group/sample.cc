// [Vertex] III-B.
//
// 1. Expressions get dense numbers; a page becomes a list of them.
// 2. F(X): pages that have X. F(X,t): pages with content t at X. From those I(X), and the weight
//    w(X) = F(X)·I(X).
// 3. Algorithm 2: while something is uncovered and |S| < K, take the page whose uncovered
//    expressions weigh most. (The pseudo-code's |S| ≤ K would take K + 1.)
//    OPTIMIZATION: gains only fall, so a page whose gain, computed anew, still tops the heap is the
//    best one; the others need not be looked at.
// Pages that gain equal weight are ranked by the number of expressions they add, then by their
// place.

#include "group/sample.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <random>

namespace weft::group {
namespace {

// Step 1 and 2.
struct Coverage {
  std::vector<std::vector<uint32_t>> expressions;  // of each page, sorted
  std::vector<double> weight;                      // of each expression
  double total = 0;
};

std::vector<uint64_t> distinct_paths(std::span<const PageOutline> pages) {
  std::vector<uint64_t> paths;
  for (const PageOutline& page : pages) {
    for (const PathContent& entry : page) paths.push_back(entry.path);
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  }
  return paths;
}

std::vector<std::vector<uint32_t>> number_expressions(std::span<const PageOutline> pages,
                                                      const std::vector<uint64_t>& paths) {
  std::vector<std::vector<uint32_t>> numbers;
  for (const PageOutline& page : pages) {
    std::vector<uint32_t>& mine = numbers.emplace_back();
    for (size_t i = 0; i < page.size(); ++i) {
      if (i != 0 && page[i].path == page[i - 1].path) continue;
      const auto it = std::lower_bound(paths.begin(), paths.end(), page[i].path);
      mine.push_back(static_cast<uint32_t>(it - paths.begin()));
    }
  }
  return numbers;
}

// w(X) for every expression, in the order of `paths`.
std::vector<double> weights(std::span<const PageOutline> pages,
                            const std::vector<std::vector<uint32_t>>& expressions,
                            size_t distinct) {
  std::vector<uint32_t> frequency(distinct, 0);
  for (const auto& page : expressions) {
    for (const uint32_t x : page) ++frequency[x];
  }
  std::vector<PathContent> contents;
  for (const PageOutline& page : pages) contents.insert(contents.end(), page.begin(), page.end());
  std::sort(contents.begin(), contents.end());

  std::vector<double> weight;
  std::vector<uint32_t> page_counts;
  for (size_t i = 0; i < contents.size();) {
    const uint64_t path = contents[i].path;
    page_counts.clear();
    for (; i < contents.size() && contents[i].path == path; ++i) {
      if (!page_counts.empty() && contents[i] == contents[i - 1]) {
        ++page_counts.back();
      } else {
        page_counts.push_back(1);
      }
    }
    weight.push_back(frequency[weight.size()] * informativeness(page_counts, pages.size()));
  }
  return weight;
}

Coverage measure(std::span<const PageOutline> pages, SampleMethod method) {
  const std::vector<uint64_t> paths = distinct_paths(pages);
  Coverage coverage;
  coverage.expressions = number_expressions(pages, paths);
  coverage.weight = method == SampleMethod::kWeighted
                        ? weights(pages, coverage.expressions, paths.size())
                        : std::vector<double>(paths.size(), 1.0);
  coverage.total = std::accumulate(coverage.weight.begin(), coverage.weight.end(), 0.0);
  return coverage;
}

// What a page would add.
struct Gain {
  double weight = 0;
  uint32_t paths = 0;
  uint32_t page = 0;

  bool operator<(const Gain& other) const {
    if (weight != other.weight) return weight < other.weight;
    if (paths != other.paths) return paths < other.paths;
    return page > other.page;
  }
};

// The set of covered expressions, and the pages taken.
class Selection {
 public:
  explicit Selection(const Coverage& coverage)
      : coverage_(coverage), covered_(coverage.weight.size(), false) {}

  [[nodiscard]] Gain gain(uint32_t page) const {
    Gain gain{0, 0, page};
    for (const uint32_t x : coverage_.expressions[page]) {
      if (covered_[x]) continue;
      gain.weight += coverage_.weight[x];
      ++gain.paths;
    }
    return gain;
  }

  void cover(const Gain& gain) {
    for (const uint32_t x : coverage_.expressions[gain.page]) covered_[x] = true;
    covered_weight_ += gain.weight;
  }

  void take(const Gain& gain) {
    cover(gain);
    const double share = coverage_.total > 0 ? covered_weight_ / coverage_.total : 1;
    taken_.push_back({gain.page, gain.weight, std::min(1.0, share), gain.paths});
  }
  [[nodiscard]] const std::vector<SampledPage>& taken() const { return taken_; }

 private:
  const Coverage& coverage_;
  std::vector<bool> covered_;
  double covered_weight_ = 0;
  std::vector<SampledPage> taken_;
};

void take_greedily(Selection& selection, const std::vector<uint32_t>& candidates, size_t size) {
  std::priority_queue<Gain> heap;
  for (const uint32_t page : candidates) heap.push(selection.gain(page));
  while (!heap.empty() && selection.taken().size() < size) {
    const Gain now = selection.gain(heap.top().page);
    heap.pop();
    if (now.paths == 0) continue;
    if (!heap.empty() && now < heap.top()) {
      heap.push(now);
    } else {
      selection.take(now);
    }
  }
}

void take_at_random(Selection& selection, std::vector<uint32_t> candidates,
                    const SampleOptions& options, size_t size) {
  std::mt19937_64 random(options.seed);
  std::shuffle(candidates.begin(), candidates.end(), random);
  for (const uint32_t page : candidates) {
    if (selection.taken().size() == size) return;
    if (const Gain gain = selection.gain(page); gain.paths > 0) selection.take(gain);
  }
}

}  // namespace

double informativeness(std::span<const uint32_t> page_counts, uint64_t pages) {
  const double sum = std::accumulate(page_counts.begin(), page_counts.end(), 0.0);
  return 1 - sum / (static_cast<double>(pages) * static_cast<double>(page_counts.size()));
}

std::vector<SampledPage> choose_pages(std::span<const PageOutline> pages,
                                      const SampleOptions& options,
                                      std::span<const uint32_t> labelled) {
  const Coverage coverage = measure(pages, options.method);
  Selection selection(coverage);
  std::vector<bool> done(pages.size(), false);
  for (const uint32_t page : labelled) {
    if (page >= pages.size() || done[page]) continue;
    selection.cover(selection.gain(page));
    done[page] = true;
  }
  std::vector<uint32_t> candidates;
  for (uint32_t page = 0; page < pages.size(); ++page) {
    if (!done[page]) candidates.push_back(page);
  }
  const size_t size = options.size == 0 ? SIZE_MAX : options.size;
  if (options.method == SampleMethod::kRandom) {
    take_at_random(selection, std::move(candidates), options, size);
  } else {
    take_greedily(selection, candidates, size);
  }
  return selection.taken();
}

}  // namespace weft::group
