// Pool adjacent violators: observations in order of score, each a level of its own; while a level
// is below the one before it, the two are pooled. What remains is non-decreasing, and least in
// squared error among all such maps.

#include "extract/calibration.h"

#include <algorithm>
#include <cmath>

namespace weft::extract {
namespace {

struct Pool {
  double score_sum = 0;
  double correct = 0;
  uint64_t count = 0;

  [[nodiscard]] double share() const { return correct / static_cast<double>(count); }
  [[nodiscard]] double score() const { return score_sum / static_cast<double>(count); }
  void add(const Pool& other) {
    score_sum += other.score_sum;
    correct += other.correct;
    count += other.count;
  }
};

// Observations of equal score are one pool from the start.
std::vector<Pool> pools_by_score(std::vector<Observation>& observations) {
  std::sort(observations.begin(), observations.end(),
            [](const Observation& a, const Observation& b) { return a.score < b.score; });
  std::vector<Pool> pools;
  for (size_t i = 0; i < observations.size(); ++i) {
    if (i == 0 || observations[i].score != observations[i - 1].score) pools.emplace_back();
    pools.back().add({observations[i].score, observations[i].correct ? 1.0 : 0.0, 1});
  }
  return pools;
}

}  // namespace

Calibration Calibration::from_levels(std::vector<Level> levels) {
  Calibration result;
  result.levels_ = std::move(levels);
  return result;
}

Calibration Calibration::fit(std::vector<Observation> observations, uint64_t least) {
  std::vector<Pool> pooled;
  const auto pool_last_two = [&] {
    const Pool last = pooled.back();
    pooled.pop_back();
    pooled.back().add(last);
  };
  const auto belong_together = [&](const Pool& before, const Pool& last) {
    return before.share() >= last.share() || before.count < least;
  };
  for (const Pool& pool : pools_by_score(observations)) {
    pooled.push_back(pool);
    while (pooled.size() > 1 && belong_together(pooled[pooled.size() - 2], pooled.back()))
      pool_last_two();
  }
  while (pooled.size() > 1 && pooled.back().count < least) pool_last_two();
  Calibration result;
  for (const Pool& pool : pooled) {
    const double smoothed = (pool.correct + 1) / (static_cast<double>(pool.count) + 2);
    const double floor = result.levels_.empty() ? 0 : result.levels_.back().probability;
    result.levels_.push_back({pool.score(), std::max(floor, smoothed), pool.count});
  }
  return result;
}

double Calibration::probability(double score) const {
  if (levels_.empty()) return std::clamp(score, 0.0, 1.0);
  const auto above = std::lower_bound(levels_.begin(), levels_.end(), score,
                                      [](const Level& level, double s) { return level.score < s; });
  if (above == levels_.begin()) return levels_.front().probability;
  if (above == levels_.end()) return levels_.back().probability;
  const Level& below = *std::prev(above);
  const double share = (score - below.score) / (above->score - below.score);
  return std::lerp(below.probability, above->probability, share);
}

std::vector<ReliabilityBin> reliability(std::span<const Observation> observations, unsigned bins) {
  std::vector<ReliabilityBin> result(std::max(1U, bins));
  for (const Observation& o : observations) {
    const double place = std::clamp(o.score, 0.0, 1.0) * static_cast<double>(result.size());
    ReliabilityBin& bin = result[std::min(result.size() - 1, static_cast<size_t>(place))];
    bin.mean_score += o.score;
    bin.share_correct += o.correct ? 1 : 0;
    ++bin.observations;
  }
  for (ReliabilityBin& bin : result) {
    if (bin.observations == 0) continue;
    bin.mean_score /= static_cast<double>(bin.observations);
    bin.share_correct /= static_cast<double>(bin.observations);
  }
  return result;
}

double expected_calibration_error(std::span<const ReliabilityBin> bins) {
  double gap = 0, count = 0;
  for (const ReliabilityBin& bin : bins) {
    gap += std::abs(bin.mean_score - bin.share_correct) * static_cast<double>(bin.observations);
    count += static_cast<double>(bin.observations);
  }
  return count == 0 ? 0 : gap / count;
}

double brier_score(std::span<const Observation> observations) {
  double sum = 0;
  for (const Observation& o : observations) {
    const double gap = o.score - (o.correct ? 1 : 0);
    sum += gap * gap;
  }
  return observations.empty() ? 0 : sum / static_cast<double>(observations.size());
}

// The rank sum test of Mann and Whitney: `wrong_below` counts the wrong ones of lower score.
double order_quality(std::vector<Observation> observations) {
  double wrong_below = 0;
  double right = 0;
  double ordered = 0;
  for (const Pool& pool : pools_by_score(observations)) {
    const double wrong = static_cast<double>(pool.count) - pool.correct;
    ordered += pool.correct * (wrong_below + wrong / 2);
    wrong_below += wrong;
    right += pool.correct;
  }
  return right == 0 || wrong_below == 0 ? 0.5 : ordered / (right * wrong_below);
}

}  // namespace weft::extract
