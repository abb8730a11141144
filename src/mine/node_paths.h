// NodePaths: dom::indexed_path for many nodes of one document. One pass prepares what a path needs
// of siblings, so a table of ten thousand rows does not count ten thousand siblings for each of
// them.
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"

namespace weft::mine {

class NodePaths {
 public:
  // For the nodes before `end`.
  NodePaths(const dom::Document& doc, dom::NodeId end);

  // Equal to dom::indexed_path, with /@name appended for an attribute. O(depth). REQUIRES: n lies
  // before `end`.
  [[nodiscard]] std::string path(dom::NodeId n, dom::Atom attribute = dom::kNoAtom) const;

 private:
  const dom::Document& doc_;
  std::vector<uint32_t> position_;  // Among siblings of the same kind and name, from 1.
};

}  // namespace weft::mine
