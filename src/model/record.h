// Record and Value: what comes out. Nested, typed, and each leaf says where it came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dom/document.h"
#include "model/label.h"

namespace weft::value {
struct NormalizeContext;
}

namespace weft::model {

struct Schema;

// Where a value was found. Owns its strings: it outlives the page.
struct Provenance {
  std::string path;         // dom::indexed_path, with /@name for an attribute's value
  dom::SourceRange source;  // bytes of the node in the page's source
};

class Record;

// A leaf, a nested record, or a list of values.
struct Value {
  enum class Kind : uint8_t { kLeaf, kRecord, kList };

  Kind kind = Kind::kLeaf;
  std::string text;        // Leaf: as on the page, white space normalised.
  std::string normalized;  // Leaf: by the attribute's type (ISO 8601, "EUR 12.50", absolute URL);
                           // empty if untyped.
  Provenance provenance;
  double confidence = 1.0;
  std::vector<Value> items;    // List.
  std::vector<Record> record;  // Record: exactly one.

  static Value leaf(std::string text, Provenance provenance = {}, double confidence = 1.0);
  static Value list(std::vector<Value> items);
  static Value nested(Record record);
};

// Attributes in the order they were set; names are unique.
class Record {
 public:
  struct Field {
    std::string name;
    Value value;
  };

  std::string id = "0";
  std::vector<Field> fields;

  // Null when there is no such field.
  [[nodiscard]] const Value* find(std::string_view name) const;
  void set(std::string name, Value value);
};

// Calls use(leaf) for every leaf of a value or a record, those of nested records included. No recursion
// over page depth: values are as deep as schemas.
template <typename ValueOrRecord, typename Use>
void for_each_leaf(ValueOrRecord& from, const Use& use) {
  if constexpr (requires { from.fields; }) {
    for (auto& field : from.fields) for_each_leaf(field.value, use);
  } else {
    if (from.kind == Value::Kind::kLeaf) use(from);
    for (auto& item : from.items) for_each_leaf(item, use);
    for (auto& record : from.record) for_each_leaf(record, use);
  }
}

// The texts of its leaves; of null none.
std::vector<std::string> leaf_texts(const Value* value);

// Of the least sure leaf; 1 without any.
double least_confidence(const Value& value);
double least_confidence(const Record& record);

// Fills `normalized` of every leaf whose attribute has a type. Returns how many leaves were not of
// their type.
size_t normalize_record(Record& record, const Schema& schema,
                        const value::NormalizeContext& context);

// Leaves every leaf its text alone, as it stands on the page (--raw).
void forget_types(Record& record);

}  // namespace weft::model
