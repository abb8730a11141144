// Bellwethers: the pages of a template that are visited again to see whether the site has changed
// ([Vertex] IV-B: 10 to 20 a cluster), chosen to differ in structure as much as pages of one
// template do, so that a change to any part of the template meets one of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dom/document.h"
#include "dom/shingle.h"
#include "watch/health/parameters.h"

namespace weft::watch {

// Indices of the chosen pages: the first is the most typical, each next one the least like those
// before it. Every other one is the most typical of those left, so that a few odd pages do not
// stand for the template. O(candidates · count · distinct tag paths).
std::vector<uint32_t> choose_bellwethers(std::span<const dom::Document* const> pages,
                                         const BellwetherOptions& options = {});

// The signature that covers at least `share` of the vectors with most bytes fixed; one byte at
// least is. Nothing is fixed if there are no vectors.
dom::MaskedShingle covering_signature(std::span<const dom::ShingleVector> vectors,
                                      double share = 0.9);

}  // namespace weft::watch
