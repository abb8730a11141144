// Region: records found on a page that nobody labelled, and the table they make.
//
// Node ids belong to the document that was mined; everything that must outlive it is copied into
// labels or records, below.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dom/document.h"
#include "model/extraction.h"
#include "model/label.h"
#include "model/page.h"
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
// reaches 0.37 (bench/log/2026-11-18.md).
inline constexpr double kPresentableConfidence = 0.4;

// --- What a reader sees of it ---

// Text nodes of the span without scripts, styles, templates and form choices; white space
// normalised. Text is joined across inline marks (b, em, mark…) and separated at every other
// element.
std::string record_text(const dom::Document& doc, RecordSpan record);

// The texts of a region's records, each with that of its further parts.
std::vector<std::string> record_texts(const dom::Document& doc, const Region& region);

// The smallest span around two nodes.
RecordSpan span_around(const dom::Document& doc, dom::NodeId first, dom::NodeId last);

// The region with a record for each row of its largest nested table, beside which the values of the
// record it is in are repeated ([Liu] Fig. 40); records without rows stay. Without a nested table, the
// region as it is.
Region flattened(Region region);

// --- What travels between stages ---

enum class NestedOutput : uint8_t { kLeaveOut, kInclude };

// The records with provenance. Values of typed columns are normalised against the page's URL.
// Linear in the page and the table.
model::Extraction to_extraction(const model::Page& page, const Region& region,
                                NestedOutput nested = NestedOutput::kInclude);

// One label per cell, source kMiner, with the region's confidence: what an inducer can learn from.
// A text that is only part of what its element holds ("The <b>red</b> hat.") has no place of its own,
// and a rule for its neighbours would cut it: a column with such a cell has no labels. Nor has one of
// the sections around records, where no rule for records reaches.
std::vector<model::Label> to_labels(const model::Page& page, const Region& region);

// The other way: what a wrapper learned from `like` found on another page, as a region of that page
// with the same columns.
Region to_region(const model::Page& page, const model::Extraction& found, const Region& like);

// Attributes of the region's columns, and of its nested tables as sets.
model::Schema to_schema(const Region& region, NestedOutput nested = NestedOutput::kInclude);

// Of two pages of one template: columns of `other` at the path of a column of `known` take its name
// and type, so that the records of both make one table; further columns get names that `known` does not have.
// Does nothing, and says so, unless half of the columns of either are at a path of the other's.
bool take_names(const Region& known, Region& other);

}  // namespace weft::mine
