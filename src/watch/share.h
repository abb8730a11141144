// Shares of counts, which thresholds are compared with.
#pragma once

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

}  // namespace weft::watch
