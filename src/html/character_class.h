// Byte classes of the tokenizer, one table look-up each.
#pragma once

#include <array>
#include <cstdint>

#include "base/strings.h"

namespace weft::html {

enum CharacterClass : uint8_t {
  kSpaceClass = 1,             // tab, line feed, form feed, carriage return, space
  kAlphaClass = 2,             // A-Z a-z
  kTagNameEndClass = 4,        // space, '/', '>'
  kAttributeNameEndClass = 8,  // space, '/', '>', '='
  kAlphanumericClass = 16,
  kMarkupClass = 32,  // what can follow '<' in markup: letters, '/', '!', '?'
};

inline constexpr std::array<uint8_t, 256> kCharacterClasses = [] {
  std::array<uint8_t, 256> table{};
  for (int i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    uint8_t bits = 0;
    if (is_html_space(c)) bits |= kSpaceClass | kTagNameEndClass | kAttributeNameEndClass;
    if (c == '/' || c == '>') bits |= kTagNameEndClass | kAttributeNameEndClass;
    if (c == '=') bits |= kAttributeNameEndClass;
    if (is_ascii_alpha(c)) bits |= kAlphaClass | kAlphanumericClass | kMarkupClass;
    if (is_ascii_digit(c)) bits |= kAlphanumericClass;
    if (c == '/' || c == '!' || c == '?') bits |= kMarkupClass;
    table[static_cast<size_t>(i)] = bits;
  }
  return table;
}();

inline bool has_class(char c, uint8_t classes) {
  return (kCharacterClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

}  // namespace weft::html
