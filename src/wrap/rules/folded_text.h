// Comparing raw text as if its white space were normalised, without building the normalised text.
//
// Each function answers exactly as on normalize_space(raw). REQUIRES: `value` is normalised and not
// empty.
#pragma once

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>
#include <string_view>

#include "base/unicode_space.h"
#include "base/visible_bytes.h"
#include "dom/column_scan.h"

namespace weft::wrap {

// normalize_space(raw) == value.
bool folded_equals(std::string_view raw, std::string_view value);
// It begins with `value`.
bool folded_starts_with(std::string_view raw, std::string_view value);
// `value` begins with it.
bool folded_is_start_of(std::string_view raw, std::string_view value);
// It begins with `value` and goes on.
bool folded_continues(std::string_view raw, std::string_view value);
// Its last word, after the last space, is `value`.
bool folded_ends_in_word(std::string_view raw, std::string_view value);
// Its first word (first_word) is `value`.
bool folded_begins_with_word(std::string_view raw, std::string_view value);

// The parts of a normalised text, also used where a rule meets a page:
// up to the first white space or one of , ; . : — empty when the text begins with one;
std::string_view first_word(std::string_view text);
// after the last space;
std::string_view last_word(std::string_view text);
// up to and including the first colon when that is within 32 bytes and something follows it that is
// not : or /, as in std::sort and http://; else empty.
std::string_view colon_prefix(std::string_view text);

// How a text begins and ends, told from its first or last bytes.
//
// OPTIMIZATION: thirty-two bytes at a time, without a branch on the length of the text or where
// in them it begins: on real pages those mislead the processor at a higher price than all
// comparisons. Two thirds of the texts of a page are blank, and most of those short.

// Sets of pairs of bytes, the first one lower.
using BytePairs = std::bitset<1 << 16>;

inline size_t byte_pair(char first, char second) {
  return static_cast<unsigned char>(first) + 256U * static_cast<unsigned char>(second);
}

// Bits for the first so many of kVisibleStep bytes.
inline uint32_t first_bytes(size_t length) {
  return static_cast<uint32_t>((uint64_t{1} << std::min<size_t>(length, kVisibleStep)) - 1);
}

// False only if the text is blank, or its first two visible bytes are none of the pairs; a single
// visible byte has a space after it. Looks at the first bytes of a text only, and may read past it.
inline bool may_begin_with(const dom::PlacedString& placed, const BytePairs& pairs) {
  const auto [text, around] = placed;
  if (around.data() + around.size() - text.data() < kVisibleStep + 2) return true;
  const uint32_t visible = visible_bytes(text.data()) & first_bytes(text.size());
  const auto first = static_cast<size_t>(std::countr_zero(visible | uint64_t{1} << kVisibleStep));
  const char second = first + 1 == text.size() ? ' ' : text.data()[first + 1];
  const bool wanted = pairs[byte_pair(text.data()[first], second)];
  const bool goes_on = text.size() > kVisibleStep;
  return visible != 0 ? wanted : goes_on;
}

// The same of the last two visible bytes: true where they do not lie within the last kVisibleStep
// bytes. May read before the text.
inline bool may_end_with(const dom::PlacedString& placed, const BytePairs& pairs) {
  const auto [text, around] = placed;
  const char* end = text.data() + text.size();
  if (end - around.data() < kVisibleStep) return true;
  const uint32_t outside = first_bytes(kVisibleStep - std::min<size_t>(text.size(), kVisibleStep));
  const uint32_t visible = visible_bytes(end - kVisibleStep) & ~outside;
  if (visible == 0) return text.size() > kVisibleStep;
  const auto last = 31 - static_cast<size_t>(std::countl_zero(visible));
  const bool alone = last == 0 || (outside >> (last - 1) & 1) != 0;
  const char* at = end - kVisibleStep + last;
  return alone || pairs[byte_pair(at[-1], at[0])];
}

// The text from its first byte on that is no space, or may be part of one.
inline std::string_view skip_blank(const dom::PlacedString& placed) {
  auto [text, around] = placed;
  while (text.size() > kVisibleStep && visible_bytes(text.data()) == 0)
    text.remove_prefix(kVisibleStep);
  text.remove_prefix(skip_space(text, 0));
  return text;
}

}  // namespace weft::wrap
