// Centre star: a multiple alignment of sequences around the one that is closest to all others
// ([Liu], Center star method).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/edit_distance.h"
#include "align/sequence.h"
#include "base/result.h"

namespace weft::align {

struct MultipleAlignment {
  uint32_t center = 0;  // Index of the centre string; the first of those that are equally close.
  // One row per sequence, all of one length: positions in that sequence, kGap for a space.
  std::vector<std::vector<uint32_t>> rows;
};

// Time O(k^2 n^2 / 64 + k n^2) for k sequences of n symbols, where changes cost 1; else O(k^2 n^2).
// Fails with kLimitExceeded. No sequences give no rows.
Result<MultipleAlignment> center_star(std::span<const Sequence> sequences,
                                      const EditCosts& costs = {}, const AlignLimits& limits = {});

}  // namespace weft::align
