// What the algorithms of align/ compare, and how large a table they are willing to fill. A symbol is
// any 32-bit number: a byte, an atom, the id of a node class; equal numbers are equal symbols.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::align {

using Symbol = uint32_t;
using Sequence = std::span<const Symbol>;

// The symbol of a text node in trees. No element has it.
inline constexpr Symbol kTextSymbol = 0x7FFFFFFFU;

// A symbol per byte, for tests and plain strings.
inline std::vector<Symbol> symbols_of(std::string_view text) {
  std::vector<Symbol> symbols;
  for (const char c : text) symbols.push_back(static_cast<unsigned char>(c));
  return symbols;
}

struct AlignLimits {
  // Cells of one dynamic-programming table; 4 to 8 bytes each.
  uint64_t max_cells = 64 * 1024 * 1024;
  // Cells filled in all, by algorithms that fill tables again and again; about a nanosecond each.
  uint64_t max_steps = 4'000'000'000;
};

// kLimitExceeded when an algorithm needs more cells or steps than allowed; checked before anything is
// allocated.
inline Status check_limit(uint64_t needed, uint64_t allowed, std::string_view what,
                          std::string_view algorithm) {
  if (needed <= allowed) return {};
  return Error{ErrorCode::kLimitExceeded, std::string(algorithm) + ": needs " +
                                              std::to_string(needed) + " " + std::string(what) +
                                              ", allowed are " + std::to_string(allowed)};
}
inline Status check_cells(uint64_t cells, const AlignLimits& limits, std::string_view algorithm) {
  return check_limit(cells, limits.max_cells, "cells", algorithm);
}
inline Status check_steps(uint64_t steps, const AlignLimits& limits, std::string_view algorithm) {
  return check_limit(steps, limits.max_steps, "steps", algorithm);
}

}  // namespace weft::align
