#include "value/identifier.h"

#include <algorithm>

#include <unicode/uchar.h>

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

constexpr size_t kLongest = 40;  // Characters of a name.

// Whether a character belongs to words: letters and digits, and the marks on them.
static bool is_of_word(UChar32 c) {
  return u_isalnum(c) != 0 || (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

std::string identifier_of(std::string_view text) {
  std::string name;
  size_t characters = 0;
  bool gap = false;
  bool lower = false;  // The character before is.
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<UChar32>(next_code_point(text, i));
    if (u_charType(c) == U_FORMAT_CHAR) continue;  // Zero-width spaces and the like.
    const bool letter = is_of_word(c);
    const bool part = (gap || (lower && u_isupper(c))) && letter;
    if (part && !name.empty()) name += '_', ++characters;
    gap = !letter;
    lower = letter && u_islower(c);
    if (!letter) continue;
    if (characters++ >= kLongest) {  // A word that is not whole goes.
      const size_t whole = name.rfind('_');
      return whole == std::string::npos ? name : name.substr(0, whole);
    }
    append_utf8(name, static_cast<char32_t>(u_tolower(c)));
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
