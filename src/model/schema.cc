#include "model/schema.h"

#include "base/strings.h"

namespace weft::model {
namespace {

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
