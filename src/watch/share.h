// Shares of counts, which thresholds are compared with.
#pragma once

#include <cmath>
#include <cstdint>

namespace weft::watch {

// 0 of nothing.
inline double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Whether `part` is at least `least` of `whole`; of nothing it is.
inline bool reaches(uint64_t part, double least, uint64_t whole) {
  return static_cast<double>(part) >= least * static_cast<double>(whole);
}

// What a share seen in `whole` cases may well be in truth: Wilson's bound, so many deviations above it
// or, if negative, below.
inline double wilson_bound(double share, double whole, double deviations) {
  const double squared = deviations * deviations;
  const double spread = std::sqrt(share * (1 - share) / whole + squared / (4 * whole * whole));
  return (share + squared / (2 * whole) + deviations * spread) / (1 + squared / whole);
}

}  // namespace weft::watch
