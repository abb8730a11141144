#include "model/record.h"

namespace weft::model {

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

}  // namespace weft::model
