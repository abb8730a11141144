// What a domain's items are made of: the attributes, where a page shows them, and what they are
// called.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "model/schema.h"
#include "practice/options.h"

namespace weft::practice {

enum class FactKind : uint8_t {
  kText,
  kMoney,
  kNumber,
  kDate,
  kList,
  kEmail,
  kPhone,
  kImage,
  kRating,
  kProse
};

// Which block of a detail page shows an attribute.
enum class Place : uint8_t {
  kTitle,
  kPrice,
  kRating,
  kFacts,
  kFeatures,
  kProse,
  kContact,
  kGallery
};

struct AttributeSpec {
  std::string_view name;
  FactKind kind;
  Place place;
  bool in_list;       // Also shown by the records of list pages.
  bool constant;      // The same at every visit.
  unsigned presence;  // Percent of items that have it; 100 = mandatory.
  std::array<std::string_view, kLanguageCount> labels;  // By Language.
};

// The attributes of a domain, in their usual order; the first is the title.
std::span<const AttributeSpec> attributes_of(Domain domain);

// The same as the rest of Weft says it.
model::Schema schema_of(Domain domain);

// Words of the page around the items.
enum class Word : uint8_t {
  kHome,
  kSearch,
  kNext,
  kPrevious,
  kResults,
  kRelated,
  kAdvert,
  kDetails,
  kDescription,
  kContact,
  kReviews,
  kFilter,
  kNewsletter,
  kSubscribe,
  kImprint,
  kPrivacy,
  kSortBy,
  kFrom,
  kOffers,
  kFeatures,
  kDelivery,
  kSave,
  kPage,
  kLogin,
  kMore,
};
std::string_view word(Word which, Language language);

}  // namespace weft::practice
