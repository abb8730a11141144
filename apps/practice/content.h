// Content: the facts of a site's items, and how they read in a language and currency. Redesigns
// change neither.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/domain.h"
#include "practice/options.h"

namespace weft::practice {

// One attribute of one item. Which members count depends on spec->kind; format_fact turns it into
// text.
struct Fact {
  const AttributeSpec* spec = nullptr;
  std::string text;  // kText, kEmail, kPhone, kImage
  // kMoney: cents; kDate: days since 1970; kRating: tenths; kProse: seed; kNumber; an index into
  // spec->terms, if there are any.
  int64_t number = 0;
  std::string_view unit;          // kNumber: "kg", "m²", "km"; may be empty
  std::vector<std::string> list;  // kList
};

// Somebody else who sells the same item.
struct Offer {
  std::string seller;
  int64_t cents = 0;
};

struct Item {
  unsigned number = 0;    // 0, 1, 2…: its place in the catalogue
  std::string id;         // Stable across visits and redesigns: "48213".
  std::string slug;       // For URLs: "oak-lamp", as the title was before any redesign
  unsigned category = 0;  // Index into categories().
  std::vector<Fact> facts;
  std::vector<Offer> offers;
  unsigned review_count = 0;

  // Null when the item lacks the attribute.
  [[nodiscard]] const Fact* find(std::string_view attribute) const;
  [[nodiscard]] const std::string& title() const { return facts.front().text; }
};

// The items at visit options.drift, in the order list pages show them.
std::vector<Item> make_items(const Options& options);

// Names of the sections that list pages are divided into.
std::vector<std::string> categories(const Options& options);

// Lower case ASCII with hyphens, for URLs.
std::string slug_of(std::string_view text);

// --- facts as text ---

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
