// Tables with a header are the easy case of mining, if their rows are taken for what they are:
//
//   Name | Year        header        groups of like nodes see: {Name, Ada, Bob}, {Ada, Bob, Sum}
//   Ada  | 1815        data          or, where Bob's row has no link, {Ada}
//   Bob  |             data
//   Sum  | 1           footer        completed, all of them are {Ada, Bob}
//
//   1. Lay out every table (dom/table_grid.h) and read its header, and see whether cells say it again.
//   2. Records that are mostly rows of tables with one header are replaced by the rows of data of
//      these tables, all of them, each with its detail:
//
//   Alias   | vhost | base      data
//   Maps URLs to files          its detail: one record of four columns
//
// Tested by data_tables_test.cc.

#include "mine/data_tables.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::NodeId;

uint64_t hash_of_header(const std::vector<std::string>& names) {
  uint64_t hash = 1;
  size_t named = 0;
  for (const std::string& name : names) {
    hash = hash_bytes(name, hash);
    named += name.empty() ? 0 : 1;
  }
  return named >= 2 || (named == 1 && names.size() == 1) ? hash : 0;
}

// Whether a cell's first text is the header, in an element that is there to say it: no link.
bool begins_with_header(const Document& doc, NodeId cell, const std::string& header) {
  constexpr uint32_t kMostNodes = 16;  // Looked at; a label stands at the beginning.
  const uint32_t end = std::min(index(doc.end(cell)), index(cell) + kMostNodes);
  for (uint32_t i = index(cell) + 1; i < end; ++i) {
    const NodeId n{i};
    if (doc.name(n) == dom::atoms::kA || doc.name(n) == dom::atoms::kButton) return false;
    if (dom::is_visible_text(doc, n))
      return doc.parent(n) != cell && normalize_space(doc.text(n)) == header;
  }
  return false;
}

bool is_detail(const dom::TableGrid::Row& row) { return row.role == dom::TableGrid::Role::kDetail; }

std::vector<bool> headers_said_again(const Document& doc, const DataTable& table) {
  std::vector<bool> again(table.grid.width, false);
  for (uint32_t c = 0; c < table.grid.width; ++c) again[c] = !table.names[c].empty();
  for (const dom::TableGrid::Row& row : table.grid.rows) {
    if (row.role != dom::TableGrid::Role::kData) continue;
    for (const dom::TableGrid::Cell& cell : table.grid.cells_of(row)) {
      if (cell.filled && again[cell.column])
        again[cell.column] = begins_with_header(doc, cell.node, table.names[cell.column]);
    }
  }
  return again;
}

DataTable data_table(const Document& doc, NodeId node) {
  DataTable table{.grid = dom::table_grid(doc, node)};
  std::vector<bool> begins(table.grid.width, false);
  for (const dom::TableGrid::Cell& cell : table.grid.cells) begins[cell.column] = true;
  for (uint32_t c = 0; c < table.grid.width; ++c) {
    if (begins[c]) table.columns.push_back(c);
  }
  table.names = dom::column_names(doc, table.grid);
  table.said_again = headers_said_again(doc, table);
  table.header = hash_of_header(table.names);
  const bool details = std::any_of(table.grid.rows.begin(), table.grid.rows.end(), is_detail);
  if (details && table.header == 0) table.header = hash_combine(1, index(node));
  table.names.emplace_back();
  table.said_again.push_back(false);
  return table;
}

}  // namespace

DataTables::DataTables(const Document& doc) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) == dom::atoms::kTable) tables_.push_back(data_table(doc, n));
  }
  for (uint32_t t = 0; t < tables_.size(); ++t) {
    for (uint32_t r = 0; r < tables_[t].grid.rows.size(); ++r)
      rows_.push_back({tables_[t].grid.rows[r].node, t, r});
  }
  std::sort(rows_.begin(), rows_.end(),
            [](const RowKey& a, const RowKey& b) { return a.node < b.node; });
}

DataTables::Place DataTables::place_of(NodeId row) const {
  const auto found =
      std::lower_bound(rows_.begin(), rows_.end(), row,
                       [](const RowKey& key, NodeId wanted) { return key.node < wanted; });
  if (found == rows_.end() || found->node != row) return {};
  const DataTable& table = tables_[found->table];
  const std::span rows = std::span(table.grid.rows).subspan(found->row);
  return {&table, rows.data(), rows.size() > 1 && is_detail(rows[1]) ? &rows[1] : nullptr};
}

DataTables::Place DataTables::place_of(const Document& doc, RecordSpan record) const {
  Place place = place_of(record.begin);
  if (record.end == doc.end(record.begin)) {
    place.detail = nullptr;
  } else if (place.detail == nullptr || record.end != doc.end(place.detail->node)) {
    return {};
  }
  return place;
}

bool DataTables::complete(const Document& doc, std::vector<RecordSpan>& records) const {
  if (rows_.empty() || doc.name(records.front().begin) != dom::atoms::kTr) return false;
  std::map<uint64_t, size_t> rows_of_header;
  std::vector<const DataTable*> tables;
  for (const RecordSpan record : records) {
    const Place place = place_of(doc, record);
    if (place.table == nullptr || place.table->header == 0) continue;
    if (tables.empty() || tables.back() != place.table) tables.push_back(place.table);
    const bool counts = place.row->role == dom::TableGrid::Role::kData || is_detail(*place.row);
    rows_of_header[place.table->header] += counts ? 1 : 0;
  }
  const auto most = std::max_element(rows_of_header.begin(), rows_of_header.end(),
                                     [](auto a, auto b) { return a.second < b.second; });
  if (most == rows_of_header.end() || 2 * most->second <= records.size()) return false;
  std::vector<RecordSpan> rows;
  for (const DataTable* table : tables) {
    if (table->header != most->first) continue;
    for (const dom::TableGrid::Row& row : table->grid.rows) {
      const bool nested = !rows.empty() && row.node < rows.back().end;
      if (nested) continue;
      if (row.role == dom::TableGrid::Role::kData) rows.push_back({row.node, doc.end(row.node)});
      if (is_detail(row)) rows.back().end = doc.end(row.node);
    }
  }
  records = std::move(rows);
  return true;
}

}  // namespace weft::mine
