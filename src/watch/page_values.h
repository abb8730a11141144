// PageValues: what was extracted from pages, as plain texts by attribute; what all tests compare.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/extraction.h"
#include "model/schema.h"

namespace weft::watch {

// Attribute (nested ones by dots) → its texts, in page order. Attributes without any are absent.
using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

// One entity seen on one page: the page's record, or one of its records.
struct Seen {
  std::string page;
  std::string record;
  Values values;
};

// Every record of an extraction.
std::vector<Seen> seen_on(const model::Extraction& extraction);
// Those of several pages, in their order.
std::vector<Seen> seen_on(const std::vector<model::Extraction>& extractions);

// All leaf texts of an attribute in a record; empty if it has none.
const std::vector<std::string>& texts(const Values& values, std::string_view attribute);

// How two readings of an attribute on one entity compare.
enum class Change : uint8_t {
  kSame,
  kDifferent,
  kGone,   // had a value, has none now
  kNew,    // had none, has one now
  kBlank,  // had none, has none
};

// Whether two texts are the same value: equal typed forms where the type has one, else the same
// words.
bool same_value(std::string_view before, std::string_view after, model::ValueType type);

// The number a text is; nothing for one that is none.
std::optional<double> number_in(std::string_view text);

// The digits of a text, number by number: "4 6" for "Serves 4-6".
std::string numbers_of(std::string_view text);

// Share of the values of one side that the other has, by the smaller share of the two; as
// multisets, 0 to 1. Both empty: 1.
double value_overlap(const std::vector<std::string>& before, const std::vector<std::string>& after,
                     model::ValueType type);

// When one text is an edit of another. Chosen by hand: an ingredient with "chopped" added is one,
// a like ingredient is none.
struct EditParameters {
  double least_overlap = 0.7;  // Of their words.
  size_t few_words = 4;        // Texts of so few words are alike if their numbers are.
  size_t max_compared = 256;   // Values that are compared each with each.
};

// As value_overlap, a value that is an edit of another counted as it: "4 servings", "Serves 4".
// O(before · after) for what is not equal.
double edited_overlap(const std::vector<std::string>& before, const std::vector<std::string>& after,
                      model::ValueType type);

// kSame if the agreement is at least `least`.
Change compare(const std::vector<std::string>& before, const std::vector<std::string>& after,
               model::ValueType type, double least = 1.0);

}  // namespace weft::watch
