#include "watch/health/fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "value/normalize.h"
#include "value/words.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

constexpr size_t kMaxExamples = 3;

std::string first_of(const std::vector<std::string>& values) {
  return values.empty() ? "" : values.front();
}

void add_example(const Pairing& pair, std::string_view name, AttributeVerdict& verdict) {
  if (verdict.examples.size() >= kMaxExamples) return;
  verdict.examples.push_back({pair.now.page, first_of(texts(pair.before.values, name)),
                              first_of(texts(pair.now.values, name))});
}

// Whether nearly all values of the attribute are among a few, and none of these is: what a rule
// takes on a page without the attribute. It was no value then, and proves nothing now.
bool are_odd(const AttributeHealth& health, const std::vector<std::string>& values,
             const FieldTestOptions& options) {
  const auto is_common = [&](const std::string& value) { return health.is_common(value); };
  return health.common_share >= options.few_values &&
         std::none_of(values.begin(), values.end(), is_common);
}

void count_changes(const AttributeHealth& health, const Comparison& comparison,
                   const FieldTestOptions& options, AttributeVerdict& verdict) {
  for (const Pairing& pair : comparison.pairs) {
    const auto& before = texts(pair.before.values, health.name);
    const auto& now = texts(pair.now.values, health.name);
    switch (compare(before, now, health.type)) {
      case Change::kSame:
        ++verdict.same;
        break;
      case Change::kDifferent:
        if (health.constant && are_odd(health, before, options) && are_odd(health, now, options))
          break;
        ++verdict.different;
        if (health.constant) add_example(pair, health.name, verdict);
        break;
      case Change::kGone:
        ++verdict.gone;
        add_example(pair, health.name, verdict);
        break;
      case Change::kNew:
        ++verdict.appeared;
        break;
      case Change::kBlank:
        break;
    }
  }
}

// Presence and mean fit of an attribute among entities, then and now.
void measure(const AttributeHealth& health, const Comparison& comparison,
             AttributeVerdict& verdict) {
  uint64_t had = 0, has = 0;
  for (const Pairing& pair : comparison.pairs) {
    const auto& before = texts(pair.before.values, health.name);
    if (before.empty()) continue;
    ++had;
    verdict.fit_before += health.fit(before);
  }
  for (const Seen& seen : comparison.now) {
    const auto& now = texts(seen.values, health.name);
    if (now.empty()) continue;
    ++has;
    verdict.fit += health.fit(now);
  }
  if (had != 0) verdict.fit_before /= static_cast<double>(had);
  if (has != 0) verdict.fit /= static_cast<double>(has);
  verdict.presence_before = health.presence;
  verdict.presence = share(has, std::max<uint64_t>(comparison.now.size(), comparison.pairs.size()));
}

void worsen(AttributeVerdict& verdict, Health health, Cause cause, std::string evidence) {
  if (health > verdict.health) {
    verdict.health = health;
    verdict.cause = cause;
  }
  verdict.evidence.push_back(std::move(evidence));
}

// What became of the attribute, before anything is concluded.
AttributeVerdict counted(const AttributeHealth& health, const Comparison& comparison,
                         const FieldTestOptions& options) {
  AttributeVerdict verdict;
  verdict.name = health.name;
  count_changes(health, comparison, options, verdict);
  measure(health, comparison, verdict);
  return verdict;
}

// Failing entities: enough of them to be no accident?
Health severity(uint64_t failing, uint64_t compared, double drifting_share,
                const FieldTestOptions& options) {
  if (compared == 0 || failing == 0) return Health::kHealthy;
  const double part = share(failing, compared);
  if (part >= options.broken_share) return Health::kBroken;
  if (failing < 2 && compared > 3) return Health::kHealthy;
  return part >= drifting_share ? Health::kDrifting : Health::kHealthy;
}

// Whether values that differ are edits of what they were.
bool look_edited(const AttributeHealth& health, const Comparison& comparison,
                 const FieldTestOptions& options) {
  const double least_shared = health.set ? options.edited_set : options.edited_values;
  uint64_t edited = 0, different = 0;
  for (const Pairing& pair : comparison.pairs) {
    const auto& before = texts(pair.before.values, health.name);
    const auto& now = texts(pair.now.values, health.name);
    if (compare(before, now, health.type) != Change::kDifferent) continue;
    ++different;
    edited += value::word_overlap(value::words_of(before.front()), value::words_of(now.front())) >=
                          options.edited_words ||
                      value_overlap(before, now, health.type) >= least_shared
                  ? 1
                  : 0;
  }
  return 2 * edited > different;
}

void test_constant(const AttributeHealth& health, const Comparison& comparison,
                   const FieldTestOptions& options, AttributeVerdict& verdict) {
  const uint64_t failing = verdict.different + verdict.gone;
  const Health found = severity(failing, verdict.compared(), options.drifting_share, options);
  if (found != Health::kHealthy) {
    const bool null = verdict.gone >= verdict.different;
    const Cause cause = null                                       ? Cause::kNullExtraction
                        : look_edited(health, comparison, options) ? Cause::kContentChange
                                                                   : Cause::kIncorrectExtraction;
    worsen(verdict, found, cause,
           fmt::format("does not change, yet of {} known values {} differ and {} are gone",
                       verdict.compared(), verdict.different, verdict.gone));
  }
}

void test_presence(const AttributeHealth& health, const FieldTestOptions& options,
                   AttributeVerdict& verdict) {
  const double limit = health.mandatory ? options.drifting_share : options.varying_gone;
  const Health found = severity(verdict.gone, verdict.compared(), limit, options);
  if (found == Health::kHealthy) return;
  worsen(verdict, found, Cause::kNullExtraction,
         fmt::format("{} of {} pages that had a value have none now", verdict.gone,
                     verdict.compared()));
}

// Values where there were none: a rule that now takes something else.
void test_appeared(const AttributeHealth& health, const Comparison& comparison,
                   AttributeVerdict& verdict) {
  const uint64_t blank = comparison.pairs.size() - verdict.compared();
  if (!health.constant || verdict.appeared < 2 || 2 * verdict.appeared < blank) return;
  worsen(verdict, Health::kDrifting, Cause::kIncorrectExtraction,
         fmt::format("{} of {} pages that had no value have one now", verdict.appeared, blank));
}

void test_fit(const FieldTestOptions& options, AttributeVerdict& verdict) {
  if (verdict.compared() == verdict.gone || verdict.fit_before == 0) return;
  const double drop = verdict.fit_before - verdict.fit;
  if (drop < options.fit_drop) return;
  worsen(verdict, drop >= 2 * options.fit_drop ? Health::kBroken : Health::kDrifting,
         Cause::kIncorrectExtraction,
         fmt::format("values look unlike those learned from: fit {:.2f}, was {:.2f}", verdict.fit,
                     verdict.fit_before));
}

// Of values, how many are written as none was that the model learned from.
struct WritingCount {
  size_t values = 0;
  size_t strange = 0;

  void add(const AttributeHealth& health, const Seen& seen) {
    for (const std::string& value : texts(seen.values, health.name)) {
      ++values;
      strange += health.guard.lets_pass(value) ? 0 : 1;
    }
  }
};

// Values without their unit are the same numbers, and half of what they were. A rule that took
// strange values from the start takes others of the kind on every visit: only more of them count.
void test_writing(const AttributeHealth& health, const Comparison& comparison,
                  const FieldTestOptions& options, AttributeVerdict& verdict) {
  WritingCount before, now;
  for (const Pairing& pair : comparison.pairs) before.add(health, pair.before);
  for (const Seen& seen : comparison.now) now.add(health, seen);
  const double more = share(now.strange, now.values) - share(before.strange, before.values);
  if (now.strange < options.strange_values || more < options.strange_share) return;
  worsen(verdict, Health::kDrifting, Cause::kIncorrectExtraction,
         fmt::format("{} of {} values are written as none was", now.strange, now.values));
}

// Dates and the like as what they mean, so that another way of writing them is no other value.
std::string plain_form(const std::string& value, model::ValueType type) {
  return value::normalize(type, value).value_or(value);
}

void test_kinship(const AttributeHealth& health, const Comparison& comparison,
                  const FieldTestOptions& options, AttributeVerdict& verdict) {
  std::vector<std::string> before, now;
  for (const Pairing& pair : comparison.pairs) {
    const auto& old_values = texts(pair.before.values, health.name);
    const auto& new_values = texts(pair.now.values, health.name);
    if (old_values.empty() || new_values.empty()) continue;
    before.push_back(plain_form(old_values.front(), health.type));
    now.push_back(plain_form(new_values.front(), health.type));
  }
  if (before.size() < options.min_kinship) return;
  const double found = kinship(before, now, health.type, options);
  if (found >= options.least_kinship) return;
  worsen(verdict, Health::kBroken, Cause::kIncorrectExtraction,
         fmt::format("values have nothing to do with those that the same {} entities had",
                     before.size()));
  for (const Pairing& pair : comparison.pairs) add_example(pair, health.name, verdict);
}

std::map<std::string, double> frequencies(const std::vector<std::string>& values) {
  std::map<std::string, double> counts;
  for (const std::string& value : values) counts[value] += 1.0 / static_cast<double>(values.size());
  return counts;
}

// Equality beyond what shuffled values would have; nothing where nearly all values are one, or its
// error is large.
std::optional<double> equality_beyond_chance(const std::vector<std::string>& before,
                                             const std::vector<std::string>& now,
                                             const FieldTestOptions& options) {
  const auto old_shares = frequencies(before);
  double chance = 0, equal = 0;
  for (const auto& [value, part] : frequencies(now)) {
    const auto known = old_shares.find(value);
    if (known != old_shares.end()) chance += part * known->second;
  }
  for (size_t i = 0; i < before.size(); ++i) equal += before[i] == now[i] ? 1 : 0;
  equal /= static_cast<double>(before.size());
  const bool varied = old_shares.size() > 1;
  if (chance > options.most_chance || !varied) return std::nullopt;
  // Among few entities, most of them in stock, chance alone may do as well as knowledge.
  const double error = std::sqrt(chance / (1 - chance) / static_cast<double>(before.size()));
  if (error > options.most_error) return std::nullopt;
  return (equal - chance) / (1 - chance);
}

std::vector<double> ranks(const std::vector<double>& numbers) {
  std::vector<size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
  std::vector<double> rank(numbers.size());
  for (size_t i = 0; i < order.size();) {
    size_t j = i;
    while (j < order.size() && numbers[order[j]] == numbers[order[i]]) ++j;
    for (size_t k = i; k < j; ++k) rank[order[k]] = static_cast<double>(i + j - 1) / 2;
    i = j;
  }
  return rank;
}

// Spearman's; 0 where one side does not vary.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double mean = static_cast<double>(a.size() - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
}

}  // namespace

double kinship(const std::vector<std::string>& before, const std::vector<std::string>& now,
               model::ValueType type, const FieldTestOptions& options) {
  const auto equality = equality_beyond_chance(before, now, options);
  if (!equality) return 1;  // Nothing can be said of values that do not vary.
  std::vector<double> a, b;
  for (size_t i = 0; i < before.size(); ++i) {
    const auto x = number_in(before[i]), y = number_in(now[i]);
    if (x && y) a.push_back(*x), b.push_back(*y);
  }
  // Prices are numbers also where no schema says so.
  const bool numeric = type == model::ValueType::kNumber || type == model::ValueType::kMoney ||
                       reaches(a.size(), options.numeric, before.size());
  return a.size() < 3 || !numeric ? *equality : std::max(*equality, rank_correlation(a, b));
}

AttributeVerdict test_field_as_paper(const AttributeHealth& health, const Comparison& comparison) {
  AttributeVerdict verdict = counted(health, comparison, {});
  if (health.mandatory && verdict.gone > 0)
    worsen(verdict, Health::kBroken, Cause::kNullExtraction,
           fmt::format("mandatory, and missing from {} of {} pages", verdict.gone,
                       verdict.compared()));
  if (const uint64_t failing = verdict.different + verdict.gone; health.constant && failing > 0)
    worsen(verdict, Health::kBroken, Cause::kIncorrectExtraction,
           fmt::format("does not change, yet {} of {} known values differ", failing,
                       verdict.compared()));
  return verdict;
}

AttributeVerdict test_field(const AttributeHealth& health, const Comparison& comparison,
                            const FieldTestOptions& options) {
  AttributeVerdict verdict = counted(health, comparison, options);
  if (health.constant)
    test_constant(health, comparison, options, verdict);
  else
    test_presence(health, options, verdict);
  test_appeared(health, comparison, verdict);
  test_fit(options, verdict);
  test_writing(health, comparison, options, verdict);
  if (!health.constant) test_kinship(health, comparison, options, verdict);
  return verdict;
}

}  // namespace weft::watch
