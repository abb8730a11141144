// The tree of a page from its boxes alone ([Liu], Building DOM trees: using visual cues).
#pragma once

#include <vector>

#include "dom/document.h"
#include "dom/layout.h"

namespace weft::dom {

// A document whose elements are nested as their boxes are.
struct BoxTree {
  Document document;             // Borrows the source of the page.
  Layout layout;                 // Of `document`.
  std::vector<NodeId> original;  // By node of `document`: the node of the page.
};

// An element is the child of the smallest box that covers its own; of equal boxes the one that begins
// first in the page covers the other. Siblings are in the order of the page. What has no box, and every
// text, stays with the element it is in. REQUIRES: layout.size() == doc.size(); `doc` outlives the
// result. Time: nodes times the boxes beside each other on the way down to their place.
BoxTree tree_of_boxes(const Document& doc, const Layout& layout);

}  // namespace weft::dom
