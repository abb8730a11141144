// Confidence of a value, before calibration: what its rule says, halved when the value is not of
// its type. How well the page fits the template plays no part: on pages after redesigns the values
// that rules still give are as often right where few bytes of the signature agree (docs/adr/0030).

#include "extract/site_extractor.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "base/pointers.h"
#include "extract/default_calibration.h"

namespace weft::extract {
namespace {

constexpr double kMistypedFactor = 0.5;     // On the score of a text that is not of its type.
constexpr double kConfidenceSteps = 10000;  // Four digits: more would only say how many were seen.

bool any_mandatory(const model::Schema& schema) {
  return std::any_of(schema.attributes.begin(), schema.attributes.end(),
                     [](const model::Attribute& a) { return a.mandatory; });
}

// The nested records of a value: itself, or its items.
std::vector<const model::Record*> nested_records(const model::Value& value) {
  std::vector<const model::Record*> records = pointers_to(value.record);
  for (const model::Value& item : value.items) {
    for (const model::Record& record : item.record) records.push_back(&record);
  }
  return records;
}

void check(const model::Record& record, std::span<const model::Attribute> attributes,
           const std::string& prefix, RecordHealth& health) {
  for (const model::Attribute& attribute : attributes) {
    const model::Value* value = record.find(attribute.name);
    const std::string name = prefix + attribute.name;
    if (value == nullptr || !has_content(*value)) {
      if (attribute.mandatory) health.missing.push_back(name);
      continue;
    }
    if (!attribute.attributes.empty()) {
      for (const model::Record* nested : nested_records(*value))
        check(*nested, attribute.attributes, name + ".", health);
    }
    bool mistyped = false;
    if (is_typed(attribute)) {
      for_each_leaf(*value, [&](const model::Value& leaf) {
        mistyped |= !leaf.text.empty() && leaf.normalized.empty();
      });
    }
    if (mistyped) health.mistyped.push_back(name);
  }
}

}  // namespace

bool is_typed(const model::Attribute& attribute) {
  return attribute.attributes.empty() && !attribute.whole &&
         attribute.type != model::ValueType::kText && attribute.type != model::ValueType::kAddress;
}

bool has_content(const model::Value& value) {
  bool any = false;
  for_each_leaf(value, [&](const model::Value& leaf) { any |= !leaf.text.empty(); });
  return any;
}

RecordHealth check_record(const model::Record& record, const model::Schema& schema) {
  RecordHealth health;
  check(record, schema.attributes, "", health);
  return health;
}

size_t PageResult::unhealthy() const {
  const auto broken = std::count_if(health.begin(), health.end(),
                                    [](const RecordHealth& h) { return !h.healthy(); });
  return static_cast<size_t>(broken) + (empty_handed ? 1 : 0);
}

SiteExtractor::SiteExtractor(SiteWrappers& rules, model::TemplateMatcher matcher)
    : name_(std::move(rules.name)),
      schema_(std::move(rules.schema)),
      has_mandatory_(any_mandatory(schema_)),
      prices_(model::prices_in(schema_)),
      matcher_(std::move(matcher)) {
  for (TemplateWrapper& rule : rules.templates) {
    const std::string_view kind = rule.wrapper == nullptr ? "" : rule.wrapper->kind();
    calibrations_.push_back(rules.calibration.value_or(default_calibration(kind)));
    wrappers_.push_back(std::move(rule.wrapper));
  }
}

Result<SiteExtractor> SiteExtractor::build(SiteWrappers rules) {
  std::vector<model::Template> templates;
  for (const TemplateWrapper& rule : rules.templates) templates.push_back(rule.page_template);
  auto matcher = model::TemplateMatcher::build(std::move(templates), rules.matching);
  if (!matcher.ok()) return matcher.error().in("site " + rules.name);
  return SiteExtractor(rules, std::move(*matcher));
}

PageResult SiteExtractor::extract(const model::Page& page) const {
  PageResult result;
  result.match = matcher_.match(page);
  result.extraction.page = page.id;
  const model::Wrapper* wrapper =
      result.match.found() ? wrappers_[result.match.index].get() : nullptr;
  if (wrapper == nullptr) return result;

  result.extraction = wrapper->apply(page);
  result.extraction.page = page.id;
  if (result.extraction.wrapper.empty()) {
    result.extraction.wrapper =
        fmt::format("{}/{}", name_, matcher_.templates()[result.match.index].name);
  }
  const model::PageContext context(page, prices_);
  for (model::Record& record : result.extraction.records) {
    if (!schema_.attributes.empty()) model::normalize_record(record, schema_, context.get());
    weigh(record, calibrations_[result.match.index]);
    result.health.push_back(check_record(record, schema_));
  }
  result.empty_handed = result.extraction.records.empty() && has_mandatory_;
  return result;
}

void SiteExtractor::weigh(model::Record& record, const Calibration& calibration) const {
  for (model::Record::Field& field : record.fields) {
    const model::Attribute* attribute = schema_.find(field.name);
    const bool typed = attribute != nullptr && is_typed(*attribute);
    for_each_leaf(field.value, [&](model::Value& leaf) {
      const double type_factor = typed && leaf.normalized.empty() ? kMistypedFactor : 1;
      const double probability = calibration.probability(leaf.confidence * type_factor);
      leaf.confidence = std::round(probability * kConfidenceSteps) / kConfidenceSteps;
    });
  }
}

Result<SiteExtractor> extractor_for(std::shared_ptr<const model::Wrapper> wrapper, std::string name,
                                    model::Schema schema, std::optional<Calibration> calibration) {
  SiteWrappers rules;
  rules.name = std::move(name);
  rules.calibration = std::move(calibration);
  rules.schema = std::move(schema);
  TemplateWrapper rule;
  rule.page_template.name = "all";
  rule.wrapper = std::move(wrapper);
  rules.templates.push_back(std::move(rule));
  return SiteExtractor::build(std::move(rules));
}

}  // namespace weft::extract
