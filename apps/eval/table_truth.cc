// Cells are laid into slots as HTML says (§4.9.12, "forming a table"):
//
//   <thead> <tr> <th rowspan=2>City  <th colspan=2>People
//           <tr>                     <th>2010 <th>2020
//   <tbody> <tr> <td>Ulm             <td>9    <td>12
//
//   City | City   names: "City", "People 2010", "People 2020"
//   …
//
//   1. Each cell takes the next free slot of its row, and the slots that its spans cover; spans end
//      with their row group.
//   2. Rows of <thead>, and rows of two <th> or more without other cells that hold text, are
//      headers. A row whose text is one cell as wide as the table is a heading between rows, and so is
//      one whose only text is a <th> where no row with further text has one. Rows of <tfoot> sum up.
//      All others with text are data.
//   3. Headers above the first row of data name the columns.
//
// Tested by table_truth_test.cc.

#include "eval/table_truth.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

size_t span_of(const Document& doc, NodeId cell, dom::Atom name, size_t most) {
  const auto value = doc.attribute(cell, name);
  if (!value) return 1;
  size_t number = 0, digits = 0;
  for (const char c : trim(*value)) {
    if (!is_ascii_digit(c)) break;
    number = std::min(most, number * 10 + static_cast<size_t>(c - '0'));
    ++digits;
  }
  return digits == 0 ? 1 : number;
}

std::string cell_text(const Document& doc, NodeId cell) {
  return normalize_space(dom::visible_text(doc, cell));
}

struct PlainRow {
  NodeId node;
  dom::Atom group;  // thead, tbody, tfoot.
};

std::vector<PlainRow> rows_of(const Document& doc, NodeId table) {
  std::vector<PlainRow> rows;
  for (const NodeId group : doc.children(table)) {
    if (doc.name(group) == atoms::kTr) rows.push_back({group, atoms::kTbody});
    const bool rowgroup = doc.name(group) == atoms::kThead || doc.name(group) == atoms::kTbody ||
                          doc.name(group) == atoms::kTfoot;
    if (!rowgroup) continue;
    for (const NodeId row : doc.children(group)) {
      if (doc.name(row) == atoms::kTr) rows.push_back({row, doc.name(group)});
    }
  }
  return rows;
}

using Slots = std::map<std::pair<size_t, size_t>, NodeId>;

// Step 1.
Slots lay_out(const Document& doc, const std::vector<PlainRow>& rows) {
  Slots slots;
  for (size_t r = 0; r < rows.size(); ++r) {
    size_t group_end = r;
    while (group_end < rows.size() && doc.parent(rows[group_end].node) == doc.parent(rows[r].node))
      ++group_end;
    size_t column = 0;
    for (const NodeId cell : doc.children(rows[r].node)) {
      if (doc.name(cell) != atoms::kTd && doc.name(cell) != atoms::kTh) continue;
      while (slots.contains({r, column})) ++column;
      const size_t width = std::max<size_t>(1, span_of(doc, cell, atoms::kColspan, 1000));
      size_t height = span_of(doc, cell, atoms::kRowspan, 65534);
      height = height == 0 ? group_end - r : std::min(height, group_end - r);
      for (size_t y = r; y < r + height; ++y) {
        for (size_t x = column; x < column + width; ++x) slots.emplace(std::pair{y, x}, cell);
      }
      column += width;
    }
  }
  return slots;
}

// The cells of a row that hold text, each once.
std::set<NodeId> cells_with_text(const Document& doc, const Slots& slots, size_t row) {
  std::set<NodeId> cells;
  for (auto at = slots.lower_bound({row, 0}); at != slots.end() && at->first.first == row; ++at) {
    if (!cell_text(doc, at->second).empty()) cells.insert(at->second);
  }
  return cells;
}

// The column of a <th> that is all the text of its row.
std::optional<size_t> lone_header(const Document& doc, const Slots& slots, size_t row) {
  const std::set<NodeId> cells = cells_with_text(doc, slots, row);
  if (cells.size() != 1 || doc.name(*cells.begin()) != atoms::kTh) return std::nullopt;
  auto at = slots.lower_bound({row, 0});
  while (at->second != *cells.begin()) ++at;
  return at->first.second;
}

// Whether a row of data has a <th> with text in this column.
bool heads_data(const Document& doc, const Slots& slots, size_t rows, size_t column) {
  for (size_t r = 0; r < rows; ++r) {
    const auto cell = slots.find({r, column});
    if (cell == slots.end() || doc.name(cell->second) != atoms::kTh) continue;
    const std::set<NodeId> cells = cells_with_text(doc, slots, r);
    const bool beside = std::any_of(cells.begin(), cells.end(),
                                    [&](NodeId other) { return doc.name(other) == atoms::kTd; });
    if (beside && cells.contains(cell->second)) return true;
  }
  return false;
}

size_t words_below(const Document& doc, NodeId n) {
  size_t words = 0;
  for (const NodeId below : doc.subtree(n)) {
    if (dom::is_visible_text(doc, below)) words += word_tokens(doc.text(below)).size();
  }
  return words;
}

}  // namespace

std::optional<TruthTable> read_table(const Document& doc, NodeId table) {
  const std::vector<PlainRow> rows = rows_of(doc, table);
  const Slots slots = lay_out(doc, rows);
  size_t width = 0;
  for (const auto& [slot, cell] : slots) width = std::max(width, slot.second + 1);
  TruthTable truth{.table = table, .names = std::vector<std::string>(width)};
  std::vector<NodeId> last_header(width, dom::kNoNode);
  for (size_t r = 0; r < rows.size(); ++r) {
    const std::set<NodeId> cells = cells_with_text(doc, slots, r);
    if (cells.empty() || rows[r].group == atoms::kTfoot) continue;
    const bool all_headers = std::all_of(cells.begin(), cells.end(),
                                         [&](NodeId cell) { return doc.name(cell) == atoms::kTh; });
    const auto count = [&](NodeId cell) {
      return std::count_if(slots.begin(), slots.end(), [&](const auto& slot) {
        return slot.first.first == r && slot.second == cell;
      });
    };
    if (cells.size() == 1 && width > 1 && count(*cells.begin()) == static_cast<ptrdiff_t>(width))
      continue;
    const auto lone = lone_header(doc, slots, r);
    if (lone && rows[r].group != atoms::kThead && !heads_data(doc, slots, rows.size(), *lone))
      continue;
    const bool header = rows[r].group == atoms::kThead || (all_headers && cells.size() >= 2);
    if (header && !truth.rows.empty()) continue;
    std::vector<std::string> texts(width);
    for (size_t c = 0; c < width; ++c) {
      const auto cell = slots.find({r, c});
      if (cell == slots.end()) continue;
      texts[c] = cell_text(doc, cell->second);
      if (!header || last_header[c] == cell->second) continue;
      last_header[c] = cell->second;
      truth.names[c] = normalize_space(truth.names[c] + " " + texts[c]);
    }
    if (header) continue;
    truth.rows.push_back(rows[r].node);
    truth.cells.push_back(std::move(texts));
  }
  const bool named = std::any_of(truth.names.begin(), truth.names.end(),
                                 [](const std::string& name) { return !name.empty(); });
  if (!named) return std::nullopt;
  return truth;
}

std::optional<TruthTable> dominant_table(const Document& doc) {
  const size_t page_words = words_below(doc, dom::kRoot);
  size_t most = 0;
  std::optional<TruthTable> dominant;
  std::vector<TruthTable> tables;
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != atoms::kTable) continue;
    bool outer = false;
    for (const NodeId below : doc.descendants(n)) outer |= doc.name(below) == atoms::kTable;
    if (outer) continue;
    const auto table = read_table(doc, n);
    if (!table) continue;
    tables.push_back(*table);
    const size_t words = words_below(doc, n);
    if (5 * words < page_words || words <= most) continue;
    if (table->rows.size() < 8 || table->names.size() < 3) continue;
    most = words;
    dominant = table;
  }
  for (const TruthTable& table : tables) {
    if (!dominant || table.table == dominant->table || table.names != dominant->names) continue;
    dominant->further_rows.insert(dominant->further_rows.end(), table.rows.begin(),
                                  table.rows.end());
  }
  return dominant;
}

}  // namespace weft::eval
