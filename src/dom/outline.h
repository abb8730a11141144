// A tree for people to read: one line per node, indented by depth.
//
//   html[lang="en"]
//     body
//       h1#title.big
//         "Shop"
#pragma once

#include <cstdint>
#include <string>

#include "dom/document.h"
#include "dom/layout.h"

namespace weft::dom {

struct OutlineOptions {
  size_t max_text = 60;      // Characters of a text, comment or attribute value that are shown.
  uint32_t max_indent = 40;  // Levels; deeper nodes are indented no further and show their depth.
  bool show_ids = false;     // Begin each line with the node's id.
  const Layout* layout = nullptr;  // Of the document: end each line with the box, "  8,16 640x37".
};

// The subtree of n. O(output), without recursion.
std::string outline(const Document& doc, NodeId n, const OutlineOptions& options = {});

// The same for machines: JSON, described in docs/formats/tree-json.md. The nodes are a flat list in
// document order with the number of their parent, not nested objects: pages nest deeper than JSON
// readers do.
//
// Appends the array of all nodes:
// [{"kind":"document"},{"kind":"element","parent":0,"name":"html",…},…].
void append_tree_json(std::string& out, const Document& doc);

}  // namespace weft::dom
