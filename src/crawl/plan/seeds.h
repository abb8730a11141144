// Seed selection: the k pages from which a crawl of h hops covers most. [Zheng] chapter 4.
//
// Definition 1: given a graph with page values w, choose k seeds so that the value of all pages
// within h hops of some seed is largest. The problem is NP-complete; the greedy Algorithm 1 is
// within 1 - 1/e.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "crawl/plan/link_graph.h"

namespace weft::crawl {

enum class SeedMethod {
  kRandom,     // the baseline
  kPageRank,   // highest PageRank
  kOutDegree,  // most links
  kMaxOut,     // Algorithm 2: most links to pages not yet covered
  kMaxWeight,  // Algorithm 3: highest depth-d weight, covered pages counting nothing
  kMaxScc,     // Algorithm 4: as MaxWeight, within the heaviest strongly connected component
  kRootScc,    // Algorithm 5: as MaxScc, within the heaviest root component above it
  kGreedy,     // Algorithm 1 with exact step 2: the reference
  kSketch,     // Weft's own: candidates by reach sketches, then exact lazy greedy
};

std::span<const std::string_view> names_of(SeedMethod);

struct SeedOptions {
  SeedMethod method = SeedMethod::kSketch;
  uint32_t seeds = 10;  // k
  uint32_t hops = 5;    // h
  uint32_t depth = 3;   // d of MaxWeight, MaxScc and RootScc; at most h counts
  uint64_t random_seed = 1;
};

// The chosen seeds in the order of choice: fewer than k when nothing of value is left to cover.
// REQUIRES: values.size() == graph.size().
std::vector<Vertex> select_seeds(const LinkGraph& graph, const std::vector<float>& values,
                                 const SeedOptions& options);

// What a set of seeds covers within h hops, as shares of the whole graph; after each seed in turn.
struct Coverage {
  double pages = 0;  // share of pages
  double value = 0;  // share of the positive value, less what negative pages cost
};
std::vector<Coverage> coverage(const LinkGraph& graph, const std::vector<float>& values,
                               const std::vector<Vertex>& seeds, uint32_t hops);

// For kSketch: the estimated value within `hops` of every vertex, in `hops` passes over the links;
// negative values count as nothing. The relative error is about 40 %, and the estimate is too low
// for reaches of a dozen pages: good enough to say which few vertices deserve an exact walk. Memory:
// 64 bytes a vertex. Time: hops x links x 8.
std::vector<float> estimate_reach(const LinkGraph& graph, const std::vector<float>& values,
                                  uint32_t hops, uint64_t random_seed);

// What is known of a crawled page, and what that makes it worth (§4.3.1).
struct PageFacts {
  bool spam = false;
  bool error = false;
  bool clicked = false;
  uint32_t uncrawled_links = 0;
};
struct ValueRules {
  float page = 1;
  float spam = -10;
  float error = 0;
  float clicked = 10;
  float unique_share = 0;  // P_uniqu: unique documents per crawl attempt on the site
};
float page_value(const PageFacts& facts, const ValueRules& rules = {});

}  // namespace weft::crawl
