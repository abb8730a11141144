#include "model/record.h"

#include <algorithm>

#include "model/schema.h"
#include "value/normalize.h"
#include "value/whole_value.h"

namespace weft::model {
namespace {

size_t normalize_value(Value& value, const Attribute& attribute, value::NormalizeContext context);

size_t normalize_fields(Record& record, const std::vector<Attribute>& attributes,
                        const value::NormalizeContext& context) {
  size_t misfits = 0;
  for (Record::Field& field : record.fields) {
    const auto attribute = std::find_if(attributes.begin(), attributes.end(),
                                        [&](const Attribute& a) { return a.name == field.name; });
    if (attribute != attributes.end()) misfits += normalize_value(field.value, *attribute, context);
  }
  return misfits;
}

// Recursion follows the nesting of the schema, which is the user's.
size_t normalize_value(Value& value, const Attribute& attribute, value::NormalizeContext context) {
  size_t misfits = 0;
  for (Value& item : value.items) misfits += normalize_value(item, attribute, context);
  for (Record& nested : value.record)
    misfits += normalize_fields(nested, attribute.attributes, context);
  const bool typed = attribute.attributes.empty() && attribute.type != ValueType::kText;
  if (value.kind != Value::Kind::kLeaf || !typed) return misfits;
  context.values = &attribute.values;
  auto normalized = attribute.whole ? value::whole_value(attribute.type, value.text, context)
                                    : value::normalize(attribute.type, value.text, context);
  if (!normalized) return misfits + 1;
  value.normalized = std::move(*normalized);
  return misfits;
}

}  // namespace

Value Value::leaf(std::string text, Provenance provenance, double confidence) {
  Value value;
  value.text = std::move(text);
  value.provenance = std::move(provenance);
  value.confidence = confidence;
  return value;
}

Value Value::list(std::vector<Value> items) {
  Value value;
  value.kind = Kind::kList;
  value.items = std::move(items);
  return value;
}

Value Value::nested(Record record) {
  Value value;
  value.kind = Kind::kRecord;
  value.record.push_back(std::move(record));
  return value;
}

const Value* Record::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

void Record::set(std::string name, Value value) {
  for (Field& field : fields) {
    if (field.name == name) {
      field.value = std::move(value);
      return;
    }
  }
  fields.push_back({std::move(name), std::move(value)});
}

size_t normalize_record(Record& record, const Schema& schema,
                        const value::NormalizeContext& context) {
  return normalize_fields(record, schema.attributes, context);
}

std::vector<std::string> leaf_texts(const Value* value) {
  std::vector<std::string> texts;
  if (value != nullptr)
    for_each_leaf(*value, [&](const Value& leaf) { texts.push_back(leaf.text); });
  return texts;
}

double least_confidence(const Value& value) {
  double least = 1;
  for_each_leaf(value, [&](const Value& leaf) { least = std::min(least, leaf.confidence); });
  return least;
}

double least_confidence(const Record& record) {
  double least = 1;
  for (const Record::Field& field : record.fields)
    least = std::min(least, least_confidence(field.value));
  return least;
}

void forget_types(Record& record) {
  for_each_leaf(record, [](Value& leaf) { leaf.normalized.clear(); });
}

}  // namespace weft::model
