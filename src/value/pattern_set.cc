#include "value/pattern_set.h"

#include <algorithm>
#include <map>

#include <unicode/uchar.h>

#include "base/json_fields.h"
#include "base/strings.h"

namespace weft::value {
namespace {

constexpr size_t kTokens = 2;  // Of a pattern.
constexpr size_t kMaxPatterns = 16;
constexpr double kLiteralShare = 0.3;  // Of the values that must share a token at its place.
constexpr size_t kMaxBytes = 4096;     // Of a value that is looked at.

enum class Kind : uint8_t { kSpace, kDigit, kLetter, kOther };

Kind kind_of(char32_t c) {
  const auto code = static_cast<UChar32>(c);
  if (u_isUWhiteSpace(code)) return Kind::kSpace;
  if (u_isdigit(code)) return Kind::kDigit;
  return u_isalpha(code) ? Kind::kLetter : Kind::kOther;
}

std::vector<std::string> tokens_of(std::string_view text, size_t limit) {
  std::vector<std::string> tokens;
  Kind last = Kind::kSpace;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const Kind kind = kind_of(next_code_point(text, at));
    const std::string_view bytes = text.substr(begin, at - begin);
    if (kind != Kind::kSpace) {
      if (kind == last && kind != Kind::kOther)
        tokens.back() += bytes;
      else if (tokens.size() == limit)
        break;
      else
        tokens.emplace_back(bytes);
    }
    last = kind;
  }
  return tokens;
}

}  // namespace

std::vector<std::string> head_tokens(std::string_view text, size_t count) {
  return tokens_of(text.substr(0, kMaxBytes), count);
}

std::vector<std::string> tail_tokens(std::string_view text, size_t count) {
  if (text.size() > kMaxBytes) text.remove_prefix(text.size() - kMaxBytes);
  std::vector<std::string> tokens = tokens_of(text, kMaxBytes);
  std::reverse(tokens.begin(), tokens.end());
  if (tokens.size() > count) tokens.resize(count);
  return tokens;
}

std::string token_class(std::string_view token) {
  size_t at = 0;
  const char32_t first = next_code_point(token, at);
  if (kind_of(first) == Kind::kDigit) return "NUMBER";
  if (kind_of(first) != Kind::kLetter) return std::string(token);
  if (u_islower(static_cast<UChar32>(first))) return "lower";
  if (at == token.size()) return "Capitalised";
  return u_isupper(static_cast<UChar32>(next_code_point(token, at))) ? "UPPER" : "Capitalised";
}

PatternSet PatternSet::learn(const std::vector<std::string>& values, Side side) {
  PatternSet set;
  set.side_ = side;
  std::map<std::string, size_t> tokens;
  for (const std::string& value : values) {
    for (const std::string& token :
         side == Side::kStart ? head_tokens(value, kTokens) : tail_tokens(value, kTokens))
      ++tokens[token];
  }
  const double enough = std::max(2.0, kLiteralShare * static_cast<double>(values.size()));
  for (const auto& [token, count] : tokens) {
    if (static_cast<double>(count) >= enough) set.literals_.push_back(token);
  }
  std::map<std::string, size_t> counts;
  for (const std::string& value : values) ++counts[set.pattern_of(value)];
  for (const auto& [pattern, count] : counts) {
    set.patterns_.push_back(
        {pattern, static_cast<double>(count) / static_cast<double>(values.size())});
  }
  std::stable_sort(set.patterns_.begin(), set.patterns_.end(),
                   [](const Pattern& a, const Pattern& b) { return a.share > b.share; });
  if (set.patterns_.size() > kMaxPatterns) set.patterns_.resize(kMaxPatterns);
  return set;
}

std::string PatternSet::pattern_of(std::string_view text) const {
  std::string pattern;
  for (const std::string& token :
       side_ == Side::kStart ? head_tokens(text, kTokens) : tail_tokens(text, kTokens)) {
    const bool literal = std::binary_search(literals_.begin(), literals_.end(), token);
    if (!pattern.empty()) pattern += ' ';
    pattern += literal ? token : token_class(token);
  }
  return pattern;
}

double PatternSet::share(std::string_view text) const {
  const std::string pattern = pattern_of(text);
  for (const Pattern& known : patterns_) {
    if (known.text == pattern) return known.share;
  }
  return 0;
}

double PatternSet::strongest() const { return patterns_.empty() ? 0 : patterns_.front().share; }

static std::span<const std::string_view> names_of(PatternSet::Side) {
  static constexpr std::string_view kNames[] = {"start", "end"};
  return kNames;
}

static void describe(JsonFields& json, PatternSet::Pattern& pattern) {
  json.required("text", pattern.text);
  json.field("share", pattern.share);
}

void describe(JsonFields& json, PatternSet& set) {
  json.required("side", set.side_);
  json.field("literals", set.literals_);
  json.field("patterns", set.patterns_);
  if (json.reading()) std::sort(set.literals_.begin(), set.literals_.end());
}

}  // namespace weft::value
