// Scanning: the first byte of a small set, sixteen or thirty-two at a time.
//
// Most of a page is text, attribute values and scripts, in which only three or four bytes mean
// anything. Each scan compares a block with all of them at once. Nothing is read past `end`.
//
// Every processor that runs Weft has blocks of sixteen bytes (SSE2); which has thirty-two (AVX2) is
// asked once, when the program starts (ADR 0065). Tested by scan_test.cc.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weft::html {

enum class Blocks : uint8_t { kSixteen, kThirtyTwo };

// What this processor has.
#if defined(__SSE2__)
inline const Blocks kWidestBlocks =
    __builtin_cpu_supports("avx2") != 0 ? Blocks::kThirtyTwo : Blocks::kSixteen;
#else
inline constexpr Blocks kWidestBlocks = Blocks::kSixteen;
#endif

#if defined(__SSE2__)

// A set of bytes no two of which share their lower four bits, laid out by these: a byte is in the
// set if what stands at its lower bits is the byte itself. Twice, as AVX2 looks up in halves.
struct ByteSet {
  alignas(32) char at[32];
};

template <char... kBytes>
constexpr ByteSet byte_set() {
  ByteSet set{};
  for (char& byte : set.at) byte = '\xFF';  // Is looked up for no byte: those from 0x80 on give 0.
  ((set.at[kBytes & 15] = set.at[16 + (kBytes & 15)] = kBytes), ...);
  return set;
}
template <char... kBytes>
inline constexpr ByteSet kByteSet = byte_set<kBytes...>();

template <char... kBytes>
inline constexpr bool kIsByteSet =
    ((kByteSet<kBytes...>.at[kBytes & 15] == kBytes && kBytes >= 0) && ...);

// Bit i is set if p[i] is in the set. REQUIRES: thirty-two bytes at p; AVX2. In assembler, as a
// compiler uses AVX2 either in a function with all that is compiled into it or not at all, and a
// second loop over tokens is too much for a few instructions. The last one spares what follows, which
// is SSE2, the wait for upper halves.
template <char... kBytes>
inline uint32_t match_wide(const char* p) {
  uint32_t hits = 0;
  asm("vmovdqu %[block], %%ymm0\n\t"
      "vmovdqa %[set], %%ymm1\n\t"
      "vpshufb %%ymm0, %%ymm1, %%ymm1\n\t"
      "vpcmpeqb %%ymm0, %%ymm1, %%ymm1\n\t"
      "vpmovmskb %%ymm1, %[hits]"
#if !defined(__AVX__)  // Elsewhere upper halves may be in use, and nothing waits for them.
      "\n\tvzeroupper"
#endif
      : [hits] "=r"(hits)
      : [block] "m"(*reinterpret_cast<const char(*)[32]>(p)), [set] "m"(kByteSet<kBytes...>.at)
      : "xmm0", "xmm1");
  return hits;
}

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
inline const char* find_any(const char* p, const char* end, bool& visible,
                            Blocks blocks = kWidestBlocks) {
#if defined(__SSE2__)
  uint32_t seen = 0;
  if (kIsByteSet<kBytes...> && blocks == Blocks::kThirtyTwo) [[likely]] {
    for (; end - p >= 32; p += 32) {
      const uint32_t hits = match_wide<kBytes...>(p);
      const uint32_t shown = ~match_wide<' ', '\t', '\n'>(p);
      if (hits != 0) {
        visible |= (seen | (shown & (hits - 1) & ~hits)) != 0;
        return p + __builtin_ctz(hits);
      }
      seen |= shown;
    }
  }
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
inline const char* find_any(const char* p, const char* end, Blocks blocks = kWidestBlocks) {
#if defined(__SSE2__)
  if (kIsByteSet<kBytes...> && blocks == Blocks::kThirtyTwo) [[likely]] {
    for (; end - p >= 32; p += 32) {
      const uint32_t hits = match_wide<kBytes...>(p);
      if (hits != 0) return p + __builtin_ctz(hits);
    }
  }
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
