#include "mine/ranker.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace weft::mine {
namespace {

// A list that nobody sees is not the one somebody wants. Too rare in the training pages to be
// learned reliably, so it is said here: this much is taken from the score of a region that is
// mostly hidden.
constexpr size_t kHiddenShare = 10;
static_assert(kFeatureNames[kHiddenShare] == "hidden share");
constexpr double kHiddenPenalty = 4.0;

constexpr RankerModel kDefault = {
#include "mine/ranker_weights.inc"
};

}  // namespace

double standardized(const RankerWeight& weight, double value) {
  return std::clamp((value - weight.mean) / weight.deviation, -kClip, kClip);
}

double RankerModel::score(const FeatureVector& f) const {
  std::array<double, kFeatureCount> parts;
  for (size_t i = 0; i < kFeatureCount; ++i)
    parts[i] = features[i].weight * standardized(features[i], f[i]);
  double sum = 0;
  for (const double part : parts) sum += part;
  return f[kHiddenShare] > 0.5 ? sum - kHiddenPenalty : sum;
}

double RankerModel::second_look_gain() const {
  double sum = 0;
  for (size_t i = 0; i < kFeatureCount; ++i) {
    const double rise =
        standardized(features[i], second_look_range(i)) - standardized(features[i], 0);
    sum += std::max(0.0, features[i].weight * rise);
  }
  return sum;
}

double RankerModel::confidence(double score) const {
  return 1 / (1 + std::exp(-(confidence_slope * score + confidence_offset)));
}

std::vector<Reason> RankerModel::reasons(const FeatureVector& f) const {
  std::vector<Reason> reasons;
  for (size_t i = 0; i < kFeatureCount; ++i) {
    const double contribution = features[i].weight * standardized(features[i], f[i]);
    if (contribution != 0) reasons.push_back({std::string(kFeatureNames[i]), f[i], contribution});
  }
  std::sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
    return std::abs(a.contribution) > std::abs(b.contribution);
  });
  return reasons;
}

const RankerModel& default_ranker() { return kDefault; }

}  // namespace weft::mine
