// The classes of an element, token by token, without allocation:
//
//   for (std::string_view token : class_tokens(doc, n)) …
//   if (has_class(doc, n, "price")) …
#pragma once

#include <string_view>

#include "base/strings.h"
#include "dom/document.h"

namespace weft::dom {

// The words of a string parted by HTML white space, in order, repeated ones included.
class TokenRange {
 public:
  class Iterator {
   public:
    explicit Iterator(std::string_view rest) : rest_(rest) { next_token(); }
    std::string_view operator*() const { return token_; }
    Iterator& operator++() {
      next_token();
      return *this;
    }
    // Only the end compares equal to the end: a token is never empty.
    bool operator==(const Iterator& other) const { return token_.data() == other.token_.data(); }

   private:
    void next_token() {
      size_t begin = 0;
      while (begin < rest_.size() && is_html_space(rest_[begin])) ++begin;
      size_t end = begin;
      while (end < rest_.size() && !is_html_space(rest_[end])) ++end;
      token_ = begin == end ? std::string_view() : rest_.substr(begin, end - begin);
      rest_.remove_prefix(end);
    }

    std::string_view rest_;
    std::string_view token_;
  };

  explicit TokenRange(std::string_view text) : text_(text) {}
  [[nodiscard]] Iterator begin() const { return Iterator(text_); }
  [[nodiscard]] Iterator end() const { return Iterator({}); }

 private:
  std::string_view text_;
};

// The tokens of the class attribute; none for other nodes.
inline TokenRange class_tokens(const Document& doc, NodeId n) {
  return TokenRange(doc.attribute(n, atoms::kClass).value_or(std::string_view()));
}

// Whether the text has the token among its words. REQUIRES: token is one word.
inline bool has_token(std::string_view text, std::string_view token) {
  for (size_t at = text.find(token); at != std::string_view::npos; at = text.find(token, at + 1)) {
    const size_t end = at + token.size();
    if ((at == 0 || is_html_space(text[at - 1])) &&
        (end == text.size() || is_html_space(text[end])))
      return true;
  }
  return false;
}

// Exactly as spelled. O(length of the attribute).
inline bool has_class(const Document& doc, NodeId n, std::string_view token) {
  return !token.empty() && has_token(doc.attribute(n, atoms::kClass).value_or(""), token);
}

}  // namespace weft::dom
