// Fit of a value. Each feature gives 0 to 1; the fit is their weighted mean, so that one odd
// feature (a longer title) does not condemn a value and several do:
//
//   known      one of the common values: counts for everything
//   type       of the schema's type, where at least nine in ten were; otherwise the fit is 0
//   length     within three deviations of the logarithm of the length
//   letters, digits   shares of characters within three deviations
//   start, end the value begins and ends as the learned ones do, as far as those agree
//
// Learned from "$ 12.50", "$ 7.99", "$ 103.00": "$ 8.10" fits well, "8.10" less
// (it begins otherwise and has more digits), "In stock" not at all (the type is money, and it is none).
//
// [Liu], wrapper verification; the patterns of starts and ends are DataProg's (value_pattern.h).

#include "watch/health/health_model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <unicode/uchar.h>

#include "base/json_fields.h"
#include "base/strings.h"
#include "value/normalize.h"
#include "watch/health/parameters.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

constexpr FitParameters kFit;
constexpr BorrowedParameters kBorrowed;

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

Spread spread_of(const std::vector<double>& numbers) {
  Spread spread;
  if (numbers.empty()) return spread;
  for (const double x : numbers) spread.mean += x;
  spread.mean /= static_cast<double>(numbers.size());
  for (const double x : numbers) spread.deviation += (x - spread.mean) * (x - spread.mean);
  spread.deviation = std::sqrt(spread.deviation / static_cast<double>(numbers.size()));
  return spread;
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

bool is_of_type(model::ValueType type, std::string_view value) {
  return type == model::ValueType::kText || value::normalize(type, value).has_value() ||
         type == model::ValueType::kEnum || type == model::ValueType::kUrl ||
         type == model::ValueType::kImage;
}

void learn_common(const std::vector<std::string>& values, AttributeHealth& health) {
  std::map<std::string, size_t> counts;
  for (const std::string& value : values) ++counts[value];
  health.distinct = share(counts.size(), values.size());
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
    health.common.push_back(std::move(value));
  }
  health.common_share = share(covered, values.size());
}

void learn_values(const std::vector<std::string>& values, AttributeHealth& health) {
  std::vector<double> lengths, digits, letters;
  size_t typed = 0;
  for (const std::string& value : values) {
    const Characters shape = characters_of(value);
    lengths.push_back(shape.length);
    digits.push_back(shape.digits);
    letters.push_back(shape.letters);
    typed += is_of_type(health.type, value) ? 1 : 0;
  }
  health.length = spread_of(lengths);
  health.digits = spread_of(digits);
  health.letters = spread_of(letters);
  const double all = std::max<double>(1, static_cast<double>(values.size()));
  health.typed = static_cast<double>(typed) / all;
  health.starts = PatternSet::learn(values, PatternSet::Side::kStart);
  health.ends = PatternSet::learn(values, PatternSet::Side::kEnd);
  learn_common(values, health);
}

bool is_another_attributes(const Seen& seen, const std::string& name, const std::string& value) {
  return std::any_of(seen.values.begin(), seen.values.end(), [&](const auto& other) {
    return other.first != name &&
           std::find(other.second.begin(), other.second.end(), value) != other.second.end();
  });
}

// A rule that takes the next text where its own is missing borrows it: the number of rooms for the
// area. Rare shapes do not teach the guard if they nearly always are another attribute's value, or
// are bare numbers where nearly all values have a unit.
value::ValueGuard learn_guard(const std::string& name, std::span<const Seen> entities) {
  struct Count {
    size_t all = 0, borrowed = 0;
  };
  std::map<std::string, Count> shapes;
  std::vector<std::string> values;
  for (const Seen& seen : entities) {
    for (const std::string& value : texts(seen.values, name)) {
      Count& count = shapes[value::value_shape(value)];
      ++count.all;
      count.borrowed += is_another_attributes(seen, name, value) ? 1 : 0;
      values.push_back(value);
    }
  }
  const size_t all = values.size();
  const bool has_unit = std::any_of(shapes.begin(), shapes.end(), [&](const auto& shape) {
    return shape.first.size() > 1 && shape.first.find('0') != std::string::npos &&
           reaches(shape.second.all, kBorrowed.has_unit, all);
  });
  std::erase_if(values, [&](const std::string& value) {
    const std::string shape = value::value_shape(value);
    const Count& count = shapes[shape];
    const auto own = static_cast<double>(count.all);
    return own < kBorrowed.rare * static_cast<double>(all) &&
           (static_cast<double>(count.borrowed) >= kBorrowed.borrowed * own ||
            (has_unit && shape == "0"));
  });
  return value::ValueGuard::learn(values);
}

AttributeHealth learn_attribute(const std::string& name, std::span<const Seen> entities,
                                const model::Schema& schema) {
  AttributeHealth health;
  health.name = name;
  if (const model::Attribute* attribute = schema.find_path(name)) {
    health.type = attribute->type;
    health.mandatory = attribute->mandatory;
    health.constant = attribute->constant;
    health.set = attribute->set;
  }
  std::vector<std::string> values;
  std::vector<double> counts;
  for (const Seen& seen : entities) {
    const auto& own = texts(seen.values, name);
    if (!own.empty()) counts.push_back(static_cast<double>(own.size()));
    values.insert(values.end(), own.begin(), own.end());
  }
  health.entities = entities.size();
  health.presence = share(counts.size(), entities.size());
  health.count = spread_of(counts);
  learn_values(values, health);
  // Dates and the like are told by their type; the words in them are many.
  const bool told_by_type = health.typed >= kFit.typed && health.type != model::ValueType::kText &&
                            health.type != model::ValueType::kEnum &&
                            health.type != model::ValueType::kNumber &&
                            health.type != model::ValueType::kMoney;
  if (!told_by_type) health.guard = learn_guard(name, entities);
  return health;
}

}  // namespace

double Spread::distance(double x, double floor) const {
  return std::abs(x - mean) / std::max(deviation, floor);
}

double AttributeHealth::fit(std::string_view value) const {
  if (value.empty()) return 0;
  if (std::find(common.begin(), common.end(), value) != common.end()) return 1;
  if (typed >= kFit.typed && !is_of_type(type, value)) return 0;
  const Characters shape = characters_of(value);
  const double similar =
      kFit.length * closeness(length.distance(shape.length, kFit.length_floor)) +
      kFit.digits * closeness(digits.distance(shape.digits, kFit.characters_floor)) +
      kFit.letters * closeness(letters.distance(shape.letters, kFit.characters_floor)) +
      kFit.start * pattern_fit(starts, value) + kFit.end * pattern_fit(ends, value);
  const double all = kFit.length + kFit.digits + kFit.letters + kFit.start + kFit.end;
  const bool closed = common_share > kFit.closed_list && distinct < kFit.closed_distinct &&
                      entities >= kFit.closed_entities;
  return (closed ? kFit.outside_closed : 1) * similar / all;
}

double AttributeHealth::fit(const std::vector<std::string>& values) const {
  double sum = 0;
  for (const std::string& value : values) sum += fit(value);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

HealthModel HealthModel::learn(std::span<const Seen> entities, const model::Schema& schema) {
  HealthModel model;
  std::set<std::string> names;
  std::map<std::string, size_t> records_of;
  for (const Seen& seen : entities) {
    ++records_of[seen.page];
    for (const auto& [name, values] : seen.values) names.insert(name);
  }
  for (const std::string& name : names)
    model.attributes_.push_back(learn_attribute(name, entities, schema));
  model.many_records_ = !records_of.empty() && entities.size() >= 2 * records_of.size();
  return model;
}

const AttributeHealth* HealthModel::find(std::string_view name) const {
  for (const AttributeHealth& health : attributes_) {
    if (health.name == name) return &health;
  }
  return nullptr;
}

bool HealthModel::names_mandatory() const {
  return std::any_of(attributes_.begin(), attributes_.end(),
                     [](const AttributeHealth& one) { return one.mandatory; });
}

std::string HealthModel::key_attribute() const {
  const AttributeHealth* best = nullptr;
  const auto worth = [](const AttributeHealth& health) {
    return health.presence * health.distinct * (health.constant ? 2 : 1);
  };
  for (const AttributeHealth& health : attributes_) {
    if (health.set) continue;
    if (best == nullptr || worth(health) > worth(*best)) best = &health;
  }
  return best == nullptr ? "" : best->name;
}

static void describe(JsonFields& json, Spread& spread) {
  json.field("mean", spread.mean);
  json.field("deviation", spread.deviation);
}

static void describe(JsonFields& json, AttributeHealth& health) {
  std::vector<std::string> shapes = health.guard.shapes();
  json.required("name", health.name);
  json.field("type", health.type);
  json.field("mandatory", health.mandatory);
  json.field("constant", health.constant);
  json.field("set", health.set);
  json.field("entities", health.entities);
  json.field("presence", health.presence);
  json.field("count", health.count);
  json.field("typed", health.typed);
  json.field("length", health.length);
  json.field("digits", health.digits);
  json.field("letters", health.letters);
  json.field("distinct", health.distinct);
  json.field("starts", health.starts);
  json.field("ends", health.ends);
  json.field("common", health.common);
  json.field("common_share", health.common_share);
  json.field("shapes", shapes);
  if (json.reading()) health.guard = value::ValueGuard(std::move(shapes));
}

void describe(JsonFields& json, HealthModel& model) {
  json.header("health", 1);
  json.field("many_records", model.many_records_);
  json.required("attributes", model.attributes_);
}

}  // namespace weft::watch
