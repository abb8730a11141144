// Gradient boosting (Friedman): each tree is grown to the slope of the loss at what the trees before it say.
//
//   1. Bias: the log odds of the weighted mean target (softmax: the log share of each class).
//   2. For each round and output: slopes g = w (p - y), curvatures h = w p (1 - p).
//   3. Draw rows and columns; grow a tree (tree_grower.h).
//   4. Take `rate` of what its leaves say, rounded to what the model file writes; walk all rows through it.
//
// Tested by boosting_test.cc.

#include "ml/boosting.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/hash.h"

namespace weft::ml {
namespace {

constexpr double kLeafUnit = 1e-4;  // Values of leaves are multiples of it: five digits are plenty.
constexpr double kLeastCurvature = 1e-6;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  // Between 0 and 1.
  double next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    return static_cast<double>(mix64(state_) >> 11) * 0x1.0p-53;
  }

 private:
  uint64_t state_;
};

// Each with the given probability, in order; all if that leaves none.
std::vector<uint32_t> draw(size_t count, double share, Random& random) {
  std::vector<uint32_t> drawn;
  for (uint32_t i = 0; i < count; ++i) {
    if (share >= 1 || random.next() < share) drawn.push_back(i);
  }
  if (drawn.empty()) {
    drawn.resize(count);
    std::iota(drawn.begin(), drawn.end(), 0U);
  }
  return drawn;
}

// By the codes of the bins, which agree with the thresholds.
float leaf_value(const Tree& tree, const Samples& samples, size_t row) {
  uint32_t at = 0;
  while (tree[at].left != 0) {
    const bool right = samples.value(row, tree[at].column) > tree[at].threshold;
    at = right ? tree[at].right : tree[at].left;
  }
  return tree[at].value;
}

std::vector<float> scaled_weights(const Samples& samples) {
  double sum = 0;
  for (const float w : samples.weights()) sum += w;
  std::vector<float> weights = samples.weights();
  const double scale = sum > 0 ? static_cast<double>(weights.size()) / sum : 1;
  for (float& w : weights) w = static_cast<float>(w * scale);
  return weights;
}

float rounded(double value) {
  return static_cast<float>(std::round(value / kLeafUnit) * kLeafUnit);
}

// What both losses share: outputs one after the other, a tree each, a round.
class Booster {
 public:
  Booster(const Samples& samples, Link link, std::vector<float> bias,
          const BoostingParameters& parameters)
      : samples_(samples),
        parameters_(parameters),
        bins_(samples, parameters.bins),
        weights_(scaled_weights(samples)),
        random_(parameters.seed),
        outputs_(bias.size()),
        forest_(samples.columns(), link, bias) {
    for (size_t r = 0; r < samples.size(); ++r) sums_.insert(sums_.end(), bias.begin(), bias.end());
    slopes_.g.resize(samples.size());
    slopes_.h.resize(samples.size());
  }

  // `probability(sums of a row, output)` is the model's, `wanted(target, output)` the truth's.
  template <typename Probability, typename Wanted>
  Forest run(Probability probability, Wanted wanted) {
    for (size_t round = 0; round < parameters_.rounds; ++round) {
      const auto rows = draw(samples_.size(), parameters_.row_share, random_);
      // All outputs of a round are measured at the sums before it.
      std::vector<float> before = outputs_ > 1 ? sums_ : std::vector<float>();
      for (size_t output = 0; output < outputs_; ++output) {
        const std::vector<float>& sums = outputs_ > 1 ? before : sums_;
        for (size_t r = 0; r < samples_.size(); ++r) {
          const double p = probability(std::span(sums).subspan(r * outputs_, outputs_), output);
          const double w = weights_[r];
          slopes_.g[r] = static_cast<float>(w * (p - wanted(samples_.targets()[r], output)));
          slopes_.h[r] = static_cast<float>(w * std::max(p * (1 - p), kLeastCurvature));
        }
        add_tree(rows, output);
      }
    }
    return std::move(forest_);
  }

 private:
  void add_tree(const std::vector<uint32_t>& rows, size_t output) {
    const auto columns = draw(bins_.columns(), parameters_.column_share, random_);
    Tree tree = grow_tree(bins_, slopes_, rows, columns, parameters_.tree).tree;
    for (TreeNode& node : tree) node.value = rounded(parameters_.rate * node.value);
    for (size_t r = 0; r < samples_.size(); ++r)
      sums_[r * outputs_ + output] += leaf_value(tree, samples_, r);
    forest_.add(tree);
  }

  const Samples& samples_;
  const BoostingParameters& parameters_;
  Bins bins_;
  std::vector<float> weights_;
  Random random_;
  size_t outputs_;
  Forest forest_;
  std::vector<float> sums_;
  Slopes slopes_;
};

}  // namespace

Forest train_logistic(const Samples& samples, const BoostingParameters& parameters) {
  WEFT_CHECK(samples.size() > 0);
  double positive = 0, all = 0;
  for (size_t r = 0; r < samples.size(); ++r) {
    positive += static_cast<double>(samples.weights()[r]) * samples.targets()[r];
    all += samples.weights()[r];
  }
  const double share = std::clamp(all > 0 ? positive / all : 0.5, 1e-4, 1 - 1e-4);
  Booster booster(samples, Link::kLogistic, {rounded(std::log(share / (1 - share)))}, parameters);
  return booster.run(
      [](std::span<const float> sums, size_t) { return 1 / (1 + std::exp(-double{sums[0]})); },
      [](float target, size_t) { return double{target}; });
}

Forest train_softmax(const Samples& samples, size_t classes, const BoostingParameters& parameters) {
  WEFT_CHECK(samples.size() > 0);
  std::vector<double> shares(classes, 1e-3);
  for (size_t r = 0; r < samples.size(); ++r) {
    const auto wanted = static_cast<size_t>(samples.targets()[r]);
    WEFT_CHECK(wanted < classes);
    shares[wanted] += samples.weights()[r];
  }
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<float> bias;
  for (const double share : shares) bias.push_back(rounded(std::log(share / all)));
  Booster booster(samples, Link::kSoftmax, bias, parameters);
  return booster.run(
      [](std::span<const float> sums, size_t output) {
        double sum = 0;
        for (const float other : sums) sum += std::exp(double{other} - sums[output]);
        return 1 / sum;
      },
      [](float target, size_t output) {
        return static_cast<size_t>(target) == output ? 1.0 : 0.0;
      });
}

}  // namespace weft::ml
