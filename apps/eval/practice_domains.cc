#include "eval/practice_domains.h"

#include "site/input_files.h"
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

Result<std::vector<annotate::Recognizer>> practice_recognizers(size_t count) {
  std::vector<annotate::Recognizer> recognizers;
  for (size_t d = 0; d < count; ++d) {
    WEFT_ASSIGN(annotate::Domain description, site::read_domain(practice_domains()[d].shipped));
    recognizers.emplace_back(std::move(description));
  }
  return recognizers;
}

std::vector<TruthRecord> shown_records(const std::vector<practice::TruthRecord>& records) {
  std::vector<TruthRecord> shown;
  for (const practice::TruthRecord& record : records) {
    shown.push_back(
        {practice::shown_text(record), record.values.empty() ? "" : record.values.front().text});
  }
  return shown;
}

std::string comparable_as(value::ValueType type, std::string_view text, std::string_view language) {
  if (type != value::ValueType::kText && type != value::ValueType::kImage) {
    const auto normal = value::normalize(type, text, {.language = language});
    if (normal) return *normal;
  }
  return value::fold_text(text);
}

dom::NodeId shown_at(const dom::Document& doc, uint32_t byte) {
  dom::NodeId found = dom::kRoot;
  for (const dom::NodeId n : doc.nodes()) {
    const dom::SourceRange range = doc.source_range(n);
    if (range.begin <= byte && byte < range.end &&
        (doc.is_text(n) || doc.name(n) == dom::atoms::kImg))
      found = n;
  }
  return found;
}

}  // namespace weft::eval
