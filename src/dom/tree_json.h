// A tree for machines: JSON, described in docs/formats/tree-json.md.
//
// The nodes are a flat list in document order with the number of their parent, not nested objects:
// pages nest deeper than JSON readers do.
#pragma once

#include <string>

#include "dom/document.h"

namespace weft::dom {

// Appends the array of all nodes:
// [{"kind":"document"},{"kind":"element","parent":0,"name":"html",…},…].
void append_tree_json(std::string& out, const Document& doc);

}  // namespace weft::dom
