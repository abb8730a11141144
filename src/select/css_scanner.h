// CSS scanner: the words of a selector, one at a time; errors name their column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::select {

class CssScanner {
 public:
  explicit CssScanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  // '\0' at the end.
  [[nodiscard]] char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  // Whether a name begins here; it may begin with an escape.
  [[nodiscard]] bool at_identifier() const;

  // REQUIRES: it is not at the end.
  char next() { return text_[at_++]; }
  bool take(char c);
  bool take_word(std::string_view word);  // Whatever its case.
  bool skip_space();

  Result<std::string> identifier();
  Result<std::string> string_or_identifier();
  std::optional<int> integer();  // Large ones are cut to some large number.

  [[nodiscard]] size_t position() const { return at_; }
  // For errors that concern what began there.
  void go_back_to(size_t position) { at_ = position; }
  // "css: expected ')' at column 9".
  [[nodiscard]] Error error(std::string_view message) const;
  [[nodiscard]] Error limit(std::string_view message) const;

 private:
  void append_escaped(std::string& out);

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace weft::select
