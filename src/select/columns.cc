// Scans over the name and kind columns, sixteen nodes at a time where the processor has SSE2 (every
// x86-64).

#include "select/columns.h"

#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace weft::select {

using dom::Atom;

#ifdef __SSE2__

namespace {

// One bit per name in names[0, 16) that equals `name` or `other`.
uint32_t equal_names(const Atom* names, __m128i name, __m128i other) {
  const auto equal = [&](int i) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(names) + i);
    return _mm_or_si128(_mm_cmpeq_epi32(four, name), _mm_cmpeq_epi32(four, other));
  };
  const __m128i low = _mm_packs_epi32(equal(0), equal(1));
  const __m128i high = _mm_packs_epi32(equal(2), equal(3));
  return static_cast<uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

}  // namespace

uint32_t find_name(const Atom* names, uint32_t from, uint32_t to, Atom name, Atom other) {
  const __m128i wanted = _mm_set1_epi32(static_cast<int>(name));
  const __m128i also = _mm_set1_epi32(static_cast<int>(other));
  for (; to - from >= 16 && from < to; from += 16) {
    const uint32_t found = equal_names(names + from, wanted, also);
    if (found != 0) return from + static_cast<uint32_t>(std::countr_zero(found));
  }
  while (from < to && names[from] != name && names[from] != other) ++from;
  return from;
}

uint32_t find_kind(const uint8_t* kinds, uint32_t from, uint32_t to, dom::NodeKind kind) {
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(kind));
  const __m128i mask = _mm_set1_epi8(dom::kKindMask);
  for (; to - from >= 16 && from < to; from += 16) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kinds + from));
    const __m128i equal = _mm_cmpeq_epi8(_mm_and_si128(sixteen, mask), wanted);
    const auto found = static_cast<uint32_t>(_mm_movemask_epi8(equal));
    if (found != 0) return from + static_cast<uint32_t>(std::countr_zero(found));
  }
  while (from < to && dom::kind_of(kinds[from]) != kind) ++from;
  return from;
}

#else

uint32_t find_name(const Atom* names, uint32_t from, uint32_t to, Atom name, Atom other) {
  while (from < to && names[from] != name && names[from] != other) ++from;
  return from;
}

uint32_t find_kind(const uint8_t* kinds, uint32_t from, uint32_t to, dom::NodeKind kind) {
  while (from < to && dom::kind_of(kinds[from]) != kind) ++from;
  return from;
}

#endif

}  // namespace weft::select
