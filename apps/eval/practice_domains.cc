#include "eval/practice_domains.h"

#include "value/fold.h"
#include "value/normalize.h"

namespace weft::eval {

const std::vector<PracticeDomain>& practice_domains() {
  using practice::Domain;
  static const std::vector<PracticeDomain> kDomains = {
      {Domain::kEstate,
       "property",
       {{"title", "title"},
        {"price", "price"},
        {"address", "street_address"},
        {"postcode", "postcode"},
        {"bedrooms", "bedrooms"},
        {"bathrooms", "bathrooms"},
        {"area", "surface"},
        {"property_type", "property_type"},
        {"image", "image"},
        {"description", "description"}},
       {{"available_from", "availability_date"}}},
      {Domain::kCars,
       "cars",
       {{"title", "title"},
        {"price", "price"},
        {"first_registration", "age"},
        {"mileage", "mileage"},
        {"fuel", "fuel_type"},
        {"transmission", "transmission"},
        {"power", "power"},
        {"location", "location"},
        {"image", "image"},
        {"description", "description"}},
       {{"make", "make"}, {"model", "model"}, {"colour", "colour"}, {"owners", "owners"}}},
      {Domain::kJobs,
       "jobs",
       {{"title", "title"},
        {"company", "company"},
        {"location", "location"},
        {"salary", "salary"},
        {"employment_type", "employment_type"},
        {"date_posted", "date_posted"},
        {"description", "description"}},
       {{"reference", "reference"}, {"phone", "phone"}}},
      {Domain::kShop,
       "products",
       {{"title", "name"},
        {"price", "price"},
        {"was_price", "list_price"},
        {"availability", "availability"},
        {"rating", "rating"},
        {"brand", "brand"},
        {"image", "image"},
        {"description", "description"}},
       {{"sku", "sku"}, {"colour", "colour"}, {"weight", "weight"}}}};
  return kDomains;
}

std::string comparable_as(value::ValueType type, std::string_view text, std::string_view language) {
  if (type != value::ValueType::kText && type != value::ValueType::kImage) {
    const auto normal = value::normalize(type, text, {.language = language});
    if (normal) return *normal;
  }
  return value::fold_text(text);
}

}  // namespace weft::eval
