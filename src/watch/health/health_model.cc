#include "watch/health/health_model.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <unicode/uchar.h>

#include "base/json_fields.h"
#include "base/strings.h"
#include "value/normalize.h"
#include "watch/health/parameters.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

constexpr BorrowedParameters kBorrowed;

bool is_another_attributes(const Seen& seen, const std::string& name, const std::string& value) {
  return std::any_of(seen.values.begin(), seen.values.end(), [&](const auto& other) {
    return other.first != name &&
           std::find(other.second.begin(), other.second.end(), value) != other.second.end();
  });
}

// A rule that takes the next text where its own is missing borrows it: the number of rooms for the
// area. Rare shapes do not teach the guard if they nearly always are another attribute's value, or
// are bare numbers where nearly all values have a unit.
value::ValueGuard learn_guard(const std::string& name, std::span<const Seen> entities) {
  struct Count {
    size_t all = 0, borrowed = 0;
  };
  std::map<std::string, Count> shapes;
  std::vector<std::string> values;
  for (const Seen& seen : entities) {
    for (const std::string& value : texts(seen.values, name)) {
      Count& count = shapes[value::value_shape(value)];
      ++count.all;
      count.borrowed += is_another_attributes(seen, name, value) ? 1 : 0;
      values.push_back(value);
    }
  }
  const size_t all = values.size();
  const bool has_unit = std::any_of(shapes.begin(), shapes.end(), [&](const auto& shape) {
    return shape.first.size() > 1 && shape.first.find('0') != std::string::npos &&
           reaches(shape.second.all, kBorrowed.has_unit, all);
  });
  std::erase_if(values, [&](const std::string& value) {
    const std::string shape = value::value_shape(value);
    const Count& count = shapes[shape];
    const auto own = static_cast<double>(count.all);
    return own < kBorrowed.rare * static_cast<double>(all) &&
           (static_cast<double>(count.borrowed) >= kBorrowed.borrowed * own ||
            (has_unit && shape == "0"));
  });
  return value::ValueGuard::learn(values);
}

AttributeHealth learn_attribute(const std::string& name, std::span<const Seen> entities,
                                const model::Schema& schema) {
  AttributeHealth health;
  health.name = name;
  if (const model::Attribute* attribute = schema.find_path(name)) {
    health.type = attribute->type;
    health.mandatory = attribute->mandatory;
    health.constant = attribute->constant;
    health.set = attribute->set;
  }
  std::vector<std::string> values;
  std::vector<double> counts;
  for (const Seen& seen : entities) {
    const auto& own = texts(seen.values, name);
    if (!own.empty()) counts.push_back(static_cast<double>(own.size()));
    values.insert(values.end(), own.begin(), own.end());
  }
  health.entities = entities.size();
  health.presence = share(counts.size(), entities.size());
  health.count = value::Spread::of(counts);
  static_cast<value::Profile&>(health) = value::Profile::learn(values, health.type);
  // Dates and the like are told by their type; the words in them are many.
  if (!health.is_told_by_type()) health.guard = learn_guard(name, entities);
  return health;
}

}  // namespace

HealthModel HealthModel::learn(std::span<const Seen> entities, const model::Schema& schema) {
  HealthModel model;
  std::set<std::string> names;
  std::map<std::string, size_t> records_of;
  for (const Seen& seen : entities) {
    ++records_of[seen.page];
    for (const auto& [name, values] : seen.values) names.insert(name);
  }
  for (const std::string& name : names)
    model.attributes_.push_back(learn_attribute(name, entities, schema));
  model.many_records_ = !records_of.empty() && entities.size() >= 2 * records_of.size();
  return model;
}

const AttributeHealth* HealthModel::find(std::string_view name) const {
  for (const AttributeHealth& health : attributes_) {
    if (health.name == name) return &health;
  }
  return nullptr;
}

bool HealthModel::names_mandatory() const {
  return std::any_of(attributes_.begin(), attributes_.end(),
                     [](const AttributeHealth& one) { return one.mandatory; });
}

std::string HealthModel::key_attribute() const {
  const AttributeHealth* best = nullptr;
  const auto worth = [](const AttributeHealth& health) {
    return health.presence * health.distinct * (health.constant ? 2 : 1);
  };
  for (const AttributeHealth& health : attributes_) {
    if (health.set) continue;
    if (best == nullptr || worth(health) > worth(*best)) best = &health;
  }
  return best == nullptr ? "" : best->name;
}

static void describe(JsonFields& json, AttributeHealth& health) {
  json.required("name", health.name);
  json.field("mandatory", health.mandatory);
  json.field("constant", health.constant);
  json.field("set", health.set);
  json.field("entities", health.entities);
  json.field("presence", health.presence);
  json.field("count", health.count);
  value::describe_members(json, health);
  if (json.reading() && health.values == 0) health.values = health.entities;  // Files of 0.1.0.
}

void describe(JsonFields& json, HealthModel& model) {
  json.header("health", 1);
  json.field("many_records", model.many_records_);
  json.required("attributes", model.attributes_);
}

}  // namespace weft::watch
