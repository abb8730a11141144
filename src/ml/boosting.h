// Gradient-boosted trees and AdaBoost: samples in, a Forest out. Deterministic: the same samples, parameters and
// seed give the same forest, on any machine with the same arithmetic.
//
// Threads: none made here. Folds of a cross-validation may be trained side by side.
// Memory: one byte a value of the samples, beside them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ml/forest.h"
#include "ml/samples.h"
#include "ml/tree_grower.h"

namespace weft::ml {

struct BoostingParameters {
  size_t rounds = 150;  // Trees, for each output.
  double rate = 0.1;    // What is taken of a tree.
  size_t bins = 63;
  double column_share = 0.35;  // Of columns that a tree may use, drawn anew for each.
  double row_share = 0.6;      // Of rows that a tree is grown from.
  TreeParameters tree = {};
  uint64_t seed = 1;
};

// The probability of a target between 0 and 1 (cross-entropy; a target of 0.7 is seven cases of ten). Weights are
// scaled to a mean of 1, so that parameters mean the same whatever their unit. REQUIRES: samples.size() > 0.
Forest train_logistic(const Samples& samples, const BoostingParameters& parameters);

// Probabilities of `classes` classes; a target is the number of a class. REQUIRES: samples.size() > 0 and every
// target < classes.
Forest train_softmax(const Samples& samples, size_t classes, const BoostingParameters& parameters);

struct AdaBoostParameters {
  size_t rounds = 200;
  size_t bins = 63;
  // Stumps by default; a few more leaves let columns speak together.
  TreeParameters tree = {.leaves = 2, .depth = 4, .least_rows = 5, .l2 = 0};
};

// Discrete AdaBoost. Targets >= 0.5 are positive. The score of the forest (Link::kNone) lies in [-1, 1]: the votes for
// less the votes against, each by its weight. REQUIRES: samples.size() > 0.
Forest train_adaboost(const Samples& samples, const AdaBoostParameters& parameters);

}  // namespace weft::ml
