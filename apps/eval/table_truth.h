// What a data table says, read plainly from its markup: the truth of the `tables` task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dom/document.h"

namespace weft::eval {

struct TruthTable {
  dom::NodeId table = dom::kNoNode;
  std::vector<std::string> names;  // By column: the texts of its header cells, from above.
  std::vector<dom::NodeId> rows;   // The <tr> of each row of data.
  std::vector<std::vector<std::string>> cells;  // By row and column: the cell's text; may be empty.
  // Of a dominant table: the rows of further tables of the page that have its names. One who takes
  // them along is as right as one who does not.
  std::vector<dom::NodeId> further_rows;
};

// Slow and simple on purpose: it judges code that is neither.
std::optional<TruthTable> read_table(const dom::Document& doc, dom::NodeId table);

// The table that a page is about: a header, 8 rows and 3 columns of data, 20 % of the page's words,
// no table inside; of several the one with most words.
std::optional<TruthTable> dominant_table(const dom::Document& doc);

}  // namespace weft::eval
