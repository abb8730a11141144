// Region: records found on a page that nobody labelled, and the table they make.
//
// Node ids belong to the document that was mined; everything that must outlive it is copied into
// labels, records or a wrapper (region_wrapper.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dom/document.h"
#include "model/schema.h"

namespace weft::mine {

// Whole subtrees beside each other under one parent: the ids [begin, end). Most records are one
// node.
struct RecordSpan {
  dom::NodeId begin = dom::kNoNode;
  dom::NodeId end = dom::kNoNode;
  bool operator==(const RecordSpan&) const = default;
};

// One value of a record: a text node or an element, or one of its attributes. node is kNoNode for
// none.
struct Cell {
  dom::NodeId node = dom::kNoNode;
  dom::Atom attribute = dom::kNoAtom;  // href, src…; kNoAtom for the text.
  std::string text;                    // White space normalised.
};

struct Column {
  std::string name;  // Unique within the table.
  model::ValueType type = model::ValueType::kText;
  std::string origin;                 // Why it has this name: "header cell", "class", "itemprop"…
  std::string path;                   // Relative to the record: "div.title/a/@href".
  std::vector<std::string> variants;  // Further paths that fill it, in records of another variant.
  std::vector<Cell> cells;            // One per record.
};

// A list inside the records: one table for all of them, each row with the record it belongs to.
struct NestedTable {
  std::string name;
  std::vector<uint32_t> owner;  // By row: index of the outer record.
  std::vector<RecordSpan> rows;
  std::vector<Column> columns;
};

// What spoke for and against a region; shown by `weft mine --explain`.
struct Reason {
  std::string feature;
  double value = 0;         // As measured.
  double contribution = 0;  // To the score; positive speaks for the region.
};

struct Region {
  std::vector<RecordSpan> records;  // In document order.
  // By record, the parts beyond its first span, for records that do not lie together (one per
  // column of a table). Empty when all do.
  std::vector<std::vector<RecordSpan>> further;
  std::vector<Column> columns;
  std::vector<NestedTable> nested;
  double score = 0;       // Comparable between regions of one page only.
  double confidence = 0;  // In [0, 1]: that this is the table somebody would want from the page.
  std::string found_by;   // "siblings", "path", "class", "runs", "separators", "mdr"…
  std::vector<Reason> reasons;
};

// Below this confidence a region is not presented as data unless asked for. Measured on made-up
// sites that the ranker never saw: no list of a list page is below 0.44, no page without one
// reaches 0.37 (bench/LOG.md).
inline constexpr double kPresentableConfidence = 0.4;

}  // namespace weft::mine
