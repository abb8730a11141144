// BitSet: a fixed number of bits in 64-bit words, with the few set operations that rule search
// needs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"

namespace weft::induce {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(size_t bits) : words_((bits + 63) / 64, 0) {}

  void set(size_t i) { words_[i >> 6] |= uint64_t{1} << (i & 63); }
  // Those from `begin` up to, not including, `end`.
  void set_range(size_t begin, size_t end) {
    if (begin == end) return;
    const size_t first = begin >> 6;
    const size_t last = (end - 1) >> 6;
    const uint64_t from_begin = ~uint64_t{0} << (begin & 63);
    const uint64_t to_end = ~uint64_t{0} >> (63 - ((end - 1) & 63));
    if (first == last) {
      words_[first] |= from_begin & to_end;
      return;
    }
    words_[first] |= from_begin;
    std::fill(words_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
              words_.begin() + static_cast<std::ptrdiff_t>(last), ~uint64_t{0});
    words_[last] |= to_end;
  }
  [[nodiscard]] bool test(size_t i) const { return (words_[i >> 6] >> (i & 63) & 1) != 0; }
  [[nodiscard]] std::span<const uint64_t> words() const { return words_; }
  [[nodiscard]] std::span<uint64_t> words() { return words_; }

  // REQUIRES below: both sets have the same number of bits.
  BitSet& operator&=(const BitSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  BitSet& operator|=(const BitSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
  bool operator==(const BitSet&) const = default;

  [[nodiscard]] uint64_t hash() const {
    return hash_bytes(
        {reinterpret_cast<const char*>(words_.data()), words_.size() * sizeof(uint64_t)});
  }

 private:
  std::vector<uint64_t> words_;
};

// Calls f(i) for every bit i of `words`, counted from `first_word`, in increasing order, until f
// says stop by returning false.
template <typename F>
void for_each_bit(std::span<const uint64_t> words, size_t first_word, F f) {
  for (size_t w = 0; w < words.size(); ++w) {
    for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
      if (!f((first_word + w) * 64 + static_cast<size_t>(std::countr_zero(bits)))) return;
    }
  }
}

inline bool any_bit(std::span<const uint64_t> words) {
  return std::any_of(words.begin(), words.end(), [](uint64_t word) { return word != 0; });
}

// Most words of a set are empty: those are not counted.
inline uint32_t count_bits(uint64_t word) {
  return word == 0 ? 0 : static_cast<uint32_t>(std::popcount(word));
}

inline uint32_t count_bits(std::span<const uint64_t> words) {
  uint32_t count = 0;
  for (const uint64_t word : words) count += count_bits(word);
  return count;
}

}  // namespace weft::induce
