// Tested by folded_text_test.cc against normalize_space on all short texts over a small alphabet.
//
// Nearly all text differs in its first bytes, so the answer is known before anything is copied.

#include "wrap/rules/folded_text.h"

#include "base/strings.h"
#include "base/unicode_space.h"

namespace weft::wrap {
namespace {

enum class Prefix {
  kNo,       // They differ.
  kShorter,  // raw, folded, ends where the value goes on.
  kYes       // raw, folded, begins with the value.
};

// How raw, folded, and the value begin; `rest` is what of raw comes after the value.
Prefix match_prefix(std::string_view raw, std::string_view value, std::string_view& rest) {
  size_t i = skip_space(raw, 0);
  for (const char wanted : value) {
    const size_t next = skip_space(raw, i);
    if (next == raw.size()) return Prefix::kShorter;
    if (next == i) {
      if (raw[i++] != wanted) return Prefix::kNo;
    } else {
      if (wanted != ' ') return Prefix::kNo;
      i = next;
    }
  }
  rest = raw.substr(i);
  return Prefix::kYes;
}

}  // namespace

bool folded_equals(std::string_view raw, std::string_view value) {
  std::string_view rest;
  return match_prefix(raw, value, rest) == Prefix::kYes && skip_space(rest, 0) == rest.size();
}

bool folded_starts_with(std::string_view raw, std::string_view value) {
  std::string_view rest;
  return match_prefix(raw, value, rest) == Prefix::kYes;
}

bool folded_is_start_of(std::string_view raw, std::string_view value) {
  std::string_view rest;
  const Prefix prefix = match_prefix(raw, value, rest);
  return prefix == Prefix::kShorter ||
         (prefix == Prefix::kYes && skip_space(rest, 0) == rest.size());
}

bool folded_continues(std::string_view raw, std::string_view value) {
  std::string_view rest;
  return match_prefix(raw, value, rest) == Prefix::kYes && skip_space(rest, 0) < rest.size();
}

bool folded_ends_in_word(std::string_view raw, std::string_view value) {
  const std::string_view text = trim(raw);
  if (text.empty()) return false;
  if (static_cast<unsigned char>(text.back()) < 0x80 && text.back() != '\v') {
    if (!text.ends_with(value)) return false;
    const size_t before = text.size() - value.size();
    if (before == 0 || is_html_space(text[before - 1])) return true;
    const char last = text[before - 1];
    if (static_cast<unsigned char>(last) < 0x80 && last != '\v') return false;
  }
  return last_word(normalize_space(raw)) == value;
}

bool folded_begins_with_word(std::string_view raw, std::string_view value) {
  std::string_view rest;
  return match_prefix(raw, value, rest) == Prefix::kYes &&
         first_word(normalize_space(raw)) == value;
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" ,;.:"));
}

std::string_view last_word(std::string_view text) {
  const size_t space = text.rfind(' ');
  return space == std::string_view::npos ? text : text.substr(space + 1);
}

std::string_view colon_prefix(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon >= 32 || colon + 1 >= text.size())
    return {};
  if (text[colon + 1] == ':' || text[colon + 1] == '/') return {};
  return text.substr(0, colon + 1);
}

}  // namespace weft::wrap
