// What a domain's items are made of: the attributes, where a page shows them, and what they are
// called.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/schema.h"
#include "practice/options.h"
#include "practice/vocabulary.h"

namespace weft::practice {

// clang-format off
enum class FactKind : uint8_t {
  kText, kMoney, kNumber, kDate, kList, kEmail, kPhone, kImage, kRating, kProse
};

// Which block of a detail page shows an attribute.
enum class Place : uint8_t { kTitle, kPrice, kRating, kFacts, kFeatures, kProse, kContact, kGallery };
// clang-format on

struct AttributeSpec {
  std::string_view name;
  FactKind kind;
  Place place;
  bool in_list;       // Also shown by the records of list pages.
  bool constant;      // The same at every visit.
  unsigned presence;  // Percent of items that have it; 100 = mandatory.
  Term labels;
  std::span<const Term> terms{};  // Not empty: the value is one of these.
};

// The attributes of a domain, in their usual order; the first is the title.
std::span<const AttributeSpec> attributes_of(Domain domain);

// The same as the rest of Weft says it.
model::Schema schema_of(Domain domain);

}  // namespace weft::practice
