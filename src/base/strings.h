// Small string helpers shared by every layer. ASCII unless a name says UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

// HTML white space: space, tab, line feed, form feed, carriage return.
constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}
constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_alpha(char c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

bool has_digit(std::string_view text);
size_t count_digits(std::string_view text);

std::string ascii_lower(std::string_view text);
bool equals_ignoring_ascii_case(std::string_view a, std::string_view b);

// Without leading and trailing HTML white space.
std::string_view trim(std::string_view text);

// Takes the first line from `text`, which must not be empty; returns it without its line feed.
std::string_view take_line(std::string_view& text);

// Runs of white space, including U+00A0 and the other Unicode spaces, become one space; none at the
// ends. This is how values are compared everywhere in Weft.
std::string normalize_space(std::string_view utf8);

// Appends a code point as UTF-8. Surrogates and values above U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

// Decodes the code point at text[at] and moves `at` past it. Malformed bytes give U+FFFD and move
// by one. REQUIRES: at < text.size().
char32_t next_code_point(std::string_view text, size_t& at);

}  // namespace weft
