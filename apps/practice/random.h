// Random: numbers that depend on a key alone, so that changing one part of a site leaves the others
// as they are.
//
//   Random(options.seed, "price", item.number).below(100)
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace weft::practice {

class Random {
 public:
  Random(uint64_t seed, std::string_view purpose, uint64_t number = 0)
      : state_(hash_combine(hash_combine(seed, hash_bytes(purpose)), number)) {}

  uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15ULL); }
  // REQUIRES: bound > 0.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 32) * bound >> 32); }
  // Inclusive.
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<uint32_t>(high - low + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <typename Container>
  const auto& pick(const Container& from) {
    return from[below(static_cast<uint32_t>(std::size(from)))];
  }

  template <typename Container>
  void shuffle(Container& values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(static_cast<uint32_t>(i))]);
  }

 private:
  uint64_t state_;
};

}  // namespace weft::practice
