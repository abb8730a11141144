// Partial tree alignment: many trees aligned around a growing seed tree ([Liu], Fig. 21; DEPTA).
//
// Only what can be placed with certainty is aligned: an unmatched node enters the seed when its
// position there is unique. The final seed is the template of the trees; its leaves are the columns
// of their table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/tree.h"
#include "base/result.h"

namespace weft::align {

inline constexpr uint32_t kUnaligned = UINT32_MAX;

struct PartialAlignment {
  Tree seed;  // The final seed; origins are those of the tree a node came from.
  std::vector<std::vector<uint32_t>> node;  // By tree, by node: the seed node, or kUnaligned.
  bool complete = true;                     // False when max_steps ended the retries early.
};

// Trees with many data items come first; the first is the seed. Trees whose root symbol differs
// from the seed's stay unaligned. Time: one simple tree matching with the seed per tree and retry;
// retries end at limits.max_steps. Fails with kLimitExceeded when one matching is too large.
Result<PartialAlignment> partial_tree_alignment(std::span<const Tree> trees,
                                                const AlignLimits& limits = {});

// A data table from the alignment: one column per leaf of the seed, one row per tree; the tree's
// node or kUnaligned. Leaves of a tree that stayed unaligned are not in the table.
struct AlignedTable {
  std::vector<uint32_t> columns;            // Seed nodes, in order.
  std::vector<std::vector<uint32_t>> rows;  // By tree, by column: the node of that tree.
};
AlignedTable aligned_table(const PartialAlignment& alignment);

}  // namespace weft::align
