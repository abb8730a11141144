#include "extract/record_health.h"

#include <span>

namespace weft::extract {
namespace {

using model::Attribute;
using model::Record;
using model::Value;

// The nested records of a value: itself, or its items.
std::vector<const Record*> nested_records(const Value& value) {
  std::vector<const Record*> records;
  for (const Record& record : value.record) records.push_back(&record);
  for (const Value& item : value.items) {
    for (const Record& record : item.record) records.push_back(&record);
  }
  return records;
}

void check(const Record& record, std::span<const Attribute> attributes, const std::string& prefix,
           RecordHealth& health) {
  for (const Attribute& attribute : attributes) {
    const Value* value = record.find(attribute.name);
    const std::string name = prefix + attribute.name;
    if (value == nullptr || !has_content(*value)) {
      if (attribute.mandatory) health.missing.push_back(name);
      continue;
    }
    if (!attribute.attributes.empty()) {
      for (const Record* nested : nested_records(*value))
        check(*nested, attribute.attributes, name + ".", health);
    }
    bool mistyped = false;
    if (is_typed(attribute)) {
      for_each_leaf(*value, [&](const Value& leaf) {
        mistyped |= !leaf.text.empty() && leaf.normalized.empty();
      });
    }
    if (mistyped) health.mistyped.push_back(name);
  }
}

}  // namespace

bool is_typed(const Attribute& attribute) {
  return attribute.attributes.empty() && !attribute.whole &&
         attribute.type != model::ValueType::kText && attribute.type != model::ValueType::kAddress;
}

bool has_content(const Value& value) {
  bool any = false;
  for_each_leaf(value, [&](const Value& leaf) { any |= !leaf.text.empty(); });
  return any;
}

RecordHealth check_record(const Record& record, const model::Schema& schema) {
  RecordHealth health;
  check(record, schema.attributes, "", health);
  return health;
}

}  // namespace weft::extract
