#include "eval/swde_domains.h"

#include <algorithm>

#include "base/file.h"
#include "eval/metrics/text.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

constexpr size_t kColumnPages = 50;
constexpr size_t kEvery = 4;

// What no page about books, goods, work or food shows of cars.
const std::vector<ForeignAttribute> kOfCars = {
    {"cars", "engine"}, {"cars", "mileage"}, {"cars", "transmission"}, {"cars", "mpg"}};

std::vector<ForeignAttribute> with_cars(std::vector<ForeignAttribute> others) {
  others.insert(others.end(), kOfCars.begin(), kOfCars.end());
  return others;
}

// clang-format off
const Vertical kVerticals[] = {
    {"auto", "cars", {{"model", "title"}, {"price", "price"}, {"engine", "engine"}, {"fuel_economy", "mpg"}}},
    {"book", "books", {{"title", "title"}, {"author", "author"}, {"isbn_13", "isbn_13"}, {"publisher", "publisher"},
                       {"publication_date", "publication_date"}},
     with_cars({{"restaurants", "cuisine"}, {"restaurants", "phone"}, {"restaurants", "hours"}, {"jobs", "company"},
                {"jobs", "location"}, {"jobs", "salary"}, {"jobs", "employment_type"}})},
    {"camera", "products", {{"model", "name"}, {"manufacturer", "brand"}, {"price", "price"}},
     with_cars({{"books", "author"}, {"books", "isbn_13"}, {"books", "publisher"}, {"restaurants", "cuisine"},
                {"restaurants", "address"}, {"jobs", "company"}, {"jobs", "location"}, {"jobs", "employment_type"}})},
    {"job", "jobs", {{"title", "title"}, {"company", "company"}, {"location", "location"}, {"date_posted", "date_posted"}},
     with_cars({{"books", "author"}, {"books", "isbn_13"}, {"books", "publisher"}, {"restaurants", "cuisine"},
                {"products", "brand"}, {"products", "gtin"}, {"films", "director"}})},
    {"movie", "films", {{"title", "title"}, {"director", "director"}, {"genre", "genre"}, {"mpaa_rating", "mpaa_rating"}}},
    {"nbaplayer", "athletes", {{"name", "name"}, {"team", "team"}, {"height", "height"}, {"weight", "weight"}}},
    {"restaurant", "restaurants", {{"name", "name"}, {"address", "address"}, {"phone", "phone"}, {"cuisine", "cuisine"}},
     with_cars({{"books", "isbn_13"}, {"books", "publisher"}, {"jobs", "company"}, {"jobs", "salary"},
                {"jobs", "employment_type"}, {"products", "brand"}, {"products", "gtin"}, {"films", "director"}})},
    {"university", "universities", {{"name", "name"}, {"phone", "phone"}, {"website", "website"}, {"type", "type"}}},
};
// clang-format on

struct LeftOut {
  const char* vertical;
  domain::ColumnWeights weights;
};
#include "base/pointers.h"
#include "eval/domain_weights.inc"

}  // namespace

std::string_view Vertical::domain_attribute(std::string_view truth) const {
  for (const VerticalAttribute& attribute : attributes) {
    if (truth == attribute.truth) return attribute.domain;
  }
  return {};
}

const Vertical* find_vertical(std::string_view name) {
  for (const Vertical& vertical : kVerticals) {
    if (name == vertical.name) return &vertical;
  }
  return nullptr;
}

const domain::ColumnWeights& weights_without(std::string_view vertical) {
  for (const LeftOut& one : kLeftOut) {
    if (vertical == one.vertical) return one.weights;
  }
  return domain::shipped_weights();
}

namespace {

Result<annotate::Domain> shipped(const std::string& name) {
  WEFT_ASSIGN(const std::string text, annotate::shipped_domain(name));
  return annotate::parse_domain(text, name, annotate::shipped_domain);
}

}  // namespace

Result<VerticalKnowledge> knowledge_for(const Vertical& vertical) {
  WEFT_ASSIGN(annotate::Domain domain, shipped(vertical.domain));
  annotate::Domain absent;
  for (const ForeignAttribute& foreign : vertical.absent) {
    WEFT_ASSIGN(const annotate::Domain other, shipped(foreign.domain));
    const auto number = other.find(foreign.attribute);
    WEFT_CHECK(number.has_value());
    absent.attributes.push_back(other.attributes[*number]);
  }
  return VerticalKnowledge{&vertical, annotate::Recognizer(std::move(domain)),
                           annotate::Recognizer(std::move(absent))};
}

SwdeColumns load_swde_columns(const SwdeSite& site, const VerticalKnowledge& knowledge,
                              const Limits& limits) {
  SwdeColumns columns;
  const size_t every = site.pages.size() >= kEvery * kColumnPages ? kEvery : 1;
  for (size_t p = 0; p < site.pages.size() && columns.pages.size() < kColumnPages; p += every) {
    const auto bytes = read_file(site.pages[p]);
    if (!bytes.ok()) continue;
    columns.pages.push_back(
        model::html_page(*bytes, {.id = site.pages[p].stem().string()}, limits));
    columns.numbers.push_back(p);
  }
  std::vector<const model::Page*> pages = pointers_to(columns.pages);
  columns.site = domain::find_columns(pages);
  columns.evidence = domain::weigh_columns(columns.site, knowledge.recognizer);
  columns.absent = domain::weigh_columns(columns.site, knowledge.absent);
  columns.comparable.resize(columns.site.strings.size());
  for (const domain::TextNode& node : columns.site.nodes) {
    std::string& text = columns.comparable[node.text];
    if (text.empty()) text = comparable_value(columns.site.strings.text(node.text));
  }
  return columns;
}

Counts judge_nodes(const SwdeColumns& columns, const std::vector<int32_t>& nodes,
                   const std::vector<std::vector<std::string>>& truth) {
  Counts counts;
  for (size_t p = 0; p < columns.numbers.size(); ++p) {
    const std::vector<std::string>& values = truth[columns.numbers[p]];
    counts.truth += values.empty() ? 0 : 1;
    if (nodes[p] < 0) continue;
    ++counts.found;
    const std::string& found =
        columns.comparable[columns.site.nodes[static_cast<size_t>(nodes[p])].text];
    counts.correct += std::any_of(values.begin(), values.end(), [&](const std::string& value) {
      return comparable_value(value) == found;
    });
  }
  return counts;
}

}  // namespace weft::eval
