#include "value/currency.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace weft::value {
namespace {

// clang-format off
constexpr CurrencySign kSigns[] = {
    {"us$", "USD"}, {"us $", "USD"}, {"usd", "USD"}, {"ca$", "CAD"}, {"cdn$", "CAD"}, {"c$", "CAD"},
    {"au$", "AUD"}, {"a$", "AUD"}, {"nz$", "NZD"}, {"hk$", "HKD"}, {"s$", "SGD"}, {"nt$", "TWD"},
    {"mx$", "MXN"}, {"r$", "BRL"}, {"$", "$"}, {"€", "EUR"}, {"euros", "EUR"}, {"euro", "EUR"},
    {"£", "GBP"}, {"¥", "¥"}, {"円", "JPY"}, {"元", "CNY"}, {"₹", "INR"}, {"rs.", "Rs"}, {"rs", "Rs"},
    {"₽", "RUB"}, {"руб", "RUB"}, {"₩", "KRW"}, {"₺", "TRY"}, {"₪", "ILS"}, {"฿", "THB"},
    {"₫", "VND"}, {"₴", "UAH"}, {"₦", "NGN"}, {"₱", "PHP"}, {"zł", "PLN"}, {"kč", "CZK"},
    {"ft", "HUF"}, {"lei", "RON"}, {"лв", "BGN"}, {"sfr.", "CHF"}, {"fr.", "CHF"}, {"kr.", "kr"},
    {"kr", "kr"}, {":-", "SEK"},
    {"eur", "EUR"}, {"gbp", "GBP"}, {"chf", "CHF"}, {"jpy", "JPY"}, {"cny", "CNY"}, {"rmb", "CNY"},
    {"inr", "INR"}, {"cad", "CAD"}, {"aud", "AUD"}, {"nzd", "NZD"}, {"hkd", "HKD"}, {"sgd", "SGD"},
    {"twd", "TWD"}, {"mxn", "MXN"}, {"brl", "BRL"}, {"sek", "SEK"}, {"nok", "NOK"}, {"dkk", "DKK"},
    {"isk", "ISK"}, {"pln", "PLN"}, {"czk", "CZK"}, {"huf", "HUF"}, {"ron", "RON"}, {"bgn", "BGN"},
    {"hrk", "HRK"}, {"rsd", "RSD"}, {"rub", "RUB"}, {"uah", "UAH"}, {"try", "TRY"}, {"ils", "ILS"},
    {"krw", "KRW"}, {"thb", "THB"}, {"vnd", "VND"}, {"idr", "IDR"}, {"myr", "MYR"}, {"php", "PHP"},
    {"zar", "ZAR"}, {"aed", "AED"}, {"sar", "SAR"}, {"qar", "QAR"}, {"kwd", "KWD"}, {"bhd", "BHD"},
    {"omr", "OMR"}, {"jod", "JOD"}, {"egp", "EGP"}, {"mad", "MAD"}, {"tnd", "TND"}, {"ngn", "NGN"},
    {"kes", "KES"}, {"ars", "ARS"}, {"clp", "CLP"}, {"cop", "COP"}, {"pen", "PEN"}, {"uyu", "UYU"},
    {"pkr", "PKR"}, {"lkr", "LKR"}, {"npr", "NPR"},
};

// What a shared sign may mean. The pound is another's only where a country says so.
struct Meaning {
  std::string_view name;
  std::string_view code;
  std::string_view country;
};
constexpr Meaning kMeanings[] = {
    {"$", "USD", "US"}, {"$", "CAD", "CA"}, {"$", "AUD", "AU"}, {"$", "NZD", "NZ"}, {"$", "HKD", "HK"},
    {"$", "SGD", "SG"}, {"$", "MXN", "MX"}, {"$", "ARS", "AR"}, {"$", "CLP", "CL"}, {"$", "COP", "CO"},
    {"$", "TWD", "TW"}, {"kr", "SEK", "SE"}, {"kr", "NOK", "NO"}, {"kr", "DKK", "DK"},
    {"kr", "ISK", "IS"}, {"¥", "JPY", "JP"}, {"¥", "CNY", "CN"}, {"GBP", "EGP", "EG"},
    {"Rs", "INR", "IN"}, {"Rs", "PKR", "PK"}, {"Rs", "LKR", "LK"}, {"Rs", "NPR", "NP"},
};
// clang-format on

}  // namespace

std::span<const CurrencySign> currency_signs() { return kSigns; }

std::string_view currency_name(const CurrencySign& sign, const NormalizeContext& context) {
  for (const Meaning& meaning : kMeanings) {
    const bool said = meaning.code == context.currency || meaning.country == context.country;
    const bool code = sign.sign == "gbp";  // Written out, it means itself.
    if (said && meaning.name == sign.name && !code) return meaning.code;
  }
  return sign.name;
}

bool is_currency(std::string_view folded) {
  return std::any_of(std::begin(kSigns), std::end(kSigns),
                     [&](const CurrencySign& sign) { return sign.sign == folded; });
}

bool has_shared_sign(std::string_view code) {
  return std::any_of(std::begin(kMeanings), std::end(kMeanings),
                     [&](const Meaning& meaning) { return meaning.code == code; });
}

std::string_view currency_of_language(std::string_view language) {
  constexpr std::pair<std::string_view, std::string_view> kCountries[] = {
      {"sv", "SE"}, {"da", "DK"}, {"nb", "NO"}, {"nn", "NO"},
      {"no", "NO"}, {"is", "IS"}, {"ja", "JP"},
  };
  const size_t dash = language.find_first_of("-_");
  std::string country;
  if (dash != std::string_view::npos) {
    for (const char c : language.substr(dash + 1)) country += static_cast<char>(c & ~0x20);
  }
  for (const auto& [primary, home] : kCountries) {
    if (country.empty() && language.substr(0, dash) == primary) country = home;
  }
  for (const Meaning& meaning : kMeanings) {
    if (meaning.country == country) return meaning.code;
  }
  return {};
}

size_t minor_digits(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNone = {"JPY", "KRW", "VND", "CLP",
                                                     "ISK", "PYG", "UGX", "¥"};
  constexpr std::array<std::string_view, 5> kThree = {"KWD", "BHD", "OMR", "JOD", "TND"};
  if (std::find(kNone.begin(), kNone.end(), name) != kNone.end()) return 0;
  return std::find(kThree.begin(), kThree.end(), name) != kThree.end() ? 3 : 2;
}

}  // namespace weft::value
