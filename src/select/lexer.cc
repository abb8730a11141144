// XPath 1.0, section 3.7. One token is recognised at a time, longest first; then two special rules
// decide what `*` and a name mean:
//   1. after a token that is not @ :: ( [ , or an operator, `*` is multiplication and a name is an
//      operator;
//   2. otherwise they are a wildcard and a name. (Whether a name is a function, a node type or an
//      axis depends on the token after it; the parser looks.)
//
//   3 * *      number, multiplication, wildcard        div div div     name, operator, name

#include "select/lexer.h"

#include <charconv>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::select {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Non-ASCII characters are all taken as letters: more than XML allows, and harmless.
constexpr bool starts_name(char c) {
  return is_ascii_alpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool continues_name(char c) {
  return starts_name(c) || is_ascii_digit(c) || c == '-' || c == '.';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    while (true) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      WEFT_TRY(next());
    }
    add(TokenKind::kEnd, 0);
    return std::move(tokens_);
  }

 private:
  Status next() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return literal(c);
    if (is_ascii_digit(c) ||
        (c == '.' && at_ + 1 < text_.size() && is_ascii_digit(text_[at_ + 1]))) {
      return number();
    }
    if (starts_name(c)) return name();
    return symbol(c);
  }

  Status literal(char quote) {
    const size_t close = text_.find(quote, at_ + 1);
    if (close == std::string_view::npos) {
      return syntax_error("xpath", "unterminated string", text_, at_);
    }
    Token token{TokenKind::kLiteral, text_.substr(at_ + 1, close - at_ - 1), 0,
                static_cast<uint32_t>(at_)};
    tokens_.push_back(token);
    at_ = close + 1;
    return {};
  }

  Status number() {
    size_t end = at_;
    while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
    if (end < text_.size() && text_[end] == '.') {
      ++end;
      while (end < text_.size() && is_ascii_digit(text_[end])) ++end;
    }
    Token token{TokenKind::kNumber, text_.substr(at_, end - at_), 0, static_cast<uint32_t>(at_)};
    std::from_chars(text_.data() + at_, text_.data() + end, token.number, std::chars_format::fixed);
    tokens_.push_back(token);
    at_ = end;
    return {};
  }

  Status name() {
    size_t end = at_ + 1;
    while (end < text_.size() && continues_name(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (!after_operand()) {
      add(TokenKind::kName, word.size());
    } else if (word == "and" || word == "or" || word == "div" || word == "mod") {
      add(TokenKind::kOperator, word.size());
    } else {
      return syntax_error("xpath", fmt::format("expected an operator, found '{}'", word), text_,
                          at_);
    }
    return {};
  }

  Status symbol(char c) {
    const std::string_view two = text_.substr(at_, 2);
    if (two == "!=" || two == "<=" || two == ">=") {
      add(TokenKind::kOperator, 2);
    } else if (two == "//" || two == "::" || two == "..") {
      add(TokenKind::kSymbol, 2);
    } else if (c == '*') {
      add(after_operand() ? TokenKind::kOperator : TokenKind::kStar, 1);
    } else if (std::string_view("=<>+-|").find(c) != std::string_view::npos) {
      add(TokenKind::kOperator, 1);
    } else if (std::string_view("()[],@:./$").find(c) != std::string_view::npos) {
      add(TokenKind::kSymbol, 1);
    } else {
      const std::string shown = c >= ' ' ? fmt::format("'{}'", c) : fmt::format("\\x{:02x}", c);
      return syntax_error("xpath", "unexpected character " + shown, text_, at_);
    }
    return {};
  }

  // Rule 1: whether what came before can end an operand.
  [[nodiscard]] bool after_operand() const {
    if (tokens_.empty()) return false;
    const Token& last = tokens_.back();
    if (last.kind == TokenKind::kOperator) return false;
    return last.kind != TokenKind::kSymbol || last.text == ")" || last.text == "]" ||
           last.text == "." || last.text == "..";
  }

  void add(TokenKind kind, size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), 0, static_cast<uint32_t>(at_)});
    at_ += length;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> tokenize_xpath(std::string_view text) { return Lexer(text).run(); }

uint32_t column_of(std::string_view text, size_t offset) {
  uint32_t column = 1;
  for (size_t i = 0; i < offset && i < text.size(); ++i) {
    column += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80 ? 1 : 0;
  }
  return column;
}

Error syntax_error(std::string_view language, std::string_view message, std::string_view text,
                   size_t offset) {
  return {ErrorCode::kInvalidArgument,
          fmt::format("{}: {} at column {}", language, message, column_of(text, offset))};
}

}  // namespace weft::select
