// Numbers and money. A price is a number with a currency beside it: a symbol, a code or a word,
// before or after, as close as any. The first number that has one is taken; else the first number.

#include <algorithm>

#include "base/strings.h"
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

struct Currency {
  std::string_view sign;  // As folded text has it.
  std::string_view code;
};

// Longer signs before those they contain. Plain "$", "kr", "¥" and "£" may mean others: see
// by_country.
// clang-format off
constexpr Currency kSigns[] = {
    {"us$", "USD"}, {"us $", "USD"}, {"usd", "USD"}, {"ca$", "CAD"}, {"cdn$", "CAD"}, {"c$", "CAD"},
    {"au$", "AUD"}, {"a$", "AUD"}, {"nz$", "NZD"}, {"hk$", "HKD"}, {"s$", "SGD"}, {"nt$", "TWD"},
    {"mx$", "MXN"}, {"r$", "BRL"}, {"$", "USD"}, {"€", "EUR"}, {"euros", "EUR"}, {"euro", "EUR"},
    {"£", "GBP"}, {"¥", "JPY"}, {"円", "JPY"}, {"元", "CNY"}, {"₹", "INR"}, {"rs.", "INR"},
    {"₽", "RUB"}, {"руб", "RUB"}, {"₩", "KRW"}, {"₺", "TRY"}, {"₪", "ILS"}, {"฿", "THB"},
    {"₫", "VND"}, {"₴", "UAH"}, {"₦", "NGN"}, {"₱", "PHP"}, {"zł", "PLN"}, {"kč", "CZK"},
    {"ft", "HUF"}, {"lei", "RON"}, {"лв", "BGN"}, {"sfr.", "CHF"}, {"fr.", "CHF"}, {"kr.", "DKK"},
    {"kr", "SEK"}, {":-", "SEK"},
};
// clang-format on

constexpr std::string_view kCodes[] = {
    "eur", "gbp", "chf", "jpy", "cny", "rmb", "inr", "cad", "aud", "nzd", "hkd",
    "sgd", "twd", "mxn", "brl", "sek", "nok", "dkk", "isk", "pln", "czk", "huf",
    "ron", "bgn", "hrk", "rsd", "rub", "uah", "try", "ils", "krw", "thb", "vnd",
    "idr", "myr", "php", "zar", "aed", "sar", "qar", "kwd", "bhd", "omr", "jod",
    "egp", "mad", "tnd", "ngn", "kes", "ars", "clp", "cop", "pen", "uyu",
};

struct CountryCurrency {
  std::string_view country;
  std::string_view sign;
  std::string_view code;
};
constexpr CountryCurrency kByCountry[] = {
    {"CA", "$", "CAD"},   {"AU", "$", "AUD"},        {"NZ", "$", "NZD"},
    {"HK", "$", "HKD"},   {"SG", "$", "SGD"},        {"MX", "$", "MXN"},
    {"AR", "$", "ARS"},   {"CL", "$", "CLP"},        {"CO", "$", "COP"},
    {"TW", "$", "TWD"},   {"NO", "kr", "NOK"},       {"DK", "kr", "DKK"},
    {"IS", "kr", "ISK"},  {"NO", "kr.", "NOK"},      {"IS", "kr.", "ISK"},
    {"SE", "kr.", "SEK"}, {"CN", "\xC2\xA5", "CNY"}, {"EG", "\xC2\xA3", "EGP"},
    {"PK", "rs.", "PKR"},
};

std::string_view by_country(const Currency& currency, std::string_view country) {
  for (const CountryCurrency& other : kByCountry) {
    if (other.country == country && other.sign == currency.sign) return other.code;
  }
  return currency.code;
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

// The code of the nearest currency, the first of those at one distance; empty for none.
std::string currency_near(std::string_view text, const Decimal& decimal,
                          const NormalizeContext& context) {
  const Surroundings surroundings(text, decimal);
  std::string_view best;
  size_t nearest = kFar;
  for (const Currency& currency : kSigns) {
    const size_t distance = surroundings.distance(currency.sign);
    if (distance >= nearest) continue;
    nearest = distance;
    best = by_country(currency, context.country);
  }
  for (const std::string_view code : kCodes) {
    const size_t distance = surroundings.distance(code);
    if (distance >= nearest) continue;
    nearest = distance;
    best = code == "rmb" ? "cny" : code;
  }
  std::string upper(best);
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](char c) { return static_cast<char>(c & ~0x20); });
  return upper;
}

size_t minor_digits(std::string_view code) {
  for (const std::string_view none : {"JPY", "KRW", "VND", "CLP", "ISK", "PYG", "UGX"}) {
    if (code == none) return 0;
  }
  for (const std::string_view three : {"KWD", "BHD", "OMR", "JOD", "TND"}) {
    if (code == three) return 3;
  }
  return 2;
}

ThreeDigits reading_for(const NormalizeContext& context) {
  return context.language.empty() || has_decimal_point(context.language)
             ? ThreeDigits::kPointIsDecimal
             : ThreeDigits::kGroup;
}

std::string money_text(Decimal& decimal, const std::string& code, std::string_view text) {
  const std::string_view cent = "\xC2\xA2";
  if (code.empty() && text.substr(decimal.end).starts_with(cent)) {
    decimal.fraction = (decimal.whole.size() == 1 ? "0" : "") + decimal.whole;
    decimal.whole = "0";
    return "USD " + decimal.text(2);
  }
  return code.empty() ? decimal.text(2) : code + " " + decimal.text(minor_digits(code));
}

}  // namespace

std::optional<std::string> normalize_number(std::string_view raw, const NormalizeContext& context) {
  const std::string text = fold_text(raw);
  auto decimal = find_decimal(text, reading_for(context));
  if (!decimal) return std::nullopt;
  apply_magnitude(text, *decimal, /*money=*/false);
  return decimal->text();
}

std::optional<std::string> normalize_money(std::string_view raw, const NormalizeContext& context) {
  const std::string text = fold_text(raw);
  std::optional<Decimal> first;
  for (auto decimal = find_decimal(text, ThreeDigits::kGroup); decimal;
       decimal = find_decimal(text, ThreeDigits::kGroup, decimal->end)) {
    apply_magnitude(text, *decimal, /*money=*/true);
    const std::string code = currency_near(text, *decimal, context);
    if (!code.empty() && minor_digits(code) == 3) {  // 1.234 BHD has three decimals.
      decimal = find_decimal(text, ThreeDigits::kPointIsDecimal, decimal->begin);
    }
    if (!code.empty()) return money_text(*decimal, code, text);
    if (!first) first = decimal;
  }
  if (!first) return std::nullopt;
  return money_text(*first, "", text);
}

}  // namespace weft::value
