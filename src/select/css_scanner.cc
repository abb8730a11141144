#include "select/css_scanner.h"

#include <algorithm>

#include "base/strings.h"
#include "select/lexer.h"

namespace weft::select {
namespace {

bool starts_identifier(char c) {
  return is_ascii_alpha(c) || c == '_' || c == '-' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// -1 for what is no hexadecimal digit.
int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

bool CssScanner::at_identifier() const { return starts_identifier(peek()); }

bool CssScanner::take(char c) {
  if (at_end() || peek() != c) return false;
  ++at_;
  return true;
}

bool CssScanner::take_word(std::string_view word) {
  if (!equals_ignoring_ascii_case(text_.substr(at_, word.size()), word)) return false;
  at_ += word.size();
  return true;
}

bool CssScanner::skip_space() {
  const size_t begin = at_;
  while (!at_end() && is_html_space(text_[at_])) ++at_;
  return at_ != begin;
}

Result<std::string> CssScanner::identifier() {
  std::string name;
  if (at_end() || !at_identifier()) return error("expected a name");
  while (!at_end() && (at_identifier() || is_ascii_digit(peek()))) {
    if (take('\\')) {
      append_escaped(name);
    } else {
      name += next();
    }
  }
  if (name.empty() || name == "-") return error("expected a name");
  return name;
}

Result<std::string> CssScanner::string_or_identifier() {
  if (peek() != '"' && peek() != '\'') {
    // As browsers do not, but people write: [data-id=5].
    if (is_ascii_digit(peek())) {
      std::string digits;
      while (is_ascii_digit(peek()) || at_identifier()) digits += next();
      return digits;
    }
    return identifier();
  }
  const size_t begin = at_;
  const char quote = next();
  std::string value;
  while (!at_end() && peek() != quote) {
    if (take('\\')) {
      append_escaped(value);
    } else {
      value += next();
    }
  }
  if (!take(quote)) {
    at_ = begin;
    return error("unterminated string");
  }
  return value;
}

std::optional<int> CssScanner::integer() {
  constexpr int kLargest = 100'000'000;
  std::optional<int> value;
  for (; is_ascii_digit(peek()); ++at_)
    value = std::min(kLargest, value.value_or(0)) * 10 + (peek() - '0');
  return value;
}

// After a backslash: up to six hexadecimal digits and one space, or any character.
void CssScanner::append_escaped(std::string& out) {
  if (at_end()) return;
  if (hex_value(peek()) < 0) {
    if (peek() != '\n') out += peek();
    ++at_;
    return;
  }
  char32_t code = 0;
  for (int i = 0; i < 6 && !at_end() && hex_value(peek()) >= 0; ++i)
    code = code * 16 + static_cast<char32_t>(hex_value(next()));
  if (is_html_space(peek())) ++at_;
  append_utf8(out, code == 0 ? 0xFFFD : code);
}

Error CssScanner::error(std::string_view message) const {
  return syntax_error("css", message, text_, at_);
}

Error CssScanner::limit(std::string_view message) const {
  Error reached = error(message);
  reached.code = ErrorCode::kLimitExceeded;
  return reached;
}

}  // namespace weft::select
