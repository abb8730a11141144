// Which of thirty-two bytes stand for something to see: for scans of short texts, whose lengths and
// spaces would mislead the processor if every byte were asked.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weft {

inline constexpr uint32_t kVisibleStep = 32;

// Bit i is set if at[i] is above the space. Reads kVisibleStep bytes.
inline uint32_t visible_bytes(const char* at) {
#if defined(__SSE2__)
  const auto visible_of_16 = [](const char* from) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i above = _mm_max_epu8(bytes, _mm_set1_epi8('!'));
    return static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, above)));
  };
  return visible_of_16(at) | visible_of_16(at + 16) << 16;
#else
  uint32_t visible = 0;
  for (uint32_t i = 0; i < kVisibleStep; ++i) {
    visible |= uint32_t{static_cast<unsigned char>(at[i]) > ' '} << i;
  }
  return visible;
#endif
}

}  // namespace weft
