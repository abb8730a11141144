// Value patterns: how values begin and end, as sequences of token classes with the commonest words
// kept literally: the patterns of DataProg ([Liu], wrapper maintenance).
//
//   "$ 12.50", "$ 7.99"   begin with  $ NUMBER          end with  . NUMBER
//   "Item no. 4711"       begin with  Item no           end with  NUMBER
//
// A token is a run of letters, a run of digits, or one other character. Its class: its text if that
// is frequent at this place, else number, capitalised, upper, lower, other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"

namespace weft::value {

// The first (or last) tokens of a text, each literal or as a class: "Item no NUMBER".
std::vector<std::string> head_tokens(std::string_view text, size_t count);
// Nearest the end first.
std::vector<std::string> tail_tokens(std::string_view text, size_t count);
// NUMBER, Capitalised, UPPER, lower, or the character itself.
std::string token_class(std::string_view token);

// The patterns of one side of an attribute's values.
class PatternSet {
 public:
  enum class Side : uint8_t { kStart, kEnd };

  static PatternSet learn(const std::vector<std::string>& values, Side side);
  // The share of learned values with the pattern that `text` has; 0 for a pattern never seen.
  [[nodiscard]] double share(std::string_view text) const;
  // The share of the commonest: 1 when all values begin (or end) alike.
  [[nodiscard]] double strongest() const;

  struct Pattern {
    std::string text;  // Tokens parted by spaces.
    double share = 0;
  };
  [[nodiscard]] const std::vector<Pattern>& patterns() const { return patterns_; }

 private:
  friend void describe(JsonFields& json, PatternSet& set);
  [[nodiscard]] std::string pattern_of(std::string_view text) const;

  Side side_ = Side::kStart;
  std::vector<std::string> literals_;  // Tokens kept as they are.
  std::vector<Pattern> patterns_;      // The commonest first; at most 16.
};

}  // namespace weft::value
