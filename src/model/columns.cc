#include "model/columns.h"

#include <algorithm>

#include "model/record_json.h"

namespace weft::model {

size_t Columns::index(std::string_view name) {
  const auto [it, added] = indexes_.emplace(name, names_.size());
  if (added) names_.emplace_back(name);
  return it->second;
}

std::string cell_text(const Value& value) {
  if (value.kind == Value::Kind::kLeaf)
    return value.normalized.empty() ? value.text : value.normalized;
  std::string json;
  append_value_json(json, value);
  return json;
}

double lowest_confidence(const Record& record) {
  double lowest = 1.0;
  std::vector<const Value*> pending;
  for (const Record::Field& field : record.fields) pending.push_back(&field.value);
  while (!pending.empty()) {
    const Value& value = *pending.back();
    pending.pop_back();
    if (value.kind == Value::Kind::kLeaf) lowest = std::min(lowest, value.confidence);
    for (const Value& item : value.items) pending.push_back(&item);
    for (const Record& nested : value.record) {
      for (const Record::Field& field : nested.fields) pending.push_back(&field.value);
    }
  }
  return lowest;
}

}  // namespace weft::model
