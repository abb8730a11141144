// Character references: "&amp;", "&#8364;", "&notin;". See the standard, 13.2.5.72 and following.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::html {

struct Reference {
  uint32_t length = 0;  // Bytes of the input, '&' included; 0 if it is not a reference.
  char32_t first = 0;
  char32_t second = 0;  // A second code point, or 0.
};

enum class ReferencePlace { kText, kAttribute };

// The reference at the start of `input`, which begins with '&'. Longest match; O(length of the
// name).
Reference match_reference(std::string_view input, ReferencePlace place);

}  // namespace weft::html
