// Bottom-k sketches with exponential ranks (Cohen): give each page of value w a random rank drawn
// from Exp(w). The k smallest ranks within reach of a page are its sketch; merging two sketches is
// merging two short sorted lists, and the k-th smallest rank estimates the total value in reach as
// (k - 1) / rank.
//
//   1. sketch_0(v) = {rank(v)}.
//   2. sketch_i(v) = the k smallest of rank(v) and the sketches i-1 of the pages v links to.
//   3. value(v) = (k - 1) / largest of sketch_h(v), when it is full; with fewer than k ranks there
//      are fewer than k pages in reach, and the estimate is the number of ranks times the mean
//      value: enough to rank it low.
//
// Why it works: the smallest of the ranks of a set is drawn from Exp(total value), so it is small
// where much value is in reach. With k = 2 and pages of value 1 whose ranks are .2, .9 and .4: a
// page that reaches the first two has the sketch {.2, .9} and the estimate 1/.9, one that reaches
// all three {.2, .4} and 1/.4.
//
// Tested by seeds_test.cc.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "crawl/plan/seeds.h"

namespace weft::crawl {
namespace {

constexpr size_t kRanks = 8;  // k: the error falls with its root, time and memory grow with it.
constexpr float kNone = std::numeric_limits<float>::infinity();
using Sketch = std::array<float, kRanks>;  // Ascending, kNone at the end.

// The smallest ranks of both; equal ranks are one page. Returns whether `into` changed.
bool merge_into(Sketch& into, const Sketch& from) {
  if (from[0] >= into[kRanks - 1]) return false;
  Sketch merged;
  size_t a = 0;
  size_t b = 0;
  for (float& rank : merged) {
    const float x = a < kRanks ? into[a] : kNone;
    const float y = b < kRanks ? from[b] : kNone;
    rank = std::min(x, y);
    a += x <= y;
    b += y <= x;
  }
  if (merged == into) return false;
  into = merged;
  return true;
}

float rank_of(Vertex v, float value, uint64_t random_seed) {
  const uint64_t bits = hash_combine(random_seed, v) >> 11;
  const double uniform = (static_cast<double>(bits) + 0.5) / static_cast<double>(uint64_t{1} << 53);
  return static_cast<float>(-std::log(uniform) / value);
}

}  // namespace

std::vector<float> estimate_reach(const LinkGraph& graph, const std::vector<float>& values,
                                  uint32_t hops, uint64_t random_seed) {
  const Vertex size = graph.size();
  Sketch empty;
  empty.fill(kNone);
  std::vector<Sketch> own(size, empty);
  double total = 0;
  for (Vertex v = 0; v < size; ++v) {  // 1.
    if (values[v] > 0) own[v][0] = rank_of(v, values[v], random_seed);
    total += std::max(values[v], 0.0F);
  }
  std::vector<Sketch> previous = own;
  std::vector<uint8_t> grew(size, 1);  // In the hop before: only those have something new to give.
  std::vector<uint8_t> grows(size);
  for (uint32_t hop = 0; hop < hops; ++hop) {  // 2.
    std::fill(grows.begin(), grows.end(), 0);
    for (Vertex v = 0; v < size; ++v) {
      for (const Vertex to : graph.out(v)) {
        if (grew[to] != 0 && merge_into(own[v], previous[to])) grows[v] = 1;
      }
    }
    for (Vertex v = 0; v < size; ++v) {
      if (grows[v] != 0) previous[v] = own[v];
    }
    grew.swap(grows);
  }
  std::vector<float> reach(size);
  const auto mean = static_cast<float>(total / std::max<Vertex>(size, 1));
  for (Vertex v = 0; v < size; ++v) {  // 3.
    const auto count = std::lower_bound(own[v].begin(), own[v].end(), kNone) - own[v].begin();
    reach[v] = count == kRanks ? static_cast<float>(kRanks - 1) / own[v][kRanks - 1]
                               : static_cast<float>(count) * mean;
  }
  return reach;
}

}  // namespace weft::crawl
