// V-Wrapper, fitted. A sample of the negative blocks of each page is learned from.

#include "eval/v_wrapper_training.h"

#include <cmath>
#include <span>

#include "base/hash.h"
#include "ml/boosting.h"

namespace weft::eval {
namespace {

using read::VisualBlock;
using read::VisualLabel;

constexpr double kSampled = 0.25;  // Of the negative blocks of a page.
// How far positives are weighted up: 0 not at all, 1 until both sides weigh the same.
constexpr double kInnerBalance = 1;
constexpr double kLeafBalance = 0.3;

bool sampled(size_t page, size_t block, bool positive) {
  const double drawn = static_cast<double>(mix64(page * 1'000'003 + block) >> 11) * 0x1.0p-53;
  return positive || drawn < kSampled;
}

// Rows with their weights, which are balanced before AdaBoost sees them: it would else say "no" to nearly everything, and one
// wrong "no" at an inner block loses all leaves below it.
class Balanced {
 public:
  void add(std::span<const float> row, bool positive, float weight) {
    rows_.push_back({row, positive, weight});
    (positive ? positive_ : negative_) += weight;
  }
  [[nodiscard]] ml::Forest train(double balance) const {
    const double factor = positive_ > 0 ? std::pow(negative_ / positive_, balance) : 1;
    ml::Samples samples(read::visual_feature_names());
    for (const Row& row : rows_)
      samples.add(row.values, row.positive ? 1.0F : 0.0F,
                  static_cast<float>(row.weight * (row.positive ? factor : 1)));
    ml::AdaBoostParameters parameters{.rounds = 150};
    parameters.tree = {.leaves = 6, .depth = 4, .least_rows = 20, .l2 = 0};
    return ml::train_adaboost(samples, parameters);
  }

 private:
  struct Row {
    std::span<const float> values;
    bool positive;
    float weight;
  };
  std::vector<Row> rows_;
  double positive_ = 0, negative_ = 0;
};

}  // namespace

read::VWrapper fit_v_wrapper(const std::vector<const VisualExample*>& examples) {
  Balanced inner, content, title;
  const auto weight_of = [](bool positive) {
    return positive ? 1.0F : static_cast<float>(1 / kSampled);
  };
  for (size_t p = 0; p < examples.size(); ++p) {
    const VisualExample& one = *examples[p];
    for (size_t b = 0; b < one.blocks.size(); ++b) {
      const bool positive = one.positive[b] != 0;
      if (!one.blocks[b].leaf && sampled(p, b, positive))
        inner.add(one.blocks[b].features, positive, weight_of(positive));
    }
  }
  ml::Forest inner_forest = inner.train(kInnerBalance);
  for (size_t p = 0; p < examples.size(); ++p) {
    const VisualExample& one = *examples[p];
    for (size_t b = 0; b < one.blocks.size(); ++b) {
      const VisualBlock& block = one.blocks[b];
      const bool positive = one.positive[b] != 0;
      if (!block.leaf || block.parent < 0 || !sampled(p, b, positive)) continue;
      if (inner_forest.predict(one.blocks[static_cast<size_t>(block.parent)].features) <= 0)
        continue;
      content.add(block.features, one.labels[b] == VisualLabel::kContent, weight_of(positive));
      title.add(block.features, one.labels[b] == VisualLabel::kTitle, weight_of(positive));
    }
  }
  return {std::move(inner_forest), content.train(kLeafBalance), title.train(kLeafBalance)};
}

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
