// Tested by src/induce/landmarks/landmarks_test.cc.

#include "wrap/landmarks/landmark_rule.h"

#include <algorithm>

#include "base/hash.h"

namespace weft::wrap {
namespace {

struct Wildcard {
  std::string_view text;
  uint8_t classes;
};
constexpr Wildcard kWildcards[] = {{"_Numeric_", kNumeric},         {"_Alphabetic_", kAlphabetic},
                                   {"_Punctuation_", kPunctuation}, {"_HtmlTag_", kHtmlTag},
                                   {"_Capitalized_", kCapitalized}, {"_AlphaNum_", kAlphaNum}};

bool matches_at(const Landmark& landmark, const TokenView& view, uint32_t at) {
  for (uint32_t i = 0; i < landmark.size(); ++i) {
    if (!landmark[i].matches(view[at + i])) return false;
  }
  return true;
}

}  // namespace

Terminal::Terminal(std::string text) : text_(std::move(text)), key_(hash_bytes(text_)) {
  for (const Wildcard& wildcard : kWildcards) {
    if (wildcard.text == text_) classes_ = wildcard.classes;
  }
}

std::vector<Terminal> terminals_of(const TokenStream& stream, uint32_t token) {
  const Token& at = stream.tokens()[token];
  std::vector<Terminal> terminals{Terminal(stream.spelling(token))};
  if (at.name != 0 && at.name != at.key) terminals.emplace_back(stream.name_spelling(token));
  for (const Wildcard& wildcard : kWildcards) {
    if ((at.classes & wildcard.classes) != 0) terminals.emplace_back(std::string(wildcard.text));
  }
  return terminals;
}

std::optional<uint32_t> run(const Disjunct& disjunct, const TokenView& view, uint32_t from) {
  uint32_t at = from;
  for (const Landmark& landmark : disjunct.landmarks) {
    const auto length = static_cast<uint32_t>(landmark.size());
    while (at + length <= view.size() && !matches_at(landmark, view, at)) ++at;
    if (at + length > view.size()) return std::nullopt;
    at += length;
  }
  if (disjunct.until) at -= static_cast<uint32_t>(disjunct.landmarks.back().size());
  return at;
}

std::optional<RuleMatch> run(const LandmarkRule& rule, const TokenView& view, uint32_t from) {
  for (const Disjunct& disjunct : rule.disjuncts) {
    if (const auto position = run(disjunct, view, from)) return RuleMatch{*position, &disjunct};
  }
  return std::nullopt;
}

std::string to_string(const Disjunct& disjunct) {
  std::string out;
  for (const Landmark& landmark : disjunct.landmarks) {
    if (!out.empty()) out += ' ';
    out += disjunct.until && &landmark == &disjunct.landmarks.back() ? "SkipUntil(" : "SkipTo(";
    for (const Terminal& terminal : landmark) out += ' ' + terminal.text();
    out += " )";
  }
  return out;
}

std::string to_string(const LandmarkRule& rule) {
  std::string out = rule.disjuncts.size() > 1 ? "either " : "";
  for (const Disjunct& disjunct : rule.disjuncts) {
    if (&disjunct != &rule.disjuncts.front()) out += " or ";
    out += to_string(disjunct);
  }
  return out;
}

void describe(JsonFields& json, Disjunct& disjunct) {
  std::vector<std::vector<std::string>> landmarks;
  for (const Landmark& landmark : disjunct.landmarks) {
    landmarks.emplace_back();
    for (const Terminal& terminal : landmark) landmarks.back().push_back(terminal.text());
  }
  json.required("landmarks", landmarks);
  json.optional("until", disjunct.until);
  json.optional("examples", disjunct.examples);
  if (!json.reading()) return;
  const auto is_empty = [](const auto& items) { return items.empty(); };
  json.check(!landmarks.empty() && std::none_of(landmarks.begin(), landmarks.end(), is_empty),
             "landmarks", "lists of tokens, none of them empty");
  disjunct.landmarks.clear();
  for (std::vector<std::string>& landmark : landmarks) {
    disjunct.landmarks.emplace_back();
    for (std::string& text : landmark) disjunct.landmarks.back().emplace_back(std::move(text));
  }
}

void describe(JsonFields& json, LandmarkRule& rule) { json.required("either", rule.disjuncts); }

}  // namespace weft::wrap
