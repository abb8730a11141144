// Ranker: a linear score over standardised, clipped features, and the confidence that goes with it.
//
// The table is fitted by weft_fit_ranker (tools/train/fit_ranker.cc) on pages with known lists.
#pragma once

#include <array>
#include <vector>

#include "mine/features.h"
#include "mine/region.h"

namespace weft::mine {

struct RankerWeight {
  double mean = 0;
  double deviation = 1;
  double weight = 0;  // Of the standardised value, clipped to +-kClip.
};
inline constexpr double kClip = 4.0;  // Deviations: one odd feature must not decide alone.

struct RankerModel {
  std::array<RankerWeight, kFeatureCount> features;
  // confidence = 1 / (1 + exp(-(slope * score + offset)))
  double confidence_slope = 1;
  double confidence_offset = 0;

  [[nodiscard]] double score(const FeatureVector& f) const;
  // How much higher than that of its first look the score of a candidate can be.
  [[nodiscard]] double second_look_gain() const;
  [[nodiscard]] double confidence(double score) const;
  // The features that moved the score, largest effect first.
  [[nodiscard]] std::vector<Reason> reasons(const FeatureVector& f) const;
};

// Scores as the model does, to the last bits but one: its table by columns, ready for many
// candidates.
class Scorer {
 public:
  explicit Scorer(const RankerModel& model);
  [[nodiscard]] double score(const FeatureVector& f) const;

 private:
  using Column = std::array<double, kFeatureCount>;
  Column mean_, slope_, clip_;
};

// The model that ships.
const RankerModel& default_ranker();

// A feature as the model sees it.
double standardized(const RankerWeight& weight, double value);

}  // namespace weft::mine
