#include "value/identifier.h"

#include <algorithm>

#include "base/strings.h"

namespace weft::value {
namespace {

// What stands before names that libraries make of styles: css-1m4d2c, sc-bdVaJa, svelte-1tky8bj.
constexpr std::string_view kMadeBefore[] = {"css",    "sc",      "jss",  "jsx",
                                            "svelte", "emotion", "astro"};

// A part of a name that no person chose: letters and digits mixed, other than a number at the end.
bool is_made(std::string_view part) {
  const size_t digit =
      static_cast<size_t>(std::find_if(part.begin(), part.end(), is_ascii_digit) - part.begin());
  return std::any_of(part.begin() + static_cast<std::ptrdiff_t>(std::min(digit, part.size())),
                     part.end(), is_ascii_alpha) &&
         part.size() >= 4;
}

}  // namespace

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

std::string identifier_of_class(std::string_view token) {
  std::string kept;
  for (size_t begin = 0; begin < token.size();) {
    const size_t end = std::min(token.find_first_of("-_", begin), token.size());
    const std::string_view part = token.substr(begin, end - begin);
    const bool first = begin == 0 && end < token.size();
    if (first &&
        std::find(std::begin(kMadeBefore), std::end(kMadeBefore), part) != std::end(kMadeBefore))
      return {};
    if (!part.empty() && !is_made(part)) kept.append(kept.empty() ? "" : "-").append(part);
    begin = end + 1;
  }
  return identifier_of(kept);
}

std::string_view identifier_of_type(ValueType type) {
  switch (type) {
    case ValueType::kNumber:
      return "number";
    case ValueType::kMoney:
      return "price";
    case ValueType::kDate:
      return "date";
    case ValueType::kTime:
      return "time";
    case ValueType::kDuration:
      return "duration";
    case ValueType::kUrl:
      return "link";
    case ValueType::kImage:
      return "image";
    case ValueType::kEmail:
      return "email";
    case ValueType::kPhone:
      return "phone";
    case ValueType::kAddress:
    case ValueType::kBoolean:
    case ValueType::kEnum:
    case ValueType::kText:
      break;
  }
  return "text";
}

}  // namespace weft::value
