// Crossed tables: a row of pictures, below it a row of their titles, below it a row of their
// prices, and so on in bands. A record's cells stand in a column of its band, so no stretch of the
// page is a record and nothing that compares stretches finds one.
//
// Idea: put the page straight first. In the straightened document each record is a row of its own;
// whatever mines ordinary pages mines it, and what is found is taken back to the page's own nodes.
#pragma once

#include <optional>
#include <vector>

#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

struct StraightDocument {
  dom::Document document;             // Borrows the source of the page.
  std::vector<dom::NodeId> original;  // By node: where it is on the page.
  std::vector<dom::NodeId> turned;    // Rows that were columns, in order.
};

// The page with its crossed tables put straight; nothing if there are none. One pass over the rows
// of its tables, a few nodes of each cell. REQUIRES: `doc` outlives the result.
std::optional<StraightDocument> straighten_crossed(const dom::Document& doc);

// A region of the straightened document as one of the page: records that were crossed have their
// further cells in `further`.
void take_back(const dom::Document& page, const StraightDocument& straight, Region& region);

}  // namespace weft::mine
