// Records as rows: which columns there are, and what stands in a cell. Internal to the CSV and
// SQLite writers.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/extraction.h"

namespace weft::model {

inline constexpr std::array<std::string_view, 4> kMetaColumns = {"_page", "_record", "_wrapper",
                                                                 "_confidence"};

// Names in the order they were first seen; found in O(1).
class Columns {
 public:
  // The column's index; adds it at the end if it is new.
  size_t index(std::string_view name);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, size_t> indexes_;
};

// A leaf's normalised form or text; lists and nested records as JSON.
std::string cell_text(const Value& value);

// The lowest confidence of the record's leaves.
double lowest_confidence(const Record& record);

// Calls add(name, text) for the meta columns, if wanted, and then for each field.
template <typename Add>
void for_each_cell(const Record& record, const Extraction& from, bool meta, Add add) {
  if (meta) {
    add(kMetaColumns[0], from.page);
    add(kMetaColumns[1], record.id);
    add(kMetaColumns[2], from.wrapper);
    add(kMetaColumns[3], std::to_string(lowest_confidence(record)));
  }
  for (const Record::Field& field : record.fields)
    add(std::string_view(field.name), cell_text(field.value));
}

}  // namespace weft::model
