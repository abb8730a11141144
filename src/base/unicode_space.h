// White space as normalize_space folds it: HTML's, the vertical tab, U+00A0 and the other Unicode
// spaces.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/strings.h"

namespace weft {

// Bytes with which a space of any kind may begin.
inline constexpr std::array<bool, 256> kMayBeSpace = [] {
  std::array<bool, 256> may{};
  for (const char c : std::string_view(" \t\n\f\r\v\xC2\xE1\xE2\xE3")) {
    may[static_cast<unsigned char>(c)] = true;
  }
  return may;
}();

constexpr bool may_be_space(char first) { return kMayBeSpace[static_cast<unsigned char>(first)]; }

// Length in bytes of the space at text[at], 0 if there is none. REQUIRES: at < text.size().
size_t space_length(std::string_view text, size_t at);

// The first position from `at` on that no space begins at, or the size.
inline size_t skip_space(std::string_view text, size_t at) {
  while (at < text.size() && may_be_space(text[at])) {
    const size_t length = is_html_space(text[at]) ? 1 : space_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

inline bool begins_with_space(std::string_view text) { return skip_space(text, 0) != 0; }
inline bool ends_with_space(std::string_view utf8) {
  size_t last = utf8.size();
  while (last > 0 && (static_cast<unsigned char>(utf8[--last]) & 0xC0) == 0x80) {
  }
  return begins_with_space(utf8.substr(last));
}

}  // namespace weft
