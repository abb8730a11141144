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

// Chosen on `records` and `listings`; figures in bench/log/2026-11-18.md.
struct ColumnOptions {
  uint32_t max_columns = 200;
  uint32_t max_leaves_per_record = 1'000;
  // Share of records that fill a column, for it to be kept. What few records have is a value, too:
  // 0.1 loses 0.8 % of the expected values of `listings`, and saves three columns of nineteen.
  double min_support = 0.02;
  // The same for parts of the cells of a table with a header. The author of the table put them into
  // one cell; texts with many marks would make dozens of columns.
  double min_support_of_parts = 0.5;
};

// Named and typed, in the order of the record.
std::vector<Column> build_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                                  const ColumnOptions& options = {});

// Gives names and types to columns whose cells and paths are set: from table headers, microdata,
// labels in front of values, roles (title, url, image), class names, value types, in this order of
// trust. Names become unique.
void name_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                  std::vector<Column>& columns);

// Names as identifiers, each once: "Unit price" is unit_price, a second one unit_price_2.
void make_names_unique(std::vector<Column>& columns);

// Columns of the sections that records stand in, repeated beside the records of each section: a
// heading and an image above several sizes. None if the records are in no sections.
inline constexpr std::string_view kSectionPath = "../";  // How their paths begin.
std::vector<Column> section_columns(const PageIndex& page, const std::vector<RecordSpan>& records);

// --- Lists inside records: sizes of a product, comments of a post ---

struct NestedOptions {
  uint32_t max_tables = 5;
  uint32_t max_nodes_per_record = 5'000;
};

// Elements below one parent that repeat within records, at the same place of several records;
// outermost lists only. At least two records must have two rows or more.
std::vector<NestedTable> find_nested(const PageIndex& page, const std::vector<RecordSpan>& records,
                                     const NestedOptions& options = {});

// --- Where values stand ---

// A data item as the papers know them: a text node, or an image with its source.
Cell item_cell(const dom::Document& doc, dom::NodeId n);

// "div.title/a/@href": the path from the record to a leaf, by tags and first meaningful classes.
// "." is the record itself; ".." an element around it.
std::string leaf_path(const PageIndex& page, RecordSpan record, dom::NodeId element,
                      dom::Atom attribute);

}  // namespace weft::mine
