// Paths: where a node is, as text that survives the page, and as hashes for grouping.
//
//   tag path      html/body/div/span                 shared by like nodes
//   indexed path  /html[1]/body[1]/div[2]/span[1]    one node; valid XPath 1.0
//
// Text nodes end an indexed path as text()[k], comments as comment()[k]; an attribute as @name is
// added by those who need it. Positions count siblings of the same kind and name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "dom/node_map.h"

namespace weft::dom {

// The names of the ancestors-or-self of n that are elements, joined by '/'. O(depth).
std::string tag_path(const Document& doc, NodeId n);

// "/" for the document node. O(depth + siblings on the way).
std::string indexed_path(const Document& doc, NodeId n);

// The node at an indexed path; [k] may be left out where k is 1. Fails with kInvalidArgument for
// text that is not a path, kNotFound when the document has no such node.
Result<NodeId> resolve_indexed_path(const Document& doc, std::string_view path);

// For every node a hash of its tag path: equal paths have equal hashes in every document. One pass.
NodeMap<uint64_t> tag_path_hashes(const Document& doc);

// indexed_path for many nodes of one document. One pass prepares what a path needs of siblings, so a
// table of ten thousand rows does not count ten thousand siblings for each of them.
class IndexedPaths {
 public:
  // For the nodes before `end`. REQUIRES: `doc` outlives it.
  IndexedPaths(const Document& doc, NodeId end);

  // Equal to indexed_path, with /@name appended for an attribute. O(depth). REQUIRES: n lies
  // before `end`.
  [[nodiscard]] std::string path(NodeId n, Atom attribute = kNoAtom) const;

 private:
  const Document& doc_;
  std::vector<uint32_t> position_;  // Among siblings of the same kind and name, from 1.
};

}  // namespace weft::dom
