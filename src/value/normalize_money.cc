// Numbers and money. A price is a number with a currency beside it: a symbol, a code or a word,
// before or after, as close as any. The first number that has one is taken; else the first number.

#include <algorithm>

#include "base/strings.h"
#include "value/currency.h"
#include "value/decimal.h"
#include "value/fold.h"
#include "value/normalize.h"

namespace weft::value {
namespace {

struct Magnitude {
  std::string_view word;
  size_t zeros;
};
constexpr Magnitude kMagnitudes[] = {
    {"thousand", 3},  {"tausend", 3},   {"tsd", 3},      {"mille", 3},   {"mil", 3},
    {"k", 3},         {"millionen", 6}, {"millions", 6}, {"million", 6}, {"millones", 6},
    {"milioni", 6},   {"mio", 6},       {"mln", 6},      {"mn", 6},      {"milliarden", 9},
    {"milliards", 9}, {"milliard", 9},  {"billions", 9}, {"billion", 9}, {"mrd", 9},
    {"bn", 9},
};

// Multiplies by the magnitude that follows the number: "1.2k", "3 million", "2,5 Mio."
void apply_magnitude(std::string_view text, Decimal& decimal, bool money) {
  size_t at = decimal.end;
  const bool attached = at < text.size() && text[at] != ' ';
  if (!attached) at = std::min(at + 1, text.size());
  for (const Magnitude& magnitude : kMagnitudes) {
    if (magnitude.word == "k" && !attached) continue;
    if (!text.substr(at).starts_with(magnitude.word)) continue;
    if (!is_whole_word(text, at, magnitude.word.size()) && !attached) continue;
    const size_t end = at + magnitude.word.size();
    if (end < text.size() && is_ascii_alpha(text[end])) continue;
    decimal.shift(magnitude.zeros);
    decimal.end = end;
    return;
  }
  const bool million = money && attached && text[at] == 'm' &&
                       (at + 1 == text.size() || !is_ascii_alpha(text[at + 1]));
  if (!million) return;
  decimal.shift(6);
  decimal.end = at + 1;
}

bool is_letter_sign(std::string_view sign) {
  return is_ascii_alpha(sign.front()) || is_ascii_alpha(sign.back());
}

// "EUR12" and "12EUR" are whole words for our purpose: a digit may touch a sign of letters.
bool stands_alone(std::string_view text, size_t at, size_t size) {
  const auto letter = [&](size_t i) {
    return i < text.size() &&
           (is_ascii_alpha(text[i]) || static_cast<unsigned char>(text[i]) >= 0x80);
  };
  return !(at > 0 && letter(at - 1)) && !letter(at + size);
}

bool sign_at(std::string_view text, size_t at, std::string_view sign) {
  return text.substr(at).starts_with(sign) &&
         (!is_letter_sign(sign) || stands_alone(text, at, sign.size()));
}

// Bytes that may stand between an amount and its currency.
constexpr size_t kMaxGap = 3;
constexpr size_t kFar = SIZE_MAX;

bool is_gap(char c) { return c == ' ' || c == ':' || c == '.' || c == ',' || c == '-'; }

// The text beside an amount: how far a sign may be from it.
struct Surroundings {
  std::string_view text;
  size_t begin, end;  // Of the amount.
  size_t gap_before = 0, gap_after = 0;

  Surroundings(std::string_view around, const Decimal& amount)
      : text(around), begin(amount.begin), end(amount.end) {
    while (gap_before < std::min(kMaxGap, begin) && is_gap(text[begin - gap_before - 1]))
      ++gap_before;
    while (gap_after < kMaxGap && end + gap_after < text.size() && is_gap(text[end + gap_after]))
      ++gap_after;
  }

  // Bytes between the amount and the sign; kFar if it is not beside it.
  [[nodiscard]] size_t distance(std::string_view sign) const {
    for (size_t gap = 0; gap <= std::max(gap_before, gap_after); ++gap) {
      const size_t room = gap + sign.size();
      const bool before = gap <= gap_before && begin >= room && sign_at(text, begin - room, sign);
      const bool after =
          gap <= gap_after && end + room <= text.size() && sign_at(text, end + gap, sign);
      if (before || after) return gap;
    }
    return kFar;
  }
};

// The nearest currency, the first of those at one distance; empty for none.
std::string_view currency_near(std::string_view text, const Decimal& decimal,
                               const NormalizeContext& context) {
  const Surroundings surroundings(text, decimal);
  std::string_view best;
  size_t nearest = kFar;
  for (const CurrencySign& sign : currency_signs()) {
    const size_t distance = surroundings.distance(sign.sign);
    if (distance >= nearest) continue;
    nearest = distance;
    best = currency_name(sign, context);
  }
  return best;
}

// "-$5", "$-5", "$ -5": a minus on the other side of the currency than find_decimal looks at.
bool has_minus_at_sign(std::string_view text, const Decimal& amount) {
  std::string_view before = text.substr(0, amount.begin);
  const auto take_minus = [&] {
    const bool minus = before.ends_with('-');
    if (minus) before.remove_suffix(1);
    return minus;
  };
  bool minus = take_minus();
  if (before.ends_with(' ')) before.remove_suffix(1);
  for (const CurrencySign& sign : currency_signs()) {
    if (is_letter_sign(sign.sign) || !before.ends_with(sign.sign)) continue;
    before.remove_suffix(sign.sign.size());
    minus |= take_minus();
    return minus && (before.empty() || before.ends_with(' ') || before.ends_with('('));
  }
  return false;
}

ThreeDigits reading_for(const NormalizeContext& context) {
  return context.language.empty() || has_decimal_point(context.language)
             ? ThreeDigits::kPointIsDecimal
             : ThreeDigits::kGroup;
}

std::string money_text(Decimal& decimal, std::string_view currency, std::string_view text,
                       const NormalizeContext& context) {
  if (currency.empty() && text.substr(decimal.end).starts_with("¢")) {
    decimal.fraction = (decimal.whole.size() == 1 ? "0" : "") + decimal.whole;
    decimal.whole = "0";
    currency = currency_name({"$", "$"}, context);
  }
  if (currency.empty()) return decimal.text(2);
  return std::string(currency) + " " + decimal.text(minor_digits(currency));
}

}  // namespace

std::optional<std::string> normalize_number(std::string_view raw, const NormalizeContext& context) {
  const std::string text = fold_text(raw);
  auto decimal = find_decimal(text, reading_for(context));
  if (!decimal || !stands_free(text, *decimal)) return std::nullopt;
  apply_magnitude(text, *decimal, /*money=*/false);
  return decimal->text();
}

std::optional<std::string> normalize_money(std::string_view raw, const NormalizeContext& context) {
  const std::string text = fold_text(raw);
  const ThreeDigits reading = !context.language.empty() && has_decimal_point(context.language)
                                  ? ThreeDigits::kPointIsDecimal
                                  : ThreeDigits::kGroup;
  std::optional<Decimal> first;
  for (auto decimal = find_decimal(text, reading); decimal;
       decimal = find_decimal(text, reading, decimal->end)) {
    const bool priced = decimal->well_grouped && !is_bound(text, *decimal);
    const bool free = stands_free(text, *decimal);
    apply_magnitude(text, *decimal, /*money=*/true);
    const std::string_view currency = currency_near(text, *decimal, context);
    if (!currency.empty() && minor_digits(currency) == 3) {  // 1.234 BHD has three decimals.
      decimal = find_decimal(text, ThreeDigits::kPointIsDecimal, decimal->begin);
    }
    decimal->negative |= has_minus_at_sign(text, *decimal);
    if (!currency.empty() && !priced) return std::nullopt;
    if (!currency.empty()) return money_text(*decimal, currency, text, context);
    if (!first && free) first = decimal;
  }
  if (!first) return std::nullopt;
  return money_text(*first, "", text, context);
}

}  // namespace weft::value
