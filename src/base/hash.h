// 64-bit hashing: XXH3 for bytes, a strong mixer for combining hashes.
//
// Hashes are stable across runs and machines of the same byte order, and may be stored.
#pragma once

#include <cstdint>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace weft {

inline uint64_t hash_bytes(std::string_view bytes, uint64_t seed = 0) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

// A bijection of 64 bits in which every input bit reaches every output bit (splitmix64's
// finaliser).
constexpr uint64_t mix64(uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

// Order matters: combine(a, b) != combine(b, a) in general.
constexpr uint64_t hash_combine(uint64_t a, uint64_t b) {
  return mix64(a * 0x9e3779b97f4a7c15ULL + b + 0x632be59bd9b4e019ULL);
}

}  // namespace weft
