// Durations: "1 h 30 min", "90 minutes", "1:30:00" and ISO 8601 itself, all into ISO 8601. Amounts
// below a day are carried (90 minutes are an hour and a half); days and more are kept as written.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/strings.h"
#include "value/decimal.h"
#include "value/fold.h"
#include "value/normalize.h"
#include "value/reading.h"

namespace weft::value {
namespace {

enum Unit : size_t { kYear, kMonth, kWeek, kDay, kHour, kMinute, kSecond, kUnits };

struct UnitName {
  std::string_view stem;  // Ends in '$': the word is exactly this.
  Unit unit;
};

// clang-format off
constexpr UnitName kNames[] = {
    {"year", kYear}, {"yr", kYear}, {"jahr", kYear}, {"an$", kYear}, {"ans$", kYear},
    {"anné", kYear}, {"año", kYear}, {"anno", kYear}, {"anni$", kYear}, {"ano$", kYear},
    {"anos$", kYear}, {"jaar", kYear},
    {"month", kMonth}, {"monat", kMonth}, {"mois", kMonth}, {"mes$", kMonth}, {"meses$", kMonth},
    {"mese$", kMonth}, {"mesi$", kMonth}, {"maand", kMonth}, {"mån", kMonth},
    {"week", kWeek}, {"wk", kWeek}, {"woche", kWeek}, {"semaine", kWeek}, {"semana", kWeek},
    {"settiman", kWeek}, {"weken$", kWeek}, {"vecka", kWeek}, {"veckor", kWeek}, {"uge", kWeek},
    {"tydz", kWeek}, {"tygod", kWeek},
    {"day", kDay}, {"d$", kDay}, {"tag$", kDay}, {"tage", kDay}, {"jour", kDay}, {"día", kDay},
    {"dia$", kDay}, {"dias$", kDay}, {"giorn", kDay}, {"dag", kDay}, {"dni$", kDay},
    {"dzień", kDay},
    {"hour", kHour}, {"hr", kHour}, {"h$", kHour}, {"std", kHour}, {"stunde", kHour},
    {"heure", kHour}, {"hora", kHour}, {"ora$", kHour}, {"ore$", kHour}, {"uur", kHour},
    {"uren", kHour}, {"timm", kHour}, {"time$", kHour}, {"timer$", kHour}, {"godz", kHour},
    {"hod", kHour}, {"час", kHour},
    {"min", kMinute}, {"m$", kMinute}, {"мин", kMinute},
    {"sec", kSecond}, {"sek", kSecond}, {"s$", kSecond}, {"seg", kSecond}, {"сек", kSecond},
};
// clang-format on

size_t unit_of(std::string_view word) {
  for (const UnitName& name : kNames) {
    const bool exact = name.stem.ends_with('$');
    if (exact ? word == name.stem.substr(0, name.stem.size() - 1) : word.starts_with(name.stem))
      return name.unit;
  }
  return kUnits;
}

using Amounts = std::array<double, kUnits>;

// ISO 8601's fraction: at most three decimals, no trailing zeros.
std::string amount_text(double amount) {
  std::string text = fmt::format("{:.3f}", amount);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::optional<std::string> duration_text(Amounts amounts) {
  const double total =
      std::round((amounts[kHour] * 3600 + amounts[kMinute] * 60 + amounts[kSecond]) * 1000) / 1000;
  if (!(total < 1e12)) return std::nullopt;
  amounts[kHour] = std::floor(total / 3600);
  amounts[kMinute] = std::floor((total - amounts[kHour] * 3600) / 60);
  amounts[kSecond] = total - amounts[kHour] * 3600 - amounts[kMinute] * 60;
  std::string date;
  std::string time;
  for (size_t unit = 0; unit < kUnits; ++unit) {
    const std::string amount = amount_text(amounts[unit]);
    if (amount != "0") (unit < kHour ? date : time) += amount + "YMWDHMS"[unit];
  }
  if (date.empty() && time.empty()) return "PT0S";
  return "P" + date + (time.empty() ? "" : "T" + time);
}

// "1:30:00" or "3:45": hours only when there are three parts.
std::optional<std::string> clock_duration(std::string_view text) {
  std::array<double, 3> parts{};
  size_t count = 0;
  while (count < 3 && !text.empty()) {
    size_t digits = 0;
    while (digits < text.size() && is_ascii_digit(text[digits])) ++digits;
    if (digits == 0 || digits > 3 || (count > 0 && digits != 2)) return std::nullopt;
    parts[count++] = std::atof(std::string(text.substr(0, digits)).c_str());
    text.remove_prefix(digits);
    if (!text.starts_with(':')) break;
    text.remove_prefix(1);
  }
  if (count < 2 || !text.empty()) return std::nullopt;
  Amounts amounts{};
  amounts[count == 3 ? kHour : kMinute] = parts[0];
  amounts[count == 3 ? kMinute : kSecond] = parts[1];
  amounts[kSecond] += parts[2];
  return duration_text(amounts);
}

// "pt1h30m", folded.
std::optional<std::string> iso_duration(std::string_view text) {
  if (!text.starts_with('p') || text.size() < 3) return std::nullopt;
  Amounts amounts{};
  bool in_time = false;
  bool any = false;
  for (size_t at = 1; at < text.size();) {
    if (text[at] == 't') {
      in_time = true;
      ++at;
      continue;
    }
    const auto decimal = find_decimal(text, ThreeDigits::kPointIsDecimal, at);
    if (!decimal || decimal->begin != at || decimal->end >= text.size()) return std::nullopt;
    const std::string_view letters = in_time ? "hms" : "ymwd";
    const size_t unit = letters.find(text[decimal->end]);
    if (unit == std::string_view::npos) return std::nullopt;
    amounts[unit + (in_time ? kHour : kYear)] += std::atof(decimal->text().c_str());
    at = decimal->end + 1;
    any = true;
  }
  return any ? duration_text(amounts) : std::nullopt;
}

// What stems are followed by in words that are units and nothing else: "min-utes", but not "min-or".
bool is_unit_word(std::string_view word) {
  constexpr std::string_view kEndings[] = {
      "",     "s",     "e",    "en",   "n",     "es",    "er",   "ute",  "utes", "uten",
      "uto",  "utos",  "uti",  "uter", "utt",   "utter", "ut",   "uty",  "ond",  "onds",
      "onde", "ondes", "ondi", "unde", "unden", "under", "undo", "undos"};
  for (const UnitName& name : kNames) {
    const bool exact = name.stem.ends_with('$');
    if (exact && word == name.stem.substr(0, name.stem.size() - 1)) return true;
    if (exact || !word.starts_with(name.stem)) continue;
    const std::string_view ending = word.substr(name.stem.size());
    return std::find(std::begin(kEndings), std::end(kEndings), ending) != std::end(kEndings);
  }
  return false;
}

// What may stand between two amounts.
bool is_duration_joint(std::string_view between) {
  between = trim(between);
  if (between.starts_with('.')) between.remove_prefix(1);
  between = trim(between);
  return between.empty() || between == "," || between == "and" || between == "und" ||
         between == "et" || between == "y" || between == "e" || between == "og";
}

}  // namespace

std::optional<Reading> read_duration(std::string_view raw) {
  const std::string text = fold_text(raw);
  if (auto iso = iso_duration(text)) return Reading{std::move(*iso), true};
  if (auto clock = clock_duration(text)) {
    const bool hours = std::count(text.begin(), text.end(), ':') == 2;
    return Reading{std::move(*clock), hours};  // 3:45 may be a time.
  }
  Amounts amounts{};
  bool any = false;
  bool whole = true;
  size_t units = 0;
  size_t last_unit = kUnits;
  size_t read = 0;  // Up to here.
  for (auto decimal = find_decimal(text, ThreeDigits::kPointIsDecimal); decimal;
       decimal = find_decimal(text, ThreeDigits::kPointIsDecimal, decimal->end)) {
    const size_t word = std::min(text.find_first_not_of(' ', decimal->end), text.size());
    size_t end = word;
    while (end < text.size() &&
           (is_ascii_alpha(text[end]) || static_cast<unsigned char>(text[end]) >= 0x80))
      ++end;
    const std::string_view name = std::string_view(text).substr(word, end - word);
    size_t unit = name.empty() ? size_t{kUnits} : unit_of(name);
    whole &= decimal->well_grouped && decimal->fraction.size() <= 3 && !decimal->negative &&
             is_duration_joint(text.substr(read, decimal->begin - read));
    if (unit == kUnits && last_unit == kHour && decimal->end == text.size()) {
      unit = kMinute;  // "1h30"
    } else {
      whole &= is_unit_word(name);
    }
    read = end;
    if (unit == kUnits) continue;
    amounts[unit] += std::atof(decimal->text().c_str());
    // A letter alone says little: 5 m are metres, the 90s years.
    units += name.size() == 1 && unit != kHour ? 1 : 2;
    last_unit = unit;
    any = true;
  }
  if (!any) return std::nullopt;
  auto duration = duration_text(amounts);
  if (!duration) return std::nullopt;
  whole &= units >= 2 && is_duration_joint(std::string_view(text).substr(read));
  return Reading{std::move(*duration), whole};
}

std::optional<std::string> normalize_duration(std::string_view raw) {
  auto reading = read_duration(raw);
  return reading ? std::optional(std::move(reading->text)) : std::nullopt;
}

}  // namespace weft::value
