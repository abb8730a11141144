// AlignLimits: how large a table the algorithms of align/ are willing to fill.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::align {

struct AlignLimits {
  // Cells of one dynamic-programming table; 4 to 8 bytes each.
  uint64_t max_cells = 64 * 1024 * 1024;
  // Cells filled in all, by algorithms that fill tables again and again; about a nanosecond each.
  uint64_t max_steps = 4'000'000'000;
};

// kLimitExceeded when `cells` is more than allowed; checked before anything is allocated.
inline Status check_cells(uint64_t cells, const AlignLimits& limits, std::string_view algorithm) {
  if (cells <= limits.max_cells) return {};
  return Error{ErrorCode::kLimitExceeded, std::string(algorithm) + ": needs " +
                                              std::to_string(cells) + " cells, allowed are " +
                                              std::to_string(limits.max_cells)};
}

// The same for the work of an algorithm.
inline Status check_steps(uint64_t steps, const AlignLimits& limits, std::string_view algorithm) {
  if (steps <= limits.max_steps) return {};
  return Error{ErrorCode::kLimitExceeded, std::string(algorithm) + ": needs " +
                                              std::to_string(steps) + " steps, allowed are " +
                                              std::to_string(limits.max_steps)};
}

}  // namespace weft::align
