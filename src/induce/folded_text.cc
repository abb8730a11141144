// Tested by folded_text_test.cc against normalize_space on all short texts over a small alphabet.
//
// Nearly all text differs in its first bytes, so the answer is known before anything is copied.
// Bytes that may begin a Unicode space (0xC2, 0xE1 to 0xE3) send the question to the slow way.

#include "induce/folded_text.h"

#include "base/strings.h"
#include "induce/symbols.h"

namespace weft::induce {
namespace {

bool may_be_space(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3) || c == '\v';
}

enum class Prefix {
  kNo,       // They differ.
  kYes,      // raw, folded, begins with the value.
  kShorter,  // raw, folded, ends where the value goes on.
  kUnknown
};

// How raw, folded, and the value begin; `rest` is what of raw comes after the value.
Prefix match_prefix(std::string_view raw, std::string_view value, std::string_view& rest) {
  size_t i = 0;
  while (i < raw.size() && is_html_space(raw[i])) ++i;
  for (const char wanted : value) {
    if (i == raw.size()) return Prefix::kShorter;
    if (may_be_space(raw[i])) return Prefix::kUnknown;
    if (is_html_space(raw[i])) {
      while (i < raw.size() && is_html_space(raw[i])) ++i;
      if (i < raw.size() && may_be_space(raw[i])) return Prefix::kUnknown;
      if (i == raw.size()) return Prefix::kShorter;
      if (wanted != ' ') return Prefix::kNo;
      continue;
    }
    if (raw[i] != wanted) return Prefix::kNo;
    ++i;
  }
  rest = raw.substr(i);
  return Prefix::kYes;
}

// Whether raw, folded, is surely shorter than the value or another text.
bool differs(Prefix prefix) { return prefix == Prefix::kNo || prefix == Prefix::kShorter; }

}  // namespace

bool folded_equals(std::string_view raw, std::string_view value) {
  std::string_view rest;
  const Prefix prefix = match_prefix(raw, value, rest);
  if (prefix == Prefix::kYes && trim(rest).empty()) return true;
  if (differs(prefix) ||
      (prefix == Prefix::kYes && !may_be_space(rest.front()) && !is_html_space(rest.front()))) {
    return false;
  }
  return normalize_space(raw) == value;
}

bool folded_starts_with(std::string_view raw, std::string_view value) {
  std::string_view rest;
  const Prefix prefix = match_prefix(raw, value, rest);
  return prefix == Prefix::kUnknown ? normalize_space(raw).starts_with(value)
                                    : prefix == Prefix::kYes;
}

bool folded_is_start_of(std::string_view raw, std::string_view value) {
  std::string_view rest;
  const Prefix prefix = match_prefix(raw, value, rest);
  if (differs(prefix)) return prefix == Prefix::kShorter;
  return value.starts_with(normalize_space(raw));
}

bool folded_continues(std::string_view raw, std::string_view value) {
  std::string_view rest;
  const Prefix prefix = match_prefix(raw, value, rest);
  if (differs(prefix) || (prefix == Prefix::kYes && rest.empty())) return false;
  const std::string text = normalize_space(raw);
  return text.size() > value.size() && text.starts_with(value);
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
  const Prefix prefix = match_prefix(raw, value, rest);
  if (differs(prefix)) return false;
  return first_word(normalize_space(raw)) == value;
}

}  // namespace weft::induce
