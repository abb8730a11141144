// Crossed tables: a row of pictures, below it a row of their titles, below it a row of their
// prices, and so on in bands. A record's cells stand in a column of its band, so no stretch of the
// page is a record and nothing that compares stretches finds one. So it is with layout tables that
// show several people a row, each with a picture in one cell and texts in the next.
//
// Idea: put the page straight first. In the straightened document each record is a row of its own;
// whatever reads ordinary pages reads it, and what is found is taken back to the page's own nodes.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "dom/document.h"

namespace weft::dom {

struct StraightDocument {
  Document document;             // Borrows the source of the page.
  std::vector<NodeId> original;  // By node: where it is on the page.
  std::vector<NodeId> turned;    // Rows that were columns, in order.

  // The stretches [begin, end) of the page that the nodes [begin, end) of the straight document
  // consist of: several for a row that was a column.
  [[nodiscard]] std::vector<std::pair<NodeId, NodeId>> parts(const Document& page, NodeId begin,
                                                             NodeId end) const;
};

// How sure one must be. A table of a single band is no more than rows that differ: it is crossed
// without doubt when they are of three kinds, and when one knows of other pages that they are
// crossed when they are of two.
enum class Crossed : uint8_t { kWithoutDoubt, kAsExpected };

// The page with its crossed tables put straight; nothing if there are none. One pass over the rows
// of its tables, a few nodes of each cell. REQUIRES: `doc` outlives the result.
std::optional<StraightDocument> straighten_crossed(const Document& doc,
                                                   Crossed how = Crossed::kWithoutDoubt);

}  // namespace weft::dom
