// TableGrid: a table as its reader sees it, cells in rows and columns.
//
// In the markup a cell's column is nowhere: it follows from the cells before it, those that reach
// down from rows above, and those as wide as several. Whoever counts <td>s puts values under the
// wrong header as soon as a table has a span.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dom/document.h"

namespace weft::dom {

struct TableGrid {
  // What a row is for.
  enum class Role : uint8_t {
    kData,
    kHeader,   // Names of columns; above the data, or again between them.
    kHeading,  // One text as wide as the table: what the rows below have in common.
    kDetail,   // One text as wide as the table that says more of the row of data above it.
    kFooter,   // Sums.
    kEmpty,
  };
  // What lies in a row from one column on: a cell, or the part of one that reaches into it.
  struct Cell {
    uint32_t column = 0;
    uint32_t width = 1;
    NodeId node = kNoNode;  // <td> or <th>.
    bool filled = false;    // Holds text or an image.
  };
  struct Row {
    NodeId node = kNoNode;  // <tr>.
    Role role = Role::kData;
    uint32_t begin = 0, end = 0;  // Of `cells`.
  };

  NodeId table = kNoNode;
  uint32_t width = 0;  // Columns.
  std::vector<Row> rows;
  std::vector<Cell> cells;  // Row by row, by column. Slots that no cell covers are missing.

  [[nodiscard]] std::span<const Cell> cells_of(const Row& row) const {
    return std::span(cells).subspan(row.begin, row.end - row.begin);
  }
};

// The grid of a <table>. Linear in the nodes of the table, whatever its spans say: a table is at most
// kMaxGridColumns wide, cells reach down no further once the parts of cells outnumber the nodes, and
// a cell is filled when its first thousand nodes say so.
inline constexpr uint32_t kMaxGridColumns = 1'000;
TableGrid table_grid(const Document& doc, NodeId table);

// The column of a cell, from 1, by the cells before it in its row and their widths alone; 0 for what
// is no <td> or <th>, or stands behind kMaxRowColumns columns. Right for rows into which no cell
// reaches from above.
inline constexpr uint32_t kMaxRowColumns = 100;
uint32_t column_in_row(const Document& doc, NodeId cell);

// By column, the text of the header cells above the data, joined from the top: "People 2010". Empty
// for columns without one.
std::vector<std::string> column_names(const Document& doc, const TableGrid& grid);

}  // namespace weft::dom
