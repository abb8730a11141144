#include "mine/ranker.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace weft::mine {
namespace {

// What is certain but too rare in the training pages to be learned is said here.
//
// A list that nobody sees is not the one somebody wants: this much is taken from the score of a
// region that is mostly hidden. A table with a header that makes up much of its page is: this much
// is added. Half of it puts such tables first already (weft eval tables, manual-tables); all of it
// makes the miner as sure of them as it should be.
constexpr size_t kHiddenShare = 10;
static_assert(kFeatureNames[kHiddenShare] == "hidden share");
constexpr double kHiddenPenalty = 4.0;
constexpr size_t kDominantTable = 49;
static_assert(kFeatureNames[kDominantTable] == "most of the page is this table");
constexpr double kDominantBonus = 8.0;

double certain(const FeatureVector& f) {
  return f[kDominantTable] * kDominantBonus - (f[kHiddenShare] > 0.5 ? kHiddenPenalty : 0);
}

constexpr RankerModel kDefault = {
#include "mine/ranker_weights.inc"
};

}  // namespace

double standardized(const RankerWeight& weight, double value) {
  return std::clamp((value - weight.mean) / weight.deviation, -kClip, kClip);
}

double RankerModel::score(const FeatureVector& f) const {
  double sum = 0;
  for (size_t i = 0; i < kFeatureCount; ++i)
    sum += features[i].weight * standardized(features[i], f[i]);
  return sum + certain(f);
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

Scorer::Scorer(const RankerModel& model) {
  for (size_t i = 0; i < kFeatureCount; ++i) {
    mean_[i] = model.features[i].mean;
    slope_[i] = model.features[i].weight / model.features[i].deviation;
    clip_[i] = kClip * std::abs(model.features[i].weight);
  }
}

double Scorer::score(const FeatureVector& f) const {
  Column parts;
  for (size_t i = 0; i < kFeatureCount; ++i) {
    const double part = (f[i] - mean_[i]) * slope_[i];
    const double bounded = part < clip_[i] ? part : clip_[i];
    parts[i] = bounded > -clip_[i] ? bounded : -clip_[i];
  }
  std::array<double, 2> sums{};  // Two chains of additions are twice as fast as one.
  for (size_t i = 0; i < kFeatureCount; i += 2) {
    sums[0] += parts[i];
    sums[1] += parts[i + 1];
  }
  return sums[0] + sums[1] + certain(f);
}
static_assert(kFeatureCount % 2 == 0);

const RankerModel& default_ranker() { return kDefault; }

}  // namespace weft::mine
