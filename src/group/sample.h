// The pages of a cluster most worth labelling, in order ([Vertex] III-B, Algorithm 2).
//
// A page is a set of XPath expressions. An expression matters as far as many pages have it, F(X),
// and as far as its text differs from page to page, I(X): navigation and footers say the same
// everywhere. Pages are taken one by one, each time the one whose still uncovered expressions weigh
// most.
//
//   for (const SampledPage& pick : choose_pages(outlines, {.size = 20})) show(pick.page);
//
// Tested by sample_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "group/outline.h"

namespace weft::group {

enum class SampleMethod : uint8_t {
  kWeighted,  // Algorithm 2
  kGreedy,    // every expression weighs 1
  kRandom,    // pages in random order; one that adds no expression is passed over
};

struct SampleOptions {
  SampleMethod method = SampleMethod::kWeighted;
  size_t size = 20;   // K; 0 for as many as it takes to cover every expression.
  uint64_t seed = 1;  // kRandom.
};

struct SampledPage {
  uint32_t page = 0;       // Index into the outlines.
  double gain = 0;         // Weight it adds.
  double covered = 0;      // Share of all weight covered up to and with it, 0 to 1.
  uint32_t new_paths = 0;  // Expressions it adds.
};

// `labelled` pages count as covered already: what remains is the order in which to go on labelling.
// Stops early when every expression is covered.
std::vector<SampledPage> choose_pages(std::span<const PageOutline> pages,
                                      const SampleOptions& options = {},
                                      std::span<const uint32_t> labelled = {});

// I(X) = 1 − Σ_t F(X,t) / (M·|T|) for an expression with these contents: `page_counts` holds F(X,t)
// for each t in T, `pages` is M. REQUIRES: neither is empty.
double informativeness(std::span<const uint32_t> page_counts, uint64_t pages);

}  // namespace weft::group
