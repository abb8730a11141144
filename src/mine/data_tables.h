// DataTables: the tables of a page as grids, so that rows are records and columns are columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/table_grid.h"
#include "mine/region.h"

namespace weft::mine {

struct DataTable {
  dom::TableGrid grid;
  // By column of the grid, and last that of details; empty strings where there is no header.
  std::vector<std::string> names;
  std::vector<uint32_t> columns;  // Where a cell begins: spans alone make no column.
  // By column of the grid: whether every cell of data begins with the header, in an element of its
  // own, for narrow screens.
  std::vector<bool> said_again;
  // Equal for equal names; 0 unless two columns have one, or the only one has. A table of rows with
  // details is like no other if it has no names.
  uint64_t header = 0;
};

class DataTables {
 public:
  // A place in a table; no table when the node is not a row.
  struct Place {
    const DataTable* table = nullptr;
    const dom::TableGrid::Row* row = nullptr;
    const dom::TableGrid::Row* detail = nullptr;  // Of the row, if it has one.
  };

  DataTables() = default;
  // One pass over the tables of a page.
  explicit DataTables(const dom::Document& doc);

  [[nodiscard]] Place place_of(dom::NodeId row) const;
  // The place of a record that is one row, or one with its detail; without the detail in the former
  // case.
  [[nodiscard]] Place place_of(const dom::Document& doc, RecordSpan record) const;

  // Of records that are rows of tables with a header: all rows of data of these tables, if most
  // records are among them, without tables whose header differs from that of the most records. Says
  // whether that is what the records are now; otherwise they stay as they were.
  bool complete(const dom::Document& doc, std::vector<RecordSpan>& records) const;

 private:
  struct RowKey {
    dom::NodeId node;
    uint32_t table;
    uint32_t row;
  };
  std::vector<DataTable> tables_;
  std::vector<RowKey> rows_;  // By node.
};

}  // namespace weft::mine
