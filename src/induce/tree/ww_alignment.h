// WW-alignment and induction: two wrappers into one that stands for both
// ([Zheng] 8.4.1.2, 8.4.1.3).
#pragma once

#include <cstdint>
#include <optional>

#include "wrap/tree/tree_options.h"
#include "wrap/tree/vocabulary.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

struct Merged {
  wrap::WrapperTree tree;  // Stands for whatever either wrapper stood for.
  uint64_t cost = 0;       // Weight of the nodes without a partner, of both.
  double distance = 0;     // Ψ between the two: the mean of both sides' lost weight, 0 to 1.
};

// Aligns the forests of two wrappers and joins them. Nothing when that needs more cells than
// allowed.
std::optional<Merged> merge(const wrap::WrapperTree& a, const wrap::WrapperTree& b,
                            const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary);

}  // namespace weft::induce
