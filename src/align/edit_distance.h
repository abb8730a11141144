// String edit distance: the least number of changed, inserted and deleted symbols that turn one
// sequence into the other ([Liu], String Matching and Tree Matching), with the alignment that shows
// it.
//
// Three ways to the same number, each for its use:
//   edit_distance         bit-parallel, 64 cells at a time; the distance alone
//   edit_distance_within  banded; stops early when only small distances matter
//   edit_alignment        the full table; the distance and which symbols correspond
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "align/sequence.h"
#include "base/result.h"

namespace weft::align {

// Time O(|a| * ceil(|b| / 64)), memory O(distinct symbols * |b| / 64). Fails with kLimitExceeded
// when that memory is more than limits.max_cells words.
Result<uint32_t> edit_distance(Sequence a, Sequence b, const AlignLimits& limits = {});

// The distance if it is at most `bound`, otherwise nothing. Time O(bound * min(|a|, |b|)), memory
// O(bound).
std::optional<uint32_t> edit_distance_within(Sequence a, Sequence b, uint32_t bound);

inline constexpr uint32_t kGap = UINT32_MAX;

// One column of an alignment: positions in a and b; kGap on one side for an inserted or deleted
// symbol.
struct AlignedPair {
  uint32_t a = kGap;
  uint32_t b = kGap;
  bool operator==(const AlignedPair&) const = default;
};

struct Alignment {
  uint32_t distance = 0;
  std::vector<AlignedPair> pairs;  // Every position of a and b once, in order.
};

struct EditCosts {
  // Cost of changing a symbol into another; inserting and deleting cost 1. With 2 or more, symbols
  // are never changed: optional data items make a change a poor guess ([Liu], Shortcomings of
  // centre star).
  uint32_t change = 1;
};

// Where several alignments are equally cheap: from the end, a match or change before a gap in b
// before a gap in a. Time and memory O(|a| * |b|); fails with kLimitExceeded.
Result<Alignment> edit_alignment(Sequence a, Sequence b, const EditCosts& costs = {},
                                 const AlignLimits& limits = {});

// The table m[0..|a|][0..|b|] of the definition, row by row. For teaching and tests.
Result<std::vector<uint32_t>> edit_matrix(Sequence a, Sequence b, const EditCosts& costs = {},
                                          const AlignLimits& limits = {});

}  // namespace weft::align
