// XPath text to tokens, with XPath 1.0's rules for telling operators from names (section 3.7).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::select {

enum class TokenKind : uint8_t {
  kEnd,
  kName,      // an NCName: text
  kStar,      // the wildcard
  kLiteral,   // text, without quotes
  kNumber,    // number
  kOperator,  // and or div mod * = != < <= > >= + - |: text
  kSymbol,    // ( ) [ ] , @ :: : . .. / // $: text
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;
  double number = 0;
  uint32_t offset = 0;  // Bytes into the expression.

  [[nodiscard]] bool is(TokenKind wanted, std::string_view spelling) const {
    return kind == wanted && text == spelling;
  }
  [[nodiscard]] bool is_symbol(std::string_view spelling) const {
    return is(TokenKind::kSymbol, spelling);
  }
};

// The tokens of `text`, ended by one kEnd. They point into `text`. Fails with kInvalidArgument,
// saying where, e.g. "xpath: unterminated string at column 7".
Result<std::vector<Token>> tokenize_xpath(std::string_view text);

// The 1-based column, in characters, of a byte offset.
uint32_t column_of(std::string_view text, size_t offset);

// "xpath: message at column N".
Error syntax_error(std::string_view language, std::string_view message, std::string_view text,
                   size_t offset);

}  // namespace weft::select
