#include "practice/format.h"

#include <array>
#include <chrono>

#include <fmt/format.h>

#include "practice/random.h"

namespace weft::practice {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

std::string_view thousands_separator(Language language) {
  return language == Language::kEnglish ? "," : language == Language::kFrench ? kNoBreakSpace : ".";
}

std::string_view decimal_separator(Language language) {
  return language == Language::kEnglish ? "." : ",";
}

std::string_view symbol(Currency currency) {
  constexpr std::array<std::string_view, 4> kSymbols = {"€", "£", "$", "CHF"};
  return kSymbols[static_cast<size_t>(currency)];
}

std::string amount(int64_t cents, const Locale& locale) {
  std::string text = format_number(cents / 100, locale);
  if (locale.cents) text += fmt::format("{}{:02}", decimal_separator(locale.language), cents % 100);
  return text;
}

bool symbol_first(const Locale& locale) {
  return locale.language == Language::kEnglish || locale.language == Language::kItalian ||
         locale.currency == Currency::kFranc;
}

// "£12" but "€ 12" in Italian and "12 €" elsewhere.
std::string_view symbol_space(const Locale& locale) {
  if (locale.language == Language::kEnglish && locale.currency != Currency::kFranc) return "";
  return kNoBreakSpace;
}

}  // namespace

std::string format_number(int64_t number, const Locale& locale) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, thousands_separator(locale.language));
  }
  return digits;
}

std::string format_rating(int64_t tenths, const Locale& locale) {
  return fmt::format("{}{}{}", tenths / 10, decimal_separator(locale.language), tenths % 10);
}

std::string format_money(int64_t cents, const Locale& locale) {
  return symbol_first(locale) ? fmt::format("{}{}{}", symbol(locale.currency), symbol_space(locale),
                                            amount(cents, locale))
                              : fmt::format("{}{}{}", amount(cents, locale), symbol_space(locale),
                                            symbol(locale.currency));
}

std::string format_date(int64_t days_since_1970, const Locale& locale) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days_since_1970}}};
  const int year = static_cast<int>(date.year());
  const unsigned month = static_cast<unsigned>(date.month());
  const unsigned day = static_cast<unsigned>(date.day());
  const std::string_view name = in(locale.language, vocabulary::kMonths[month - 1]);
  if (locale.months_as_words) {
    if (locale.language == Language::kEnglish) return fmt::format("{} {}, {}", name, day, year);
    if (locale.language == Language::kGerman) return fmt::format("{}. {} {}", day, name, year);
    if (locale.language == Language::kSpanish)
      return fmt::format("{} de {} de {}", day, name, year);
    return fmt::format("{} {} {}", day, name, year);
  }
  if (locale.language == Language::kGerman) return fmt::format("{:02}.{:02}.{}", day, month, year);
  return fmt::format("{:02}/{:02}/{}", day, month, year);
}

std::vector<std::string> prose(uint64_t seed, unsigned paragraphs, Language language) {
  Random random(seed, "prose");
  std::vector<std::string> out;
  for (unsigned p = 0; p < paragraphs; ++p) {
    std::string text;
    for (int s = random.between(2, 5); s > 0; --s) {
      const std::string_view noun = in(language, random.pick(vocabulary::kNouns));
      std::string sentence(in(language, random.pick(vocabulary::kSentences)));
      sentence.replace(sentence.find("{}"), 2, noun);
      text += (text.empty() ? "" : " ") + sentence;
    }
    out.push_back(std::move(text));
  }
  return out;
}

std::string format_fact(const Fact& fact, const Locale& locale) {
  const AttributeSpec& spec = *fact.spec;
  if (!spec.terms.empty())
    return std::string(in(locale.language, spec.terms[static_cast<size_t>(fact.number)]));
  if (spec.kind == FactKind::kMoney) return format_money(fact.number, locale);
  if (spec.kind == FactKind::kRating) return format_rating(fact.number, locale);
  if (spec.kind == FactKind::kDate) return format_date(fact.number, locale);
  if (spec.kind != FactKind::kNumber) return fact.text;
  if (spec.name == "year_built") return std::to_string(fact.number);
  const std::string number = format_number(fact.number, locale);
  return fact.unit.empty() ? number : fmt::format("{} {}", number, fact.unit);
}

std::vector<std::string> format_parts(const Fact& fact, const Locale& locale) {
  if (fact.spec->kind == FactKind::kMoney) {
    std::vector<std::string> parts = {std::string(symbol(locale.currency)),
                                      amount(fact.number, locale)};
    if (!symbol_first(locale)) std::swap(parts[0], parts[1]);
    return parts;
  }
  if (fact.spec->kind == FactKind::kNumber && !fact.unit.empty()) {
    return {format_number(fact.number, locale), std::string(fact.unit)};
  }
  return {format_fact(fact, locale)};
}

}  // namespace weft::practice
