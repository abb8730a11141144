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
  // certain.
  static Calibration fit(std::vector<Observation> observations);

  // Linear between the levels, flat outside them. Within [0, 1].
  [[nodiscard]] double probability(double score) const;

  // A level: the mean score of the pooled observations, and the share that was right.
  struct Level {
    double score;
    double probability;
    uint64_t observations;
  };
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

}  // namespace weft::extract
