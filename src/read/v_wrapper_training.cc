// V-Wrapper, fitted.
//
//   1. Inner blocks are positive if some leaf below them is (Theorem 1); AdaBoost learns to tell them.
//   2. Leaves whose parent is predicted positive teach title and content, each against all others.
//
// Tested by v_wrapper_test.cc.

#include "read/v_wrapper_training.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/hash.h"
#include "ml/boosting.h"

namespace weft::read {
namespace {

constexpr double kSampled = 0.25;  // Of the negative blocks of a page.
// How far positives are weighted up: 0 not at all, 1 until both sides weigh the same.
constexpr double kInnerBalance = 1;
constexpr double kLeafBalance = 0.3;
constexpr size_t kLeastRows = 20;  // In a leaf of a tree.

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
    // Nothing to learn from: nothing is found.
    if (rows_.empty()) return {visual_feature_names(), ml::Link::kNone, {-1}};
    const bool both = positive_ > 0 && negative_ > 0;
    const double factor = both ? std::pow(negative_ / positive_, balance) : 1;
    ml::Samples samples(visual_feature_names());
    for (const Row& row : rows_)
      samples.add(row.values, row.positive ? 1.0F : 0.0F,
                  static_cast<float>(row.weight * (row.positive ? factor : 1)));
    ml::AdaBoostParameters parameters{.rounds = 150};
    parameters.tree = {.leaves = 6, .depth = 4, .l2 = 0};
    // A few labelled pages have few rows.
    parameters.tree.least_rows = std::clamp<size_t>(rows_.size() / 50, 2, kLeastRows);
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

VWrapper fit_v_wrapper(const std::vector<const VisualExample*>& examples) {
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

}  // namespace weft::read
