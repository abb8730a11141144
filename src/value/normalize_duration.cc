// Durations: "1 h 30 min", "90 minutes", "1:30:00" and ISO 8601 itself, all into ISO 8601. Amounts
// below a day are carried (90 minutes are an hour and a half); days and more are kept as written.

#include <array>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/strings.h"
#include "value/decimal.h"
#include "value/fold.h"
#include "value/normalize.h"

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

}  // namespace

std::optional<std::string> normalize_duration(std::string_view raw) {
  const std::string text = fold_text(raw);
  if (auto iso = iso_duration(text)) return iso;
  if (auto clock = clock_duration(text)) return clock;
  Amounts amounts{};
  bool any = false;
  size_t last_unit = kUnits;
  for (auto decimal = find_decimal(text, ThreeDigits::kPointIsDecimal); decimal;
       decimal = find_decimal(text, ThreeDigits::kPointIsDecimal, decimal->end)) {
    const size_t word = text.find_first_not_of(' ', decimal->end);
    size_t end = word;
    while (end < text.size() &&
           (is_ascii_alpha(text[end]) || static_cast<unsigned char>(text[end]) >= 0x80))
      ++end;
    size_t unit = word == std::string::npos
                      ? kUnits
                      : unit_of(std::string_view(text).substr(word, end - word));
    if (unit == kUnits && last_unit == kHour && decimal->end == text.size())
      unit = kMinute;  // "1h30"
    if (unit == kUnits) continue;
    amounts[unit] += std::atof(decimal->text().c_str());
    last_unit = unit;
    any = true;
  }
  return any ? duration_text(amounts) : std::nullopt;
}

}  // namespace weft::value
