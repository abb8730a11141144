// Names from texts and from class names. A class is named by whoever wrote the page, by a framework, by a tool, or
// for how it looks; only the first says what stands there:
//
//   c-team__city--large     city            the element of a block, without its variant
//   views-field-price       price           what frameworks put before goes
//   Card_title__3xY2z       card_title      what tools made of it goes
//   css-1m4d2c, col-md-6    nothing         nobody named it; it says but how it looks
//
// Tested by identifier_test.cc.

#include "value/identifier.h"

#include <algorithm>
#include <iterator>
#include <span>

#include <unicode/uchar.h>

#include "base/strings.h"

namespace weft::value {
namespace {

// What stands before names that libraries make of styles: css-1m4d2c, sc-bdVaJa, svelte-1tky8bj.
constexpr std::string_view kMadeBefore[] = {"css",    "sc",      "jss",  "jsx",
                                            "svelte", "emotion", "astro"};

// What frameworks and conventions put before a name: js-price, u-price, et_pb_price, views-field-price.
constexpr std::string_view kBefore[] = {"a",  "c",  "el",    "elementor",   "et", "field", "js",
                                        "l",  "m",  "o",     "pb",          "tw", "u",     "ui",
                                        "uk", "vc", "views", "woocommerce", "wp"};

// clang-format off
// Words that say how something looks or where it stands: "col-md-6", "text-muted", "d-flex", "row even". Sorted.
constexpr std::string_view kLooks[] = {
    "active", "align", "arrow", "auto", "background", "baseline", "bd", "bdr", "be", "bg", "big", "black", "blind",
    "block", "blue", "bold", "border", "bottom", "box", "break", "btn", "button", "capitalize", "card", "cell",
    "center", "centered", "clear", "clearfix", "col", "color", "cols", "column", "columns", "cont", "container",
    "css", "cursor", "dark", "display", "div", "element", "elm", "end", "even", "first", "fixed", "fl", "flex",
    "float", "font", "fr", "full", "gap", "gray", "green", "grey", "grid", "group", "gutters", "half", "height",
    "holder", "horizontal", "hover", "icon", "image", "img", "inline", "inner", "italic", "item", "items", "justify",
    "large", "last", "layout", "leading", "left", "lg", "light", "line", "link", "list", "lst", "margin", "mb", "md",
    "media", "medium", "middle", "ml", "mr", "mt", "muted", "mx", "my", "no", "none", "normal", "nowrap", "odd",
    "orange", "outer", "overflow", "pad", "padding", "pb", "pink", "pl", "pointer", "pos", "position", "pr",
    "primary", "pt", "pull", "px", "py", "red", "relative", "right", "rounded", "row", "secondary", "section",
    "semibold", "shadow", "size", "sm", "small", "span", "start", "stretch", "strong", "style", "table", "tbody",
    "td", "text", "top", "tr", "truncate", "txt", "uppercase", "value", "vertical", "view", "visible", "w", "weight",
    "white", "width", "wrap", "wrapper", "xl", "xs", "xxl", "yellow"};
// clang-format on
static_assert(std::is_sorted(std::begin(kLooks), std::end(kLooks)));

bool among(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

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

// The words of a class name that somebody chose, without what tools put there.
static std::string chosen_words(std::string_view token) {
  std::string kept;
  for (size_t begin = 0; begin < token.size();) {
    const size_t end = std::min(token.find_first_of("-_", begin), token.size());
    const std::string_view part = token.substr(begin, end - begin);
    const bool more = end < token.size();
    if (begin == 0 && more && among(part, kMadeBefore)) return {};
    const bool framework = kept.empty() && more && among(part, kBefore);
    if (!part.empty() && !is_made(part) && !framework)
      kept.append(kept.empty() ? "" : "-").append(part);
    begin = end + 1;
  }
  return identifier_of(kept);
}

// Whether nothing but looks is said: "col_md_6", "p_a".
static bool says_looks_alone(std::string_view name) {
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('_', begin), name.size());
    std::string_view word = name.substr(begin, end - begin);
    while (!word.empty() && is_ascii_digit(word.back())) word.remove_suffix(1);
    const bool single = word.size() <= 1;
    if (!single && !std::binary_search(std::begin(kLooks), std::end(kLooks), word)) return false;
    begin = end + 1;
  }
  return true;
}

std::string identifier_of_class(std::string_view token) {
  // Tailwind's "md:w-1/2" and "text-[14px]" are no names.
  if (token.find_first_of(":/[]()@%") != std::string_view::npos) return {};
  token = token.substr(0, token.find("--"));
  // block__element: the element says it, unless it says looks alone.
  const size_t parted = token.find("__");
  if (parted != std::string_view::npos && parted != 0) {
    std::string element = chosen_words(token.substr(parted + 2));
    if (!says_looks_alone(element)) return element;
    token = token.substr(0, parted);
  }
  std::string name = chosen_words(token);
  return says_looks_alone(name) ? std::string() : name;
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
