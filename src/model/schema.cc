#include "model/schema.h"

#include <array>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::model {
namespace {

constexpr std::array<std::string_view, 13> kTypeNames = {
    "text",  "number", "money", "date",    "time",    "duration", "url",
    "image", "email",  "phone", "address", "boolean", "enum",
};

constexpr std::string_view kSchemaOrgTypes[] = {
    "Accommodation",
    "AggregateOffer",
    "Apartment",
    "Article",
    "Book",
    "Car",
    "Course",
    "Event",
    "Hotel",
    "House",
    "JobPosting",
    "LocalBusiness",
    "Movie",
    "NewsArticle",
    "Offer",
    "Organization",
    "Person",
    "Place",
    "Product",
    "RealEstateListing",
    "Recipe",
    "Residence",
    "Restaurant",
    "Review",
    "ScholarlyArticle",
    "Service",
    "SoftwareApplication",
    "TVSeries",
    "Vehicle",
    "VideoObject",
};

const Attribute* find_in(const std::vector<Attribute>& attributes, std::string_view name) {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

}  // namespace

std::string_view value_type_name(ValueType type) {
  return kTypeNames.at(static_cast<size_t>(type));
}

Result<ValueType> parse_value_type(std::string_view name) {
  for (size_t i = 0; i < kTypeNames.size(); ++i) {
    if (kTypeNames[i] == name) return static_cast<ValueType>(i);
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("'{}' is not a type; types are {}", name, fmt::join(kTypeNames, ", "))};
}

const Attribute* Schema::find(std::string_view wanted) const { return find_in(attributes, wanted); }

const Attribute* Schema::find_path(std::string_view dotted) const {
  const std::vector<Attribute>* level = &attributes;
  for (;;) {
    const size_t dot = dotted.find('.');
    const Attribute* attribute = find_in(*level, dotted.substr(0, dot));
    if (attribute == nullptr || dot == std::string_view::npos) return attribute;
    level = &attribute->attributes;
    dotted.remove_prefix(dot + 1);
  }
}

std::string_view schema_org_name(std::string_view name) {
  if (name.starts_with("https://schema.org/")) name.remove_prefix(19);
  if (name.starts_with("http://schema.org/")) name.remove_prefix(18);
  for (const std::string_view type : kSchemaOrgTypes) {
    if (equals_ignoring_ascii_case(name, type)) return type;
    const bool plural = name.size() == type.size() + 1 && ascii_lower(name.back()) == 's';
    if (plural && equals_ignoring_ascii_case(name.substr(0, type.size()), type)) return type;
  }
  return "";
}

}  // namespace weft::model
