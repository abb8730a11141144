// Calibration: makes a score mean what it says. Of the values given 0.9, nine in ten are right.
//
// Isotonic regression: among all non-decreasing maps from score to probability, the one closest to
// what was observed (pool adjacent violators). Learned from values whose truth is known; without
// any it is the identity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::extract {

struct Observation {
  double score = 0;
  bool correct = false;
};

class Calibration {
 public:
  // The identity.
  Calibration() = default;
  // O(n log n). Each level is smoothed by one right and one wrong observation, so nothing is ever
  // certain. Levels of fewer than `least` observations are pooled with their neighbours.
  static Calibration fit(std::vector<Observation> observations, uint64_t least = 1);

  // Linear between the levels, flat outside them. Within [0, 1].
  [[nodiscard]] double probability(double score) const;

  // A level: the mean score of the pooled observations, and the share that was right.
  struct Level {
    double score;
    double probability;
    uint64_t observations;
  };
  // What an earlier fit found. REQUIRES: scores increase, probabilities do not fall.
  static Calibration from_levels(std::vector<Level> levels);
  [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }

 private:
  std::vector<Level> levels_;
};

// The reliability curve: observations sorted into `bins` of equal width by score.
struct ReliabilityBin {
  double mean_score = 0;
  double share_correct = 0;
  uint64_t observations = 0;
};
std::vector<ReliabilityBin> reliability(std::span<const Observation> observations,
                                        unsigned bins = 10);

// The mean gap between score and share correct over the bins, weighted by their observations; 0 is
// perfect.
double expected_calibration_error(std::span<const ReliabilityBin> bins);

// The mean squared gap between score and what was observed (1 right, 0 wrong); 0 is perfect, and
// unlike the error above it is worse for scores that do not tell right from wrong.
double brier_score(std::span<const Observation> observations);

// The chance that a right observation scores above a wrong one, equal scores counting half: 1 is
// perfect order, 0.5 none. 0.5 when all are right or all wrong. O(n log n).
double order_quality(std::vector<Observation> observations);

}  // namespace weft::extract
