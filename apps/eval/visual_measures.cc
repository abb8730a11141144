#include "eval/visual_measures.h"

namespace weft::eval {

using read::VisualExample;
using read::VisualLabel;

void VisualMeasures::add(const Counts& counts) {
  if (counts.truth == 0) return;  // Nothing to be found; the thesis's pages all have both.
  ++pages;
  precision += counts.found == 0 ? 0 : counts.precision();
  recall += counts.recall();
  f1 += counts.f1();
}

void VisualMeasures::add(const VisualExample& one, const std::vector<VisualLabel>& found,
                         VisualLabel label) {
  Counts counts;
  for (size_t b = 0; b < found.size(); ++b) {
    if (!one.blocks[b].leaf) continue;
    counts.found += found[b] == label ? 1 : 0;
    counts.truth += one.labels[b] == label ? 1 : 0;
    counts.correct += found[b] == label && one.labels[b] == label ? 1 : 0;
  }
  add(counts);
}

}  // namespace weft::eval
