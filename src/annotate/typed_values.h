// Typed values in running text: where money, dates, phone numbers, ISBNs… stand. What they mean is
// value/normalize.h's; here it is where they begin and end.
//
//   find_typed(EntityType::kMoney, "now £12.50, was £15", {}, spans)   gives "£12.50" and "£15"
//
// Check digits are checked, months are months of twenty languages, phone numbers are numbers that
// can be dialled (libphonenumber). People and places are weak: a whole text, or a part of it between
// separators, that is written like one.
//
// Threads: pure functions. Only the first 2,000 bytes of a text are looked at.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/domain.h"

namespace weft::annotate {

// Bytes [begin, end) of a text.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const Span&) const = default;
};

// Appends the instances of the type, in order, not overlapping. `country` (ISO 3166) reads national
// phone numbers; empty: those of North America, and international ones.
void find_typed(EntityType type, std::string_view text, std::string_view country,
                std::vector<Span>& spans);

// What a text has, of what types ask for: found in one pass, so that most forms need not be tried.
struct TextTraits {
  bool digit = false;
  bool at = false;          // '@'
  bool point = false;       // '.'
  bool beyond = false;      // A byte beyond ASCII.
  bool capital = false;     // Begins with one, or with a byte beyond ASCII.
  bool short_text = false;  // Could be "yesterday".
};
TextTraits traits_of(std::string_view text);

// False if find_typed() would find nothing in a text with these traits.
bool may_hold(EntityType type, const TextTraits& traits);

// Whether the type has a form of its own. Text, people and places do not: much is written like them.
bool has_form(EntityType type);

// Whether what has the form is hardly anything else: money, dates, phones; not numbers.
bool is_strong(EntityType type);

}  // namespace weft::annotate
