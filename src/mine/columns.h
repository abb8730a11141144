// Columns: the records of a region as a table.
//
// Fields are aligned by where they stand in the record (path with classes, and which occurrence of
// it), which a template keeps constant; columns that differ only by class and never occur together
// are one.
#pragma once

#include <vector>

#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

struct ColumnOptions {
  uint32_t max_columns = 200;
  uint32_t max_leaves_per_record = 1'000;
  double min_support = 0.1;  // Share of records that fill a column, for it to be kept.
};

// Named and typed, in the order of the record.
std::vector<Column> build_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                                  const ColumnOptions& options = {});

// Gives names and types to columns whose cells and paths are set: from table headers, microdata,
// labels in front of values, roles (title, url, image), class names, value types, in this order of
// trust. Names become unique.
void name_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                  std::vector<Column>& columns);

// The type that most values of a column have.
model::ValueType guess_type(const std::vector<Cell>& cells);

}  // namespace weft::mine
