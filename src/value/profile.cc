// Fit of a value. Each feature gives 0 to 1; the fit is their weighted mean, so that one odd
// feature (a longer title) does not condemn a value and several do:
//
//   known      one of the common values: counts for everything
//   type       of the type given, where at least nine in ten were; otherwise the fit is 0
//   length     within three deviations of the logarithm of the length
//   letters, digits   shares of characters within three deviations
//   start, end the value begins and ends as the learned ones do, as far as those agree
//
// Learned from "$ 12.50", "$ 7.99", "$ 103.00": "$ 8.10" fits well, "8.10" less
// (it begins otherwise and has more digits), "In stock" not at all (the type is money, and it is none).
//
// [Liu], wrapper verification; the patterns of starts and ends are DataProg's (pattern_set.h).

#include "value/profile.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <unicode/uchar.h>

#include "base/json_fields.h"
#include "base/strings.h"
#include "value/normalize.h"

namespace weft::value {
namespace {

constexpr FitParameters kFit;

struct Characters {
  double length = 0;  // Logarithm of characters + 1.
  double digits = 0;
  double letters = 0;
};

Characters characters_of(std::string_view text) {
  size_t characters = 0, digits = 0, letters = 0;
  for (size_t at = 0; at < text.size(); ++characters) {
    const auto c = static_cast<UChar32>(next_code_point(text, at));
    digits += u_isdigit(c) ? 1 : 0;
    letters += u_isalpha(c) ? 1 : 0;
  }
  const double all = std::max<double>(1, static_cast<double>(characters));
  return {std::log(static_cast<double>(characters) + 1), static_cast<double>(digits) / all,
          static_cast<double>(letters) / all};
}

// 1 near the mean, falling to 0 between so many deviations and as many more.
double closeness(double distance) {
  return std::clamp((kFit.far - distance) / (kFit.far - kFit.near), 0.0, 1.0);
}

// 1 for the commonest pattern; where learned values do not agree, any pattern will do.
double pattern_fit(const PatternSet& patterns, std::string_view value) {
  const double strongest = patterns.strongest();
  if (strongest <= 0) return 1;
  const double here = std::min(1.0, patterns.share(value) / strongest);
  return strongest * std::sqrt(here) + (1 - strongest);
}

bool is_of_type(ValueType type, std::string_view value) {
  return type == ValueType::kText || normalize(type, value).has_value() ||
         type == ValueType::kEnum || type == ValueType::kUrl || type == ValueType::kImage;
}

void learn_common(const std::vector<std::string>& values, Profile& profile) {
  std::map<std::string, size_t> counts;
  for (const std::string& value : values) ++counts[value];
  profile.distinct = static_cast<double>(counts.size()) / static_cast<double>(values.size());
  std::vector<std::pair<size_t, std::string>> repeated;
  for (const auto& [value, count] : counts) {
    if (count > 1) repeated.emplace_back(count, value);
  }
  std::stable_sort(repeated.begin(), repeated.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (repeated.size() > kFit.max_common) repeated.resize(kFit.max_common);
  size_t covered = 0;
  for (auto& [count, value] : repeated) {
    covered += count;
    profile.common.push_back(std::move(value));
  }
  profile.common_share = static_cast<double>(covered) / static_cast<double>(values.size());
}

}  // namespace

Spread Spread::of(const std::vector<double>& numbers) {
  Spread spread;
  if (numbers.empty()) return spread;
  for (const double x : numbers) spread.mean += x;
  spread.mean /= static_cast<double>(numbers.size());
  for (const double x : numbers) spread.deviation += (x - spread.mean) * (x - spread.mean);
  spread.deviation = std::sqrt(spread.deviation / static_cast<double>(numbers.size()));
  return spread;
}

double Spread::distance(double x, double floor) const {
  return std::abs(x - mean) / std::max(deviation, floor);
}

Profile Profile::learn(const std::vector<std::string>& values, ValueType type) {
  Profile profile;
  profile.type = type;
  profile.values = values.size();
  if (values.empty()) return profile;
  std::vector<double> lengths, digits, letters;
  size_t typed = 0;
  for (const std::string& value : values) {
    const Characters characters = characters_of(value);
    lengths.push_back(characters.length);
    digits.push_back(characters.digits);
    letters.push_back(characters.letters);
    typed += is_of_type(type, value) ? 1 : 0;
  }
  profile.length = Spread::of(lengths);
  profile.digits = Spread::of(digits);
  profile.letters = Spread::of(letters);
  profile.typed = static_cast<double>(typed) / static_cast<double>(values.size());
  profile.starts = PatternSet::learn(values, PatternSet::Side::kStart);
  profile.ends = PatternSet::learn(values, PatternSet::Side::kEnd);
  learn_common(values, profile);
  return profile;
}

double Profile::fit(std::string_view value) const {
  if (value.empty()) return 0;
  if (is_common(value)) return 1;
  if (typed >= kFit.typed && !is_of_type(type, value)) return 0;
  const Characters characters = characters_of(value);
  const double similar =
      kFit.length * closeness(length.distance(characters.length, kFit.length_floor)) +
      kFit.digits * closeness(digits.distance(characters.digits, kFit.characters_floor)) +
      kFit.letters * closeness(letters.distance(characters.letters, kFit.characters_floor)) +
      kFit.start * pattern_fit(starts, value) + kFit.end * pattern_fit(ends, value);
  const double all = kFit.length + kFit.digits + kFit.letters + kFit.start + kFit.end;
  const bool closed = common_share > kFit.closed_list && distinct < kFit.closed_distinct &&
                      values >= kFit.closed_values;
  return (closed ? kFit.outside_closed : 1) * similar / all;
}

double Profile::fit(const std::vector<std::string>& several) const {
  double sum = 0;
  for (const std::string& value : several) sum += fit(value);
  return several.empty() ? 0 : sum / static_cast<double>(several.size());
}

bool Profile::is_common(std::string_view value) const {
  return std::find(common.begin(), common.end(), value) != common.end();
}

bool Profile::is_told_by_type() const {
  return typed >= kFit.typed && type != ValueType::kText && type != ValueType::kEnum &&
         type != ValueType::kNumber && type != ValueType::kMoney;
}

void describe(JsonFields& json, Spread& spread) {
  json.field("mean", spread.mean);
  json.field("deviation", spread.deviation);
}

void describe_members(JsonFields& json, Profile& profile) {
  std::vector<std::string> shapes = profile.guard.shapes();
  json.field("type", profile.type);
  json.field("values", profile.values);
  json.field("typed", profile.typed);
  json.field("length", profile.length);
  json.field("digits", profile.digits);
  json.field("letters", profile.letters);
  json.field("distinct", profile.distinct);
  json.field("starts", profile.starts);
  json.field("ends", profile.ends);
  json.field("common", profile.common);
  json.field("common_share", profile.common_share);
  json.field("shapes", shapes);
  if (json.reading()) profile.guard = ValueGuard(std::move(shapes));
}

}  // namespace weft::value
