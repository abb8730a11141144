// One RE2 a type finds candidates; a check that a regular expression cannot make (check digits,
// month names, numbers that can be dialled) keeps the right ones. Tested by typed_values_test.cc.

#include "annotate/typed_values.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <phonenumbers/phonenumbermatch.h>
#include <phonenumbers/phonenumbermatcher.h>
#include <phonenumbers/phonenumberutil.h>
#include <re2/re2.h>

#include "base/strings.h"
#include "value/fold.h"
#include "value/month_names.h"
#include "value/normalize.h"

namespace weft::annotate {
namespace {

constexpr size_t kMaxTypedText = 2000;  // No typed value is longer; a hostile text is.
constexpr size_t kMinPhoneDigits = 7;

#define WEFT_NUMBER R"((?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d{1,2})?)"
#define WEFT_CODES \
  R"((?:USD|EUR|GBP|CHF|CAD|AUD|NZD|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|Rs\.?|Euro|euros?|zł|Kč|kr\.?|Ft))"

// Nothing where the type has no form.
constexpr const char* pattern_of(EntityType type) {
  switch (type) {
    case EntityType::kMoney:
      return R"((?:\b(?:US|CA|AU|NZ|HK|C|A))?[$€£¥₹₽₩₪]\s?)" WEFT_NUMBER
             R"((?:\s?(?:k|m|bn|million)\b)?(?:,-|,–)?|\b)" WEFT_CODES R"(\s?)" WEFT_NUMBER
             R"(|\b)" WEFT_NUMBER R"((?:,-|,–)?\s?(?:[€£$]|)" WEFT_CODES R"(\b))";
    case EntityType::kDate:
      return R"((?i:\b\d+\+?\s+(?:minute|hour|day|week|month)s?\s+ago\b|^(?:today|yesterday)$)|)"
             R"(\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b)"
             R"(|(?:\b\d{1,2}(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s+|of\s+)?)?(?P<m>\p{L}{3,12})\.?,?)"
             R"([\s-]+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:de\s+)?\d{4}\b)"
             R"(|(?P<n>\p{L}{3,12})\.?\s+\d{1,2}(?:st|nd|rd|th)?\b)"
             R"(|\b\d{1,2}[.\s-]+(?P<o>\p{L}{3,12})\b(?:[\s-]\d{2}\b)?)"
             R"(|^(?:1[4-9]|20)\d{2}$)";
    case EntityType::kTime:
      return R"((?i)\b\d{1,2}[:.]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?|uhr|h)?\b|\b\d{1,2}\s*(?:[ap]\.?m\b\.?|uhr\b))";
    case EntityType::kDuration:
      return R"((?i)\b\d+(?:[.,]\d+)?\s*(?:h|hrs?\.?|hours?|m|mins?\.?|minutes?|s|secs?|seconds?|days?|weeks?|months?|years?|std\.?|stunden?|minuten|tage?|wochen|heures?|jours?|horas?|minutos|días?|ore|minuti|giorni)\b(?:\s*(?:,|and|und|et|y|e)?\s*\d+\s*(?:m|mins?\.?|minutes?|minuten|minutos|minuti)\b)?)";
    case EntityType::kEmail:
      return R"([A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})";
    case EntityType::kUrl:
      return R"((?i)\bhttps?://[^\s<>"]+|\bwww\.[a-z0-9-]+\.[^\s<>"]+|\b(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|biz|co\.uk|ac\.uk|de|fr|it|es|ca|us|eu)\b(?:/[^\s<>"]*)?)";
    case EntityType::kPostcode:
      return R"(\b(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b|\b\d{5}(?:-\d{4})?\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b\d{4} ?[A-Z]{2}\b)";
    case EntityType::kIsbn13:
      return R"(\b97[89][- ]?(?:\d[- ]?){9}\d\b)";
    case EntityType::kIsbn10:
      return R"(\b(?:\d[- ]?){9}[\dXx]\b)";
    case EntityType::kEan:
      return R"(\b(?:\d{12,14}|\d{8})\b)";
    case EntityType::kNumber:
      return R"([-+]?\b\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d+)?\b|[-+]?\b\d+(?:[.,]\d+)?\b)";
    case EntityType::kMeasure:
      return R"((?i)\b\d+(?:[.,]\d+)*(?:\s*[x×]\s*\d+(?:[.,]\d+)*)*\s*(?:-\s*)?(?:kg|g|mg|lbs?\.?|pounds?|oz\.?|ounces?|km|cm|mm|m²|m2|m³|qm|sq\.?\s?m\.?|sq\.?\s?ft\.?|square feet|ft²|acres?|ha|hectares?|inch(?:es)?|in\.|ft\.?|feet|yards?|miles?|mi\.?|m|ml|cl|l|lit(?:er|re)s?|gal(?:lons)?|cc|ccm|hp|bhp|ps|kw|kwh|w|watts?|v|volts?|mah|gb|tb|mb|mp|megapixels?|mpg|mph|km/h|g/km|°c|°f|dpi|hz|ghz|mhz|%)(?:[^\p{L}]|$))";
    case EntityType::kRating:
      return R"((?i)\b\d{1,2}(?:[.,]\d+)?\s*(?:/|out of|von|sur|de|su)\s*(?:5|10|100)\b(?:\s*stars?)?|\b[0-5](?:[.,]\d)?\s*stars?\b|[★☆]{3,}|\b\d{1,3}\s?%)";
    case EntityType::kPerson:
      return R"(^(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir)\.?\s+)?\p{Lu}[\p{L}.'’-]*(?:,?\s+(?:\p{Lu}[\p{L}.'’-]*|de|del|van|von|der|den|la|le|du|di|da|bin|al|y)){1,4}(?:,?\s+(?:Jr|Sr|III?|IV|Ph\.?D)\.?)?$)";
    case EntityType::kPlace:
      return R"(^\p{Lu}[\p{L}.'’-]+(?:[\s/-]+[\p{L}.'’-]+){0,4}(?:,\s*(?:[A-Z]{2}|\p{Lu}[\p{L}.'’\s-]+))*(?:,?\s+\d{5}(?:-\d{4})?)?$)";
    case EntityType::kAddress:
      return R"((?i)\b\d{1,6}(?:\s?-\s?\d+)?[a-z]?,?\s+(?:[\p{L}\d.'’&-]+\s+){0,5}?(?:streets?|st|avenues?|aves?|av|roads?|rd|boulevard|blvd|drive|dr|lane|ln|way|court|ct|place|pl|square|sq|terrace|parkway|pkwy|highway|hwy|route|rte|broadway|alley|circle|cir|plaza|pike|turnpike|row|close|crescent|gardens|mews|hill|walk|quay|expressway|expy|freeway|fwy|trail|trl|center|centre|ctr)\b\.?)"
             R"((?:\s+(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\b\.?)?(?:[\s,]+(?:#|suite|ste|apt|unit|fl|floor|room|bldg)\.?\s*[\w-]+)?)"
             R"((?:,\s*[\p{L} .'’-]+)?(?:,?\s+[A-Z]{2},?\s+\d{5}(?:-\d{4})?)?)"
             R"(|\b[\p{L}-]+(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer|ring)\s+\d+\s?[a-z]?\b|\b\p{L}+ (?:straße|strasse|platz|allee|weg)\s+\d+\b)"
             R"(|\b\d+(?:\s?bis)?,?\s+(?:rue|avenue|boulevard|place|quai|allée|chemin|cours)\s+[\p{L}\s.'’-]+)"
             R"(|\b(?:calle|c/|avenida|avda\.?|plaza|paseo|via|viale|piazza|corso|largo|rua)\s+[\p{L}\s.'’-]+,?\s*\d+)"
             R"(|\bP\.?\s?O\.?\s?Box\s+\d+|\bone\s+\p{L}+\s+(?:plaza|place|square|street|way)\b)";
    default:
      return nullptr;
  }
}

// Of a type, compiled once; null where it has no form.
const RE2* compiled(EntityType type) {
  static const auto kPatterns = [] {
    std::array<std::unique_ptr<const RE2>, kEntityTypes> all;
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(int64_t{32} << 20);
    for (size_t t = 0; t < kEntityTypes; ++t) {
      const char* pattern = pattern_of(static_cast<EntityType>(t));
      if (pattern == nullptr) continue;
      all[t] = std::make_unique<const RE2>("(" + std::string(pattern) + ")", options);
      WEFT_CHECK(all[t]->ok());
    }
    return all;
  }();
  return kPatterns[static_cast<size_t>(type)].get();
}

// --- checks ---

std::string digits_of(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_ascii_digit(c) || c == 'X' || c == 'x') digits += c;
  }
  return digits;
}

// EAN-8, -12 (UPC), -13, -14 and ISBN-13: weights 3 and 1 from the right, the sum a multiple of 10.
bool has_ean_check(std::string_view digits) {
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const int digit = digits[digits.size() - 1 - i] - '0';
    sum += i % 2 == 0 ? digit : 3 * digit;
  }
  return sum % 10 == 0 && digits.find_first_not_of('0') != std::string_view::npos;
}

// ISBN-10: weights 10 to 1, the sum a multiple of 11; X is ten.
bool has_isbn10_check(std::string_view digits) {
  if (digits.size() != 10) return false;
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    const char c = digits[static_cast<size_t>(i)];
    if (!is_ascii_digit(c) && i != 9) return false;
    sum += (10 - i) * (is_ascii_digit(c) ? c - '0' : 10);
  }
  return sum % 11 == 0;
}

bool is_month(std::string_view word) { return value::month_of(value::fold_text(word)) != 0; }

bool holds(EntityType type, std::string_view found, std::string_view month) {
  switch (type) {
    case EntityType::kIsbn13:
      return has_ean_check(digits_of(found));
    case EntityType::kIsbn10:
      return has_isbn10_check(digits_of(found));
    case EntityType::kEan:
      return has_ean_check(found);
    case EntityType::kDate:
      return month.empty() || is_month(month);
    default:
      return true;
  }
}

// Whether a text can hold such a value at all: what keeps the regular expressions from most texts.
bool can_hold(EntityType type, std::string_view text, size_t digits) {
  switch (type) {
    case EntityType::kText:
    case EntityType::kImage:
      return false;
    case EntityType::kEmail:
      return text.find('@') != std::string_view::npos;
    case EntityType::kUrl:
      return text.find('.') != std::string_view::npos;
    case EntityType::kPerson:
    case EntityType::kPlace:
      return text.size() < 80;
    case EntityType::kBoolean:
      return text.size() < 24;
    case EntityType::kRating:
      return digits != 0 || text.find("★") != std::string_view::npos;
    case EntityType::kAddress:
      return digits != 0 || text.find("ne ") != std::string_view::npos;
    case EntityType::kDate:
      return digits != 0 || text.size() < 12;
    case EntityType::kIsbn10:
    case EntityType::kIsbn13:
    case EntityType::kEan:
      return digits >= 8;
    case EntityType::kPhone:
      return digits >= kMinPhoneDigits;
    default:
      return digits != 0;
  }
}

// --- phone numbers ---

// Numbers that are written like one, whether or not they are in use: "555" numbers, mostly.
const RE2& phone_form() {
  static const RE2 kForm(
      R"((?:\+?1[\s.-]?)?(?:\(\d{3}\)|\b\d{3})\s?[\s./-]\s?\d{3}[\s.-]\d{4}\b|\+\d{1,3}[\s.(-]*\d[\d\s().-]{5,14}\d)");
  return kForm;
}

void find_phones(std::string_view text, std::string_view country, std::vector<Span>& spans) {
  const size_t first = spans.size();
  re2::StringPiece found;
  for (size_t from = 0; phone_form().Match({text.data(), text.size()}, from, text.size(),
                                           RE2::UNANCHORED, &found, 1);) {
    const auto begin = static_cast<uint32_t>(found.data() - text.data());
    spans.push_back({begin, static_cast<uint32_t>(begin + found.size())});
    from = begin + found.size();
  }
  if (spans.size() > first) return;
  using i18n::phonenumbers::PhoneNumberMatch;
  using i18n::phonenumbers::PhoneNumberMatcher;
  using i18n::phonenumbers::PhoneNumberUtil;
  PhoneNumberMatcher matcher(std::string(text), country.empty() ? "US" : std::string(country));
  PhoneNumberMatch match;
  while (matcher.HasNext() && matcher.Next(&match)) {
    spans.push_back({static_cast<uint32_t>(match.start()), static_cast<uint32_t>(match.end())});
  }
}

// --- people and places: whole texts and their parts ---

void find_whole(const RE2& pattern, std::string_view text, std::vector<Span>& spans) {
  const auto add = [&](std::string_view part) {
    part = trim(part);
    if (part.empty() || !RE2::FullMatch({part.data(), part.size()}, pattern)) return false;
    const auto begin = static_cast<uint32_t>(part.data() - text.data());
    spans.push_back({begin, static_cast<uint32_t>(begin + part.size())});
    return true;
  };
  if (add(text)) return;
  constexpr std::string_view kSeparators = ",;/|&()";
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find_first_of(kSeparators, begin), text.size());
    add(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

TextTraits traits_of(std::string_view text) {
  TextTraits traits;
  // OPTIMIZATION: sums, which the compiler turns into vectors.
  uint32_t digits = 0;
  uint32_t ats = 0;
  uint32_t points = 0;
  uint32_t beyond = 0;
  for (const char c : text) {
    digits += c >= '0' && c <= '9' ? 1 : 0;
    ats += c == '@' ? 1 : 0;
    points += c == '.' ? 1 : 0;
    beyond += static_cast<unsigned char>(c) >= 0x80 ? 1 : 0;
  }
  traits.digit = digits != 0;
  traits.at = ats != 0;
  traits.point = points != 0;
  traits.beyond = beyond != 0;
  const auto first = static_cast<unsigned char>(text.empty() ? ' ' : text.front());
  traits.capital = first >= 0x80 || (first >= 'A' && first <= 'Z');
  traits.short_text = text.size() <= std::string_view("yesterday").size();
  return traits;
}

bool may_hold(EntityType type, const TextTraits& traits) {
  switch (type) {
    case EntityType::kText:
    case EntityType::kImage:
    case EntityType::kBoolean:
      return false;
    case EntityType::kPerson:
    case EntityType::kPlace:
      return traits.capital;
    case EntityType::kEmail:
      return traits.at;
    case EntityType::kUrl:
      return traits.point;
    case EntityType::kDate:
      return traits.digit || traits.short_text;
    case EntityType::kRating:
      return traits.digit || traits.beyond;
    case EntityType::kAddress:
      return true;  // "One Hamilton Place"
    default:
      return traits.digit;
  }
}

bool has_form(EntityType type) {
  return type != EntityType::kText && type != EntityType::kPerson && type != EntityType::kPlace &&
         type != EntityType::kImage;
}

bool is_strong(EntityType type) {
  switch (type) {
    case EntityType::kMoney:
    case EntityType::kDate:
    case EntityType::kPhone:
    case EntityType::kEmail:
    case EntityType::kUrl:
    case EntityType::kIsbn13:
    case EntityType::kIsbn10:
      return true;
    default:
      return false;
  }
}

void find_typed(EntityType type, std::string_view text, std::string_view country,
                std::vector<Span>& spans) {
  if (text.size() > kMaxTypedText) {
    size_t end = kMaxTypedText;  // Not within a character.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text = text.substr(0, end);
  }
  if (!can_hold(type, text, count_digits(text))) return;
  if (type == EntityType::kPhone) return find_phones(text, country, spans);
  if (type == EntityType::kBoolean) {
    if (value::normalize_boolean(text)) spans.push_back({0, static_cast<uint32_t>(text.size())});
    return;
  }
  const RE2* pattern = compiled(type);
  if (pattern == nullptr) return;
  if (type == EntityType::kPerson || type == EntityType::kPlace)
    return find_whole(*pattern, text, spans);
  const int groups = pattern->NumberOfCapturingGroups() + 1;
  re2::StringPiece parts[5];
  size_t from = 0;
  while (from < text.size() && pattern->Match({text.data(), text.size()}, from, text.size(),
                                              RE2::UNANCHORED, parts, std::min(groups, 5))) {
    std::string_view month;
    for (int g = 2; g < groups; ++g) {
      if (!parts[g].empty()) month = {parts[g].data(), parts[g].size()};
    }
    std::string_view found = trim({parts[0].data(), parts[0].size()});
    if (found.empty()) break;
    const auto begin = static_cast<size_t>(found.data() - text.data());
    // A unit of a measure may take the character after it along.
    if (type == EntityType::kMeasure && begin + found.size() < text.size() &&
        std::string_view(",;)(/").find(found.back()) != std::string_view::npos)
      found.remove_suffix(1);
    if (holds(type, found, month)) {
      spans.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + found.size())});
      from = begin + found.size();
    } else {
      // What was no month may stand before one: "from May 2010".
      from = text.find(' ', begin);
      if (from == std::string_view::npos) break;
    }
  }
}

}  // namespace weft::annotate
