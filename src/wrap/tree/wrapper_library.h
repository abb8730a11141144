// WrapperLibrary: the tag paths of a site's brooms merged into a prefix tree ([Zheng] 9.3.1).
//
//   html/body/table/tr  →  broom 0            html ─ body ─┬─ table ─ tr: 0, 2
//   html/body/ul/li     →  broom 1                         └─ ul ─ li: 1
//   html/body/table/tr  →  broom 2
//
// Siblings have different tags, and brooms of one tag path hang on one node.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/atom.h"

namespace weft::wrap {

class WrapperLibrary {
 public:
  struct Node {
    dom::Atom tag = dom::kNoAtom;
    std::vector<uint32_t> children;
    std::vector<uint32_t> brooms;  // Not empty: a boundary node.
  };

  WrapperLibrary() : nodes_(1) {}
  // O(path length · siblings).
  void add(const std::vector<dom::Atom>& path, uint32_t broom);
  // Node 0 is the root: the document.
  [[nodiscard]] const Node& node(uint32_t i) const { return nodes_[i]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }

 private:
  std::vector<Node> nodes_;
};

}  // namespace weft::wrap
