// Discrete AdaBoost (Freund and Schapire), over stumps or small trees.
//
//   1. All weights as given, made to sum to 1.
//   2. Grow a tree to the weighted targets ±1; each leaf votes with the sign of its sum.
//   3. Its error e is the weight of the rows it gets wrong. Stop if e is at least a half.
//   4. Its vote counts a = ½ ln((1 - e)/e).
//   5. Weights of rows it got wrong grow by e^a, of the others shrink by e^-a; again from 2.
//   6. All votes are divided by the sum of a: scores lie in [-1, 1].
//
// A tree without error ends the training with the largest vote that kLeastError allows.
//
// Tested by boosting_test.cc.

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/check.h"
#include "ml/boosting.h"

namespace weft::ml {
namespace {

constexpr double kLeastError = 1e-6;

}  // namespace

Forest train_adaboost(const Samples& samples, const AdaBoostParameters& parameters) {
  WEFT_CHECK(samples.size() > 0);
  const Bins bins(samples, parameters.bins);
  const size_t rows = samples.size();
  std::vector<uint32_t> all_rows(rows), all_columns(bins.columns());
  std::iota(all_rows.begin(), all_rows.end(), 0U);
  std::iota(all_columns.begin(), all_columns.end(), 0U);
  std::vector<double> weights(samples.weights().begin(), samples.weights().end());
  const auto target = [&](size_t r) { return samples.targets()[r] >= 0.5F ? 1.0 : -1.0; };

  std::vector<std::pair<Tree, double>> voters;
  double votes = 0;
  Slopes slopes{std::vector<float>(rows), std::vector<float>(rows)};
  for (size_t round = 0; round < parameters.rounds; ++round) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (sum <= 0) break;
    for (size_t r = 0; r < rows; ++r) {
      // Scaled to a mean of 1: sums of floats stay exact enough.
      weights[r] *= static_cast<double>(rows) / sum;
      slopes.g[r] = static_cast<float>(-weights[r] * target(r));
      slopes.h[r] = static_cast<float>(weights[r]);
    }
    GrownTree grown = grow_tree(bins, slopes, all_rows, all_columns, parameters.tree);
    for (TreeNode& node : grown.tree) node.value = node.value > 0 ? 1.0F : -1.0F;
    double wrong = 0;
    for (size_t r = 0; r < rows; ++r)
      wrong += grown.tree[grown.leaf_of[r]].value * target(r) < 0 ? weights[r] : 0;
    const double error = std::max(wrong / static_cast<double>(rows), kLeastError);
    if (error >= 0.5) break;
    const double vote = 0.5 * std::log((1 - error) / error);
    for (size_t r = 0; r < rows; ++r)
      weights[r] *= std::exp(-vote * target(r) * grown.tree[grown.leaf_of[r]].value);
    voters.emplace_back(std::move(grown.tree), vote);
    votes += vote;
    if (error <= kLeastError) break;
  }

  Forest forest(samples.columns(), Link::kNone, {0.0F});
  for (auto& [tree, vote] : voters) {
    for (TreeNode& node : tree) node.value *= static_cast<float>(vote / votes);
    forest.add(tree);
  }
  return forest;
}

}  // namespace weft::ml
