// Reach sketches: for every page, about how much value lies within h hops, in h passes over the
// links.
#pragma once

#include <cstdint>
#include <vector>

#include "crawl/plan/link_graph.h"

namespace weft::crawl {

// Estimated value within `hops` of every vertex; negative values count as nothing. The estimate's
// relative error is about 40 %, and it is too low for reaches of a dozen pages: good enough to say
// which few vertices deserve an exact walk. Memory: 64 bytes a vertex. Time: hops x links x 8.
std::vector<float> estimate_reach(const LinkGraph& graph, const std::vector<float>& values,
                                  uint32_t hops, uint64_t random_seed);

}  // namespace weft::crawl
