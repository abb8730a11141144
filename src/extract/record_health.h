// Whether records keep the promises of their schema.
//
// A record without a mandatory value is unhealthy. A value that is not of its attribute's type is
// kept, as text, with less confidence, and counted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/record.h"
#include "model/schema.h"

namespace weft::extract {

struct RecordHealth {
  std::vector<std::string> missing;   // Mandatory attributes without a value; nested ones by dots.
  std::vector<std::string> mistyped;  // Attributes with a value that is not of their type.

  [[nodiscard]] bool healthy() const { return missing.empty(); }
};

// REQUIRES: model::normalize_record has been applied.
RecordHealth check_record(const model::Record& record, const model::Schema& schema);

// Whether values of the attribute must have a typed form beside their text.
bool is_typed(const model::Attribute& attribute);

// Whether there is any text in a value.
bool has_content(const model::Value& value);

// Calls use(leaf) for every leaf of a value: itself, items, fields of nested records. No recursion
// over page depth: values are as deep as schemas.
template <typename V, typename Use>
void for_each_leaf(V& value, const Use& use) {
  if (value.kind == model::Value::Kind::kLeaf) use(value);
  for (auto& item : value.items) for_each_leaf(item, use);
  for (auto& record : value.record) {
    for (auto& field : record.fields) for_each_leaf(field.value, use);
  }
}

}  // namespace weft::extract
