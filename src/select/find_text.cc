// Sixteen places at a time: where the first and the last character of the part both fit, the rest
// is compared. Places that fit by chance are rare, so most of the text is passed over with two
// comparisons per sixteen bytes.

#include "select/find_text.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "select/number.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace weft::select {

size_t find_text(std::string_view text, std::string_view part) {
#ifdef __SSE2__
  if (part.size() < 2 || text.size() < part.size() + 16) return text.find(part);
  const __m128i first = _mm_set1_epi8(part.front());
  const __m128i last = _mm_set1_epi8(part.back());
  const size_t to_last = part.size() - 1;
  size_t at = 0;
  for (; at + to_last + 16 <= text.size(); at += 16) {
    const auto* here = reinterpret_cast<const __m128i*>(text.data() + at);
    const auto* there = reinterpret_cast<const __m128i*>(text.data() + at + to_last);
    const __m128i fits = _mm_and_si128(_mm_cmpeq_epi8(_mm_loadu_si128(here), first),
                                       _mm_cmpeq_epi8(_mm_loadu_si128(there), last));
    for (auto places = static_cast<uint32_t>(_mm_movemask_epi8(fits)); places != 0;
         places &= places - 1) {
      const size_t place = at + static_cast<size_t>(std::countr_zero(places));
      if (std::memcmp(text.data() + place + 1, part.data() + 1, part.size() - 2) == 0) return place;
    }
  }
  return text.find(part, at);
#else
  return text.find(part);
#endif
}

bool equals_normalized(std::string_view text, std::string_view wanted) {
  size_t matched = 0;
  // White space since the last character, which counts as one space if another follows.
  bool gap = false;
  for (const char c : text) {
    if (is_xml_space(c)) {
      gap = matched != 0;
      continue;
    }
    if (gap && (matched == wanted.size() || wanted[matched++] != ' ')) return false;
    gap = false;
    if (matched == wanted.size() || wanted[matched++] != c) return false;
  }
  return matched == wanted.size();
}

}  // namespace weft::select
