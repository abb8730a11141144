// Landmark rules: where in a stream of tokens a value begins or ends ([Liu], Stalker).
//
//   either SkipTo( ( ) or SkipTo( - <i> )
//
// A landmark is a sequence of consecutive tokens; SkipTo passes everything up to its end, SkipUntil
// up to its beginning. A rule's disjuncts are tried in order until one finds all its landmarks.
// Start rules read from the beginning of the parent, end rules backwards from its end, and their
// landmarks are written in the order in which they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "wrap/landmarks/token_stream.h"

namespace weft::wrap {

// A token, spelt, or a wildcard such as _Punctuation_. "<span>" is every <span>, "<span.price>"
// those of this class.
class Terminal {
 public:
  Terminal() = default;
  explicit Terminal(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool is_wildcard() const { return classes_ != 0; }
  // What tokens are looked up by: the hash of the spelling, or the bit of the wildcard.
  [[nodiscard]] uint64_t key() const { return is_wildcard() ? classes_ : key_; }
  [[nodiscard]] bool matches(const Token& token) const {
    return is_wildcard() ? (token.classes & classes_) != 0
                         : token.key == key_ || token.name == key_;
  }
  bool operator==(const Terminal&) const = default;

 private:
  std::string text_;
  uint64_t key_ = 0;
  uint8_t classes_ = 0;
};

// The token itself and what else stands for it: a tag without its classes, and its wildcards.
std::vector<Terminal> terminals_of(const TokenStream& stream, uint32_t token);

using Landmark = std::vector<Terminal>;

struct Disjunct {
  std::vector<Landmark> landmarks;
  bool until = false;     // The last landmark is not passed: SkipUntil.
  uint32_t examples = 0;  // It was learned from.
  bool operator==(const Disjunct&) const = default;
};

struct LandmarkRule {
  std::vector<Disjunct> disjuncts;
  bool operator==(const LandmarkRule&) const = default;
};

// Tokens in the direction in which a rule reads them.
class TokenView {
 public:
  TokenView(std::span<const Token> tokens, bool backward) : tokens_(tokens), backward_(backward) {}
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(tokens_.size()); }
  const Token& operator[](uint32_t i) const {
    return tokens_[backward_ ? tokens_.size() - 1 - i : i];
  }

 private:
  std::span<const Token> tokens_;
  bool backward_;
};

// How many tokens it passes from `from` on, counted from the beginning of the view; nothing if a
// landmark is missing. Linear.
std::optional<uint32_t> run(const Disjunct& disjunct, const TokenView& view, uint32_t from = 0);

struct RuleMatch {
  uint32_t position = 0;
  const Disjunct* disjunct = nullptr;
};
std::optional<RuleMatch> run(const LandmarkRule& rule, const TokenView& view, uint32_t from = 0);

// "SkipTo( - <i> )", "either … or …".
std::string to_string(const Disjunct& disjunct);
std::string to_string(const LandmarkRule& rule);

void describe(JsonFields& json, Disjunct& disjunct);
void describe(JsonFields& json, LandmarkRule& rule);

}  // namespace weft::wrap
