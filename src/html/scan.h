// Scanning: the first byte of a small set, sixteen at a time.
//
// Most of a page is text, attribute values and scripts, in which only three or four bytes mean
// anything. Each scan compares a block with all of them at once. Nothing is read past `end`.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weft::html {

#if defined(__SSE2__)

// Bit i is set if block[i] equals one of the bytes.
template <char... kBytes>
inline uint32_t match_block(__m128i block) {
  __m128i hit = _mm_setzero_si128();
  ((hit = _mm_or_si128(hit, _mm_cmpeq_epi8(block, _mm_set1_epi8(kBytes)))), ...);
  return static_cast<uint32_t>(_mm_movemask_epi8(hit));
}

inline __m128i load_block(const char* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

#endif

// The first position in [p, end) that holds one of the bytes; end if there is none. Sets `visible`
// if a byte before it is no space, tab or line feed.
template <char... kBytes>
inline const char* find_any(const char* p, const char* end, bool& visible) {
#if defined(__SSE2__)
  uint32_t seen = 0;
  while (end - p >= 16) {
    const __m128i block = load_block(p);
    const uint32_t hits = match_block<kBytes...>(block);
    const uint32_t shown = match_block<' ', '\t', '\n'>(block) ^ 0xFFFF;
    if (hits != 0) {
      visible |= (seen | (shown & (hits - 1) & ~hits)) != 0;
      return p + __builtin_ctz(hits);
    }
    seen |= shown;
    p += 16;
  }
  visible |= seen != 0;
#endif
  for (; p != end && ((*p != kBytes) && ...); ++p) visible |= *p != ' ' && *p != '\t' && *p != '\n';
  return p;
}

// The same without regard to what is before it.
template <char... kBytes>
inline const char* find_any(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const uint32_t hits = match_block<kBytes...>(load_block(p));
    if (hits != 0) return p + __builtin_ctz(hits);
    p += 16;
  }
#endif
  while (p != end && ((*p != kBytes) && ...)) ++p;
  return p;
}

}  // namespace weft::html
