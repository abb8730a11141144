// How a text begins and ends, told from its first or last bytes.
//
// OPTIMIZATION: eight bytes at a time, without a branch on the length of the text or where in the
// eight it begins: on real pages those mislead the processor at a higher price than all
// comparisons. Two thirds of the texts of a page are blank, and nearly all of those short.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/visible_bytes.h"
#include "dom/column_scan.h"

namespace weft::induce {

struct TextEdge {
  enum class Kind { kBlank, kKnown, kUnknown };
  Kind kind;
  size_t bigram = 0;  // Of the first or last two visible bytes, the earlier one lower, if kKnown.
};

// The first so many of eight bytes, as masks.
inline constexpr std::array<uint64_t, 9> kFirstBytes = [] {
  std::array<uint64_t, 9> masks{};
  for (size_t i = 1; i < masks.size(); ++i) masks[i] = masks[i - 1] << 8 | 0xFF;
  return masks;
}();

inline uint64_t first_bytes(size_t length) { return kFirstBytes[std::min<size_t>(length, 8)]; }

inline uint64_t eight_bytes(const char* at) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  return bytes;
}

// True if the text is short and nothing but control characters and spaces; false may mean anything.
inline bool is_short_blank(const dom::PlacedString& placed) {
  if constexpr (std::endian::native != std::endian::little) return false;
  const auto [text, around] = placed;
  if (around.data() + around.size() - text.data() < 16) return false;
  const size_t second = text.size() - std::min<size_t>(text.size(), 8);
  const uint64_t visible = (visible_bytes(eight_bytes(text.data())) & first_bytes(text.size())) |
                           (visible_bytes(eight_bytes(text.data() + 8)) & first_bytes(second));
  return (visible == 0) & (text.size() <= 16);
}

// May read past the text. A single visible byte has a space after it.
inline TextEdge beginning_of(const dom::PlacedString& placed) {
  if constexpr (std::endian::native != std::endian::little) return {TextEdge::Kind::kUnknown};
  auto [text, around] = placed;
  const char* readable_end = around.data() + around.size();
  while (readable_end - text.data() >= 8) {
    const uint64_t bytes = eight_bytes(text.data());
    const uint64_t visible = visible_bytes(bytes) & first_bytes(text.size());
    if (visible == 0) {
      if (text.size() <= 8) return {TextEdge::Kind::kBlank};
      text.remove_prefix(8);
      continue;
    }
    const auto first = static_cast<size_t>(std::countr_zero(visible)) / 8;
    const uint64_t from = bytes >> (8 * first);
    if (first + 1 == text.size()) return {TextEdge::Kind::kKnown, (from & 0xFF) | size_t{' '} << 8};
    if (first < 7) return {TextEdge::Kind::kKnown, from & 0xFFFF};
    text.remove_prefix(first);  // The second byte is among the next eight.
  }
  return {TextEdge::Kind::kUnknown};
}

// May read before the text. Unknown where the last two bytes do not lie within eight.
inline TextEdge ending_of(const dom::PlacedString& placed) {
  if constexpr (std::endian::native != std::endian::little) return {TextEdge::Kind::kUnknown};
  auto [text, around] = placed;
  for (; text.data() + text.size() - around.data() >= 8; text.remove_suffix(8)) {
    const uint64_t bytes = eight_bytes(text.data() + text.size() - 8);
    const size_t outside = 8 - std::min<size_t>(text.size(), 8);
    const uint64_t visible = visible_bytes(bytes) & ~first_bytes(outside);
    if (visible != 0) {
      const auto last = 7 - static_cast<size_t>(std::countl_zero(visible)) / 8;
      if (last <= outside) break;
      return {TextEdge::Kind::kKnown, bytes >> (8 * (last - 1)) & 0xFFFF};
    }
    if (text.size() <= 8) return {TextEdge::Kind::kBlank};
  }
  return {TextEdge::Kind::kUnknown};
}

}  // namespace weft::induce
