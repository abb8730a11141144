#include "value/identifier.h"

#include "base/strings.h"

namespace weft::value {

// Bytes of a name; the character that passes it is whole.
constexpr size_t kLongest = 40;

std::string identifier_of(std::string_view text) {
  std::string name;
  bool gap = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // Of a character.
    if (name.size() >= kLongest && !inside) break;
    const bool letter =
        is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    const bool hump = c >= 'A' && c <= 'Z' && i > 0 && text[i - 1] >= 'a' && text[i - 1] <= 'z';
    if ((gap || hump) && !name.empty() && letter) name += '_';
    gap = !letter;
    if (letter) name += ascii_lower(c);
  }
  return name;
}

}  // namespace weft::value
