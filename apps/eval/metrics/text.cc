#include "eval/metrics/text.h"

#include <algorithm>
#include <iterator>

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include "base/strings.h"
#include "dom/text.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

// Windows-1252 for 0x80 to 0x9F; 0 where it has nothing.
constexpr char16_t kWindows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,   // 80
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,        // 88
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,   // 90
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};  // 98

std::string read_c1_as_windows1252(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const bool c1 = c >= 0x80 && c < 0xA0 && kWindows1252[c - 0x80] != 0;
    append_utf8(out, c1 ? char32_t{kWindows1252[c - 0x80]} : c);
  }
  return out;
}

bool stands_alone(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
}

bool is_word_character(UChar32 c) {
  constexpr uint32_t kWord = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
  return c == '_' || (U_GET_GC_MASK(c) & kWord) != 0;
}

icu::UnicodeString normalized(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString wide = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
  if (U_SUCCESS(status)) wide = nfkc->normalize(wide, status);
  return wide.toLower();
}

}  // namespace

std::string unescape_entities(std::string_view text) {
  if (text.find('&') == std::string_view::npos) return std::string(text);
  std::string safe = "<body>";  // Text alone: nothing in it may open a tag.
  for (const char c : text) {
    if (c == '<')
      safe += "&lt;";
    else
      safe += c;
  }
  const auto parsed = html::parse(safe, {.transport_charset = "utf-8"});
  return dom::text_content(parsed.document, dom::kRoot);
}

std::string comparable_value(std::string_view text) {
  std::string value(text);
  for (int round = 0; round < 3; ++round) {
    std::string next = unescape_entities(value);
    if (next == value) break;
    value = std::move(next);
  }
  return normalize_space(read_c1_as_windows1252(value));
}

std::vector<std::string> word_tokens(std::string_view text) {
  const icu::UnicodeString wide = normalized(text);
  std::vector<std::string> tokens;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) tokens.push_back(std::move(word));
    word.clear();
  };
  for (int32_t i = 0; i < wide.length(); i = wide.moveIndex32(i, 1)) {
    const UChar32 c = wide.char32At(i);
    if (!is_word_character(c)) {
      finish();
      continue;
    }
    if (stands_alone(c)) finish();
    append_utf8(word, static_cast<char32_t>(c));
    if (stands_alone(c)) finish();
  }
  finish();
  return tokens;
}

TokenBag Vocabulary::bag(std::string_view text) {
  TokenBag bag;
  for (std::string& token : word_tokens(unescape_entities(text))) {
    bag.push_back(
        ids_.try_emplace(std::move(token), static_cast<uint32_t>(ids_.size())).first->second);
  }
  std::sort(bag.begin(), bag.end());
  return bag;
}

uint64_t overlap(const TokenBag& a, const TokenBag& b) {
  uint64_t shared = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++shared;
      ++i;
      ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return shared;
}

TokenBag difference(const TokenBag& a, const TokenBag& b) {
  TokenBag rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace weft::eval
