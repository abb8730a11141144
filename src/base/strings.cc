// normalize_space runs over every text of every page, so it looks at eight bytes at a time: where no
// white space stands beside another, and no byte may begin a wide space, a stretch is copied as it is.

#include "base/strings.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/unicode_space.h"

namespace weft {

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_ascii_digit);
}

size_t count_digits(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), is_ascii_digit));
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = ascii_lower(c);
  return lower;
}

bool equals_ignoring_ascii_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
  }
  return true;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_html_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_html_space(text.back())) text.remove_suffix(1);
  return text;
}

size_t space_length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  if (is_html_space(text[at]) || text[at] == '\v') return 1;
  if (byte(0) == 0xC2 && (byte(1) == 0xA0 || byte(1) == 0x85)) return 2;  // U+00A0, U+0085
  if (byte(0) == 0xE1 && byte(1) == 0x9A && byte(2) == 0x80) return 3;    // U+1680
  if (byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0x80 && byte(2) <= 0x8A) return 3;
  if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9 || byte(2) == 0xAF))
    return 3;
  if (byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) == 0x9F) return 3;  // U+205F
  if (byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80) return 3;  // U+3000
  return 0;
}

namespace {

// OPTIMIZATION: whether the eight bytes at `at`, before which no space stands, are printable ASCII with single spaces, and
// what follows them is none.
bool eight_are_normalized(std::string_view text, size_t at) {
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  constexpr uint64_t kHigh = 0x80 * kOnes;
  if (std::endian::native != std::endian::little || at + 8 >= text.size()) return false;
  uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + at, sizeof bytes);
  if ((bytes & kHigh) != 0) return false;
  const uint64_t printable = (bytes + 0x60 * kOnes) & kHigh;  // From 0x20 on…
  const uint64_t words = (bytes + 0x5F * kOnes) & kHigh;      // …and from 0x21 on.
  const uint64_t spaces = printable & ~words;
  if (printable != kHigh || (spaces & (spaces >> 8)) != 0) return false;
  return (spaces >> 63) == 0 || !may_be_space(text[at + 8]);
}

// The end of the stretch from `at`, before which a word stands, that is words with single plain spaces between them.
size_t normalized_until(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (eight_are_normalized(text, at)) {
      at += 8;
      continue;
    }
    for (const size_t stop = std::min(at + 8, text.size()); at < stop; ++at) {
      if (!may_be_space(text[at]) || space_length(text, at) == 0) continue;
      const bool single = text[at] == ' ' && at + 1 < text.size() && !may_be_space(text[at + 1]);
      if (!single) return at;
    }
  }
  return at;
}

}  // namespace

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::string normalize_space(std::string_view utf8) {
  std::string out;
  for (size_t at = skip_space(utf8, 0); at < utf8.size(); at = skip_space(utf8, at)) {
    const size_t end = normalized_until(utf8, at + 1);
    if (out.empty())
      out.reserve(utf8.size() - at);
    else
      out.push_back(' ');
    out.append(utf8.substr(at, end - at));
    at = end;
  }
  return out;
}

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (c >> 6)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (c >> 12)));
    out.push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else {
    out.push_back(static_cast<char>(0xF0 | (c >> 18)));
    out.push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
}

char32_t next_code_point(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) {
    ++at;
    return first;
  }
  const int length = first >= 0xF0 && first <= 0xF4  ? 4
                     : first >= 0xE0 && first < 0xF0 ? 3
                     : first >= 0xC2 && first < 0xE0 ? 2
                                                     : 0;
  if (length == 0 || at + static_cast<size_t>(length) > text.size()) {
    ++at;
    return 0xFFFD;
  }
  char32_t c = first & (0xFF >> (length + 1));
  for (int i = 1; i < length; ++i) {
    const unsigned char next = byte(at + static_cast<size_t>(i));
    if ((next & 0xC0) != 0x80) {
      ++at;
      return 0xFFFD;
    }
    c = (c << 6) | (next & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kSmallest[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
    ++at;
    return 0xFFFD;
  }
  at += static_cast<size_t>(length);
  return c;
}

}  // namespace weft
