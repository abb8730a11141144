// Two readings of an attribute are compared as multisets of values, three times more leniently:
//
//   words    letters alone count                       "Oak Lamp" is "oak lamp"
//   types    equal normal forms, where the type has one  "12.50 €" is "€ 12,50"
//   edits    most words shared, or numbers in few words  "4 servings" is "Serves 4"

#include "watch/page_values.h"

#include <algorithm>
#include <cstdlib>

#include "base/hash.h"
#include "base/strings.h"
#include "value/normalize.h"
#include "value/words.h"

namespace weft::watch {
namespace {

// No recursion over page depth: records are as deep as schemas.
void collect(const std::string& name, const model::Value& value, Values& out) {
  switch (value.kind) {
    case model::Value::Kind::kLeaf: {
      std::string text = normalize_space(value.text);
      if (!text.empty()) out[name].push_back(std::move(text));
      break;
    }
    case model::Value::Kind::kList:
      for (const model::Value& item : value.items) collect(name, item, out);
      break;
    case model::Value::Kind::kRecord:
      for (const model::Record& record : value.record) {
        for (const auto& field : record.fields) collect(name + "." + field.name, field.value, out);
      }
      break;
  }
}

// Types whose normal form says when two texts mean the same.
bool compares_normalized(model::ValueType type) {
  switch (type) {
    case model::ValueType::kNumber:
    case model::ValueType::kMoney:
    case model::ValueType::kDate:
    case model::ValueType::kTime:
    case model::ValueType::kDuration:
    case model::ValueType::kPhone:
    case model::ValueType::kEmail:
      return true;
    default:
      return false;
  }
}

// Values as keys that are equal when the values are, each with its index; sorted.
using Keys = std::vector<std::pair<uint64_t, size_t>>;

Keys word_keys(const std::vector<std::string>& values) {
  Keys keys;
  for (size_t i = 0; i < values.size(); ++i) keys.emplace_back(value::words_key(values[i]), i);
  std::sort(keys.begin(), keys.end());
  return keys;
}

// The typed forms of the values that `rest` names; values not of the type are left out.
Keys normal_keys(const std::vector<std::string>& values, const Keys& rest, model::ValueType type) {
  Keys keys;
  for (const auto& [key, i] : rest) {
    if (const auto normal = value::normalize(type, values[i]))
      keys.emplace_back(hash_bytes(*normal), i);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Removes what both have, as multisets; how many pairs that were. O(a + b).
size_t take_shared(Keys& a, Keys& b) {
  Keys only_a, only_b;
  size_t i = 0, j = 0, shared = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i].first == b[j].first)
      ++shared, ++i, ++j;
    else if (a[i].first < b[j].first)
      only_a.push_back(a[i++]);
    else
      only_b.push_back(b[j++]);
  }
  only_a.insert(only_a.end(), a.begin() + static_cast<std::ptrdiff_t>(i), a.end());
  only_b.insert(only_b.end(), b.begin() + static_cast<std::ptrdiff_t>(j), b.end());
  a = std::move(only_a);
  b = std::move(only_b);
  return shared;
}

constexpr EditParameters kEdits;

// A text as it is compared with what it may be an edit of.
struct Edited {
  std::vector<value::Word> words;
  std::string numbers;

  [[nodiscard]] bool is_short() const { return words.size() <= kEdits.few_words; }
};

std::vector<Edited> edited_forms(const std::vector<std::string>& values) {
  std::vector<Edited> all;
  for (size_t i = 0; i < std::min(values.size(), kEdits.max_compared); ++i)
    all.push_back({value::words_of(values[i]), numbers_of(values[i])});
  return all;
}

bool is_edit(const Edited& a, const Edited& b) {
  if (a.is_short() && b.is_short() && !a.numbers.empty() && a.numbers == b.numbers) return true;
  return value::word_overlap(a.words, b.words) >= kEdits.least_overlap;
}

// Pairs of values, each used once, of which one may be an edit of the other; in page order.
size_t count_edited(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const std::vector<Edited> now = edited_forms(after);
  std::vector<bool> used(now.size(), false);
  size_t pairs = 0;
  for (const Edited& wanted : edited_forms(before)) {
    for (size_t j = 0; j < now.size(); ++j) {
      if (used[j] || !is_edit(wanted, now[j])) continue;
      used[j] = true;
      ++pairs;
      break;
    }
  }
  return pairs;
}

}  // namespace

std::vector<Seen> seen_on(const model::Extraction& extraction) {
  std::vector<Seen> all;
  for (const model::Record& record : extraction.records) {
    Seen seen{extraction.page, record.id, {}};
    for (const auto& field : record.fields) collect(field.name, field.value, seen.values);
    all.push_back(std::move(seen));
  }
  return all;
}

std::vector<Seen> seen_on(const std::vector<model::Extraction>& extractions) {
  std::vector<Seen> all;
  for (const model::Extraction& extraction : extractions) {
    for (Seen& seen : seen_on(extraction)) all.push_back(std::move(seen));
  }
  return all;
}

const std::vector<std::string>& texts(const Values& values, std::string_view attribute) {
  static const std::vector<std::string> kNone;
  const auto found = values.find(attribute);
  return found == values.end() ? kNone : found->second;
}

bool same_value(std::string_view before, std::string_view after, model::ValueType type) {
  if (value::same_words(before, after)) return true;
  if (!compares_normalized(type)) return false;
  const auto a = value::normalize(type, before);
  const auto b = value::normalize(type, after);
  return a && b && *a == *b;
}

std::optional<double> number_in(std::string_view text) {
  const auto number = value::normalize_number(text);
  return number ? std::optional(std::strtod(number->c_str(), nullptr)) : std::nullopt;
}

std::string numbers_of(std::string_view text) {
  std::string numbers;
  for (const char c : text) {
    if (is_ascii_digit(c))
      numbers += c;
    else if (!numbers.empty() && numbers.back() != ' ')
      numbers += ' ';
  }
  return normalize_space(numbers);
}

double value_overlap(const std::vector<std::string>& before, const std::vector<std::string>& after,
                     model::ValueType type) {
  if (before.empty() && after.empty()) return 1;
  Keys a = word_keys(before);
  Keys b = word_keys(after);
  size_t shared = take_shared(a, b);
  if (compares_normalized(type)) {
    a = normal_keys(before, a, type);
    b = normal_keys(after, b, type);
    shared += take_shared(a, b);
  }
  return static_cast<double>(shared) / static_cast<double>(std::max(before.size(), after.size()));
}

double edited_overlap(const std::vector<std::string>& before, const std::vector<std::string>& after,
                      model::ValueType type) {
  const double exact = value_overlap(before, after, type);
  if (exact == 1 || before.empty() || after.empty()) return exact;
  const auto longer = static_cast<double>(std::max(before.size(), after.size()));
  return std::max(exact, static_cast<double>(count_edited(before, after)) / longer);
}

Change compare(const std::vector<std::string>& before, const std::vector<std::string>& after,
               model::ValueType type, double least) {
  if (before.empty()) return after.empty() ? Change::kBlank : Change::kNew;
  if (after.empty()) return Change::kGone;
  return value_overlap(before, after, type) >= least ? Change::kSame : Change::kDifferent;
}

}  // namespace weft::watch
