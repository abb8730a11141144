// Record: what comes out. Nested, typed, and each value says where it came from and how sure it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/export.h"

namespace weft {

struct Record;

// A text; or several, as items; or a nested record.
struct Value {
  std::string text;  // As on the page, white space folded.
  std::string
      typed;         // By the attribute's type: ISO 8601, "EUR 12.50", an absolute URL. Else empty.
  std::string path;  // Where on the page it stands.
  double confidence = 1;
  std::vector<Value> items;     // Of a set; then `text` is empty.
  std::vector<Record> records;  // One, of a nested record.
};

struct Field {
  std::string name;
  Value value;
};

struct WEFT_API Record {
  std::vector<Field> fields;  // Names are unique.

  [[nodiscard]] const Value* find(std::string_view name) const;  // Null if there is none.
  // The text of a field; empty if there is none.
  [[nodiscard]] std::string_view text(std::string_view name) const;
  // One line of JSON: typed values where there are some, as `weft extract` writes it without meta.
  [[nodiscard]] std::string to_json() const;
};

}  // namespace weft
