// A table's grid, after HTML §4.9.12 "forming a table".
//
//   <thead> <tr> <th rowspan=2>City <th colspan=2>People     City | People | People   header
//           <tr> <th>2010 <th>2020                           City | 2010   | 2020     header
//   <tbody> <tr> <td colspan=3>South                         South  South    South    heading
//           <tr> <td>Ulm <td> <td>12                         Ulm  |        | 12       data
//
// 1. Rows are the <tr> of the table and of its row groups. Going down them, cells of earlier rows
//    that are still open occupy their columns.
// 2. Each cell of a row takes the next free column, and as many as it spans.
//    DEVIATION: where two cells claim a slot, a fault of the page, the earlier one has it, and the
//    column below.
// 3. Cells with further rows to span stay open, until their row group ends.
// 4. Then the roles: <thead>, and rows of two <th> or more and no other text, are headers; text in
//    one cell as wide as the table is a heading; <tfoot> is a footer. Where that leaves no data,
//    all rows but the first are.
// 5. Headings of which each follows a row of data, and nearly every row of data has one, are no
//    headings but details of these rows.
// 6. A <th> that is alone in its row, in a column where no row of data has one, is a heading, too: the
//    letters of an index.
//
// Tested by table_grid_test.cc against a grid of single slots.

#include "dom/table_grid.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/visible_text.h"

namespace weft::dom {
namespace {

using Role = TableGrid::Role;

constexpr uint32_t kMaxSpanRows = 65'534;  // HTML's.

// What carried parts may take: so many for each node of the table.
constexpr size_t kPartsPerNode = 4;

uint32_t span_of(const Document& doc, NodeId cell, Atom name, uint32_t most) {
  const auto value = doc.attribute(cell, name);
  if (!value) return 1;
  const std::string_view digits = trim(*value);
  if (digits.empty() || !is_ascii_digit(digits.front())) return 1;
  uint32_t span = 0;
  for (const char c : digits) {
    if (!is_ascii_digit(c)) break;
    span = std::min(most, span * 10 + static_cast<uint32_t>(c - '0'));
  }
  return span;
}

bool is_filled(const Document& doc, NodeId cell) {
  // Looked at: tables in tables would be read again and again.
  constexpr uint32_t kMostNodes = 1'000;
  const NodeId end{std::min(index(doc.end(cell)), index(cell) + kMostNodes)};
  for (NodeId n = next(cell); n < end; n = next(n)) {
    if (doc.is_text(n) ? skip_space(doc.text(n), 0) < doc.text(n).size()
                       : doc.name(n) == atoms::kImg)
      return true;
  }
  return false;
}

class GridBuilder {
 public:
  GridBuilder(const Document& doc, NodeId table) : doc_(doc) { grid_.table = table; }

  TableGrid run() {
    for (const NodeId group : doc_.children(grid_.table)) {
      const Atom name = doc_.name(group);
      if (name == atoms::kTr) add_row(group);
      if (name != atoms::kThead && name != atoms::kTbody && name != atoms::kTfoot) continue;
      open_.clear();
      for (const NodeId row : doc_.children(group)) {
        if (doc_.name(row) == atoms::kTr) add_row(row);
      }
      open_.clear();
    }
    give_roles();
    return std::move(grid_);
  }

 private:
  struct Part {
    TableGrid::Cell cell;
    uint32_t rows_left = 1;  // This one included.
    [[nodiscard]] uint32_t end() const { return cell.column + cell.width; }
  };

  // Steps 2 and 3.
  void add_row(NodeId row) {
    fresh_.clear();
    size_t next_open = 0;
    uint32_t column = 0;
    for (const NodeId node : doc_.children(row)) {
      if (doc_.name(node) != atoms::kTd && doc_.name(node) != atoms::kTh) continue;
      for (; next_open < open_.size() && open_[next_open].cell.column <= column; ++next_open)
        column = std::max(column, open_[next_open].end());
      if (column >= kMaxGridColumns) break;
      column = place(node, column, next_open);
    }
    parts_.clear();
    std::merge(open_.begin(), open_.end(), fresh_.begin(), fresh_.end(), std::back_inserter(parts_),
               [](const Part& a, const Part& b) { return a.cell.column < b.cell.column; });
    TableGrid::Row& added = grid_.rows.emplace_back();
    added.node = row;
    added.begin = static_cast<uint32_t>(grid_.cells.size());
    for (const Part& part : parts_) grid_.cells.push_back(part.cell);
    added.end = static_cast<uint32_t>(grid_.cells.size());
    if (!parts_.empty()) grid_.width = std::max(grid_.width, parts_.back().end());
    open_.clear();
    if (grid_.cells.size() > kPartsPerNode * doc_.subtree_size(grid_.table)) return;
    for (Part& part : parts_) {
      if (part.rows_left-- > 1) open_.push_back(part);
    }
  }

  // Puts a cell at the column and beyond, leaving open parts where they are. Returns the column after
  // it; `next_open` goes on to the first open part from there.
  uint32_t place(NodeId node, uint32_t column, size_t& next_open) {
    const uint32_t width = std::max(1U, span_of(doc_, node, atoms::kColspan, kMaxGridColumns));
    const uint32_t end = std::min(kMaxGridColumns, column + width);
    const uint32_t rows = span_of(doc_, node, atoms::kRowspan, kMaxSpanRows);
    const bool filled = is_filled(doc_, node);
    while (column < end) {
      const bool blocked = next_open < open_.size() && open_[next_open].cell.column < end;
      const uint32_t free_end = blocked ? open_[next_open].cell.column : end;
      if (free_end > column) {
        fresh_.push_back(
            {{column, free_end - column, node, filled}, rows == 0 ? UINT32_MAX : rows});
      }
      column = blocked ? open_[next_open++].end() : end;
    }
    return column;
  }

  // Step 4.
  void give_roles() {
    bool data = false;
    for (TableGrid::Row& row : grid_.rows) {
      row.role = role_of(row);
      data |= row.role == Role::kData;
    }
    for (size_t r = 1; r < grid_.rows.size() && !data; ++r) {
      if (grid_.rows[r].role == Role::kHeader) grid_.rows[r].role = Role::kData;
    }
    if (headings_are_details()) {
      for (TableGrid::Row& row : grid_.rows) {
        if (row.role == Role::kHeading) row.role = Role::kDetail;
      }
    }
    find_lone_headings();
  }

  // Step 5.
  [[nodiscard]] bool headings_are_details() const {
    constexpr size_t kFewest = 3;   // Headings: two may be two sections of a row each.
    constexpr double kShare = 0.8;  // Of the rows of data.
    size_t data = 0, headings = 0;
    Role before = Role::kEmpty;
    for (const TableGrid::Row& row : grid_.rows) {
      if (row.role == Role::kHeading && before != Role::kData) return false;
      data += row.role == Role::kData ? 1 : 0;
      headings += row.role == Role::kHeading ? 1 : 0;
      before = row.role;
    }
    return headings >= kFewest &&
           static_cast<double>(headings) >= kShare * static_cast<double>(data);
  }

  // Step 6.
  void find_lone_headings() {
    std::vector<bool> heads_data(grid_.width, false);  // By column: a <th> beside data.
    std::vector<std::pair<TableGrid::Row*, uint32_t>> lone;
    size_t data = 0;
    for (TableGrid::Row& row : grid_.rows) {
      if (row.role != Role::kData) continue;
      ++data;
      size_t filled = 0;
      std::optional<uint32_t> header;  // The first column with one.
      for (const TableGrid::Cell& cell : grid_.cells_of(row)) {
        if (!cell.filled) continue;
        ++filled;
        if (!header && doc_.name(cell.node) == atoms::kTh) header = cell.column;
      }
      if (!header) continue;
      if (filled == 1) lone.emplace_back(&row, *header);
      if (filled > 1) heads_data[*header] = true;
    }
    if (lone.size() == data) return;
    for (const auto& [row, column] : lone) {
      if (!heads_data[column]) row->role = Role::kHeading;
    }
  }

  [[nodiscard]] Role role_of(const TableGrid::Row& row) const {
    NodeId first = kNoNode;
    bool several = false, all_headers = true;
    uint32_t first_width = 0;
    for (const TableGrid::Cell& cell : grid_.cells_of(row)) {
      if (!cell.filled) continue;
      if (first == kNoNode) first = cell.node;
      several |= cell.node != first;
      if (cell.node == first) first_width += cell.width;
      all_headers &= doc_.name(cell.node) == atoms::kTh;
    }
    const Atom group = doc_.name(doc_.parent(row.node));
    if (first == kNoNode) return Role::kEmpty;
    if (!several && grid_.width > 1 && first_width == grid_.width) return Role::kHeading;
    if (group == atoms::kTfoot) return Role::kFooter;
    return group == atoms::kThead || (all_headers && several) ? Role::kHeader : Role::kData;
  }

  const Document& doc_;
  TableGrid grid_;
  std::vector<Part> open_, fresh_, parts_;  // By column, disjoint. Of earlier rows, this one, both.
};

}  // namespace

TableGrid table_grid(const Document& doc, NodeId table) { return GridBuilder(doc, table).run(); }

std::vector<std::string> column_names(const Document& doc, const TableGrid& grid) {
  std::vector<std::string> names(grid.width);
  std::vector<NodeId> last(grid.width, kNoNode);
  for (const TableGrid::Row& row : grid.rows) {
    if (row.role == Role::kData) break;
    if (row.role != Role::kHeader) continue;
    for (const TableGrid::Cell& cell : grid.cells_of(row)) {
      if (!cell.filled || last[cell.column] == cell.node) continue;
      const std::string text = normalize_space(visible_text(doc, cell.node));
      for (uint32_t c = cell.column; c < cell.column + cell.width; ++c) {
        if (!names[c].empty() && !text.empty()) names[c] += ' ';
        names[c] += text;
        last[c] = cell.node;
      }
    }
  }
  return names;
}

uint32_t column_in_row(const Document& doc, NodeId cell) {
  if (!doc.is_element(cell) || (doc.name(cell) != atoms::kTd && doc.name(cell) != atoms::kTh))
    return 0;
  uint32_t column = 1;
  for (const NodeId n : doc.children(doc.parent(cell))) {
    if (n == cell || column > kMaxRowColumns) break;
    if (doc.is_element(n))
      column += std::max(1U, span_of(doc, n, atoms::kColspan, kMaxGridColumns));
  }
  return column > kMaxRowColumns ? 0 : column;
}

}  // namespace weft::dom
