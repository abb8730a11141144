// Tree edit distance: the cheapest set of node removals, insertions and replacements that turns one
// ordered labelled tree into another, and the mapping that shows it ([Liu], Tree Edit Distance).
//
// Unlike simple tree matching, a mapping may cross levels and replace symbols; it costs far more to
// compute.
#pragma once

#include <cstdint>

#include "align/simple_tree_matching.h"
#include "align/tree.h"
#include "base/result.h"

namespace weft::align {

struct TreeEditCosts {
  uint32_t remove = 1;
  uint32_t insert = 1;
  uint32_t replace = 1;  // Of a symbol by a different one.
};

// Time O(|a| |b| min(depth, leaves of a) min(depth, leaves of b)), memory O(|a| |b|). Fails with
// kLimitExceeded, before allocating, when that is more than limits allow.
Result<uint32_t> tree_edit_distance(const Tree& a, const Tree& b, const TreeEditCosts& costs = {},
                                    const AlignLimits& limits = {});

struct TreeEdit {
  uint32_t distance = 0;
  TreeMapping mapping;  // Kept and replaced nodes; the others were removed or inserted.
};

// As above, with a cheapest mapping: order and ancestry are the same on both sides.
Result<TreeEdit> tree_edit_mapping(const Tree& a, const Tree& b, const TreeEditCosts& costs = {},
                                   const AlignLimits& limits = {});

}  // namespace weft::align
