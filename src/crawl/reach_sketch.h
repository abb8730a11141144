// Reach sketches: for every page, about how much value lies within h hops, in h passes over the
// links.
#pragma once

#include <cstdint>
#include <vector>

#include "crawl/link_graph.h"

namespace weft::crawl {

// Estimated value within `hops` of every vertex; negative values count as nothing. The estimate's
// relative error is about a quarter, and it is too low for reaches of a few dozen pages, which
// keeps their order. Memory: 2 x kRanks x 4 bytes a vertex. Time: hops x links x kRanks.
std::vector<float> estimate_reach(const LinkGraph& graph, const std::vector<float>& values,
                                  uint32_t hops, uint64_t random_seed);

}  // namespace weft::crawl
