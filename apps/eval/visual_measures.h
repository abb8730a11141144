// The measure of (6.1) to (6.3) of [Zheng] chapter 6: what tools/train/fit_v_wrapper.cc and `weft eval sight` share.
#pragma once

#include <vector>

#include "eval/metrics/counts.h"
#include "read/v_wrapper_training.h"

namespace weft::eval {

// Precision, recall and F1 of a label over the leaves of a page, averaged over pages that have it.
struct VisualMeasures {
  double precision = 0, recall = 0, f1 = 0;
  size_t pages = 0;

  void add(const Counts& counts);
  void add(const read::VisualExample& one, const std::vector<read::VisualLabel>& found,
           read::VisualLabel label);
  [[nodiscard]] double mean_f1() const { return pages == 0 ? 0 : f1 / static_cast<double>(pages); }
};

}  // namespace weft::eval
