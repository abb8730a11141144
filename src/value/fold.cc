#include "value/fold.h"

#include <iterator>

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

#include "base/strings.h"

namespace weft::value {
namespace {

constexpr size_t kMaxTypedBytes = 4096;

char32_t plain(char32_t c) {
  if (c >= 0x2010 && c <= 0x2015) return '-';  // hyphens and dashes
  if (c == 0x2212 || c == 0xFE63 || c == 0xFF0D) return '-';
  if (c >= 0xFF10 && c <= 0xFF19) return c - 0xFF10 + '0';
  if (c == 0x2018 || c == 0x2019 || c == 0x02BC) return '\'';
  if (c == 0xFF0E) return '.';
  if (c == 0xFF0C) return ',';
  if (c == 0x200E || c == 0x200F || c == 0xFEFF || c == 0x00AD) return 0;  // invisible
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

// Bytes of non-ASCII characters count as letters: words of every script stay whole.
bool is_value_byte(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

char32_t plain_letter(char32_t c) {
  static const UNormalizer2* const kNormalizer = [] {
    UErrorCode error = U_ZERO_ERROR;
    return unorm2_getNFKDInstance(&error);
  }();
  UChar buffer[32];
  UErrorCode error = U_ZERO_ERROR;
  const int32_t length = unorm2_getDecomposition(kNormalizer, static_cast<UChar32>(c), buffer,
                                                 static_cast<int32_t>(std::size(buffer)), &error);
  if (U_SUCCESS(error) != 0 && length > 0 && !U16_IS_SURROGATE(buffer[0])) c = buffer[0];
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

std::string fold_text(std::string_view utf8) {
  utf8 = utf8.substr(0, kMaxTypedBytes);
  std::string out;
  out.reserve(utf8.size());
  for (size_t at = 0; at < utf8.size();) {
    if (static_cast<unsigned char>(utf8[at]) < 0x80) {
      out += ascii_lower(utf8[at++]);
      continue;
    }
    const char32_t c = plain(next_code_point(utf8, at));
    if (c != 0) append_utf8(out, c);
  }
  return normalize_space(out);
}

bool is_whole_word(std::string_view text, size_t at, size_t size) {
  const bool starts = at == 0 || !is_value_byte(text[at - 1]) || !is_value_byte(text[at]);
  const size_t end = at + size;
  const bool ends =
      end >= text.size() || !is_value_byte(text[end]) || !is_value_byte(text[end - 1]);
  return starts && ends;
}

size_t find_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (is_whole_word(text, at, word.size())) return at;
  }
  return std::string_view::npos;
}

bool has_decimal_point(std::string_view language) {
  const std::string primary = ascii_lower(language.substr(0, language.find_first_of("-_")));
  for (const std::string_view with_point : {"en", "zh", "ja", "ko", "he", "th", "hi", "ga", "mt"}) {
    if (primary == with_point) return true;
  }
  return false;
}

}  // namespace weft::value
