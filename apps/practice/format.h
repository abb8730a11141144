// Facts as text, in a language and currency.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "practice/content.h"

namespace weft::practice {

enum class Currency : uint8_t { kEuro, kPound, kDollar, kFranc };

struct Locale {
  Language language = Language::kEnglish;
  Currency currency = Currency::kEuro;
  bool cents = true;  // Money with two decimals.
  bool months_as_words = false;
};

std::string format_money(int64_t cents, const Locale& locale);
// Thousands separated, one decimal when `tenths`.
std::string format_number(int64_t number, const Locale& locale);
std::string format_rating(int64_t tenths, const Locale& locale);
std::string format_date(int64_t days_since_1970, const Locale& locale);
// Paragraphs of a few sentences.
std::vector<std::string> prose(uint64_t seed, unsigned paragraphs, Language language);

// The text of a fact with one value (anything but kList and kProse).
std::string format_fact(const Fact& fact, const Locale& locale);

// Money and numbers with a unit in two parts, in the order shown; one part for anything else.
std::vector<std::string> format_parts(const Fact& fact, const Locale& locale);

}  // namespace weft::practice
