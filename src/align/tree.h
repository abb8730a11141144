// Tree: an ordered labelled tree as flat columns in preorder; what the tree algorithms of align/
// compare.
//
// Made from one subtree of a Document, or from several beside each other (a generalized node), or
// by hand. Node 0 is the root; children follow their parent; the subtree of i is [i, end[i]).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/sequence.h"
#include "dom/document.h"

namespace weft::align {

struct Tree {
  std::vector<Symbol> label;
  std::vector<uint32_t> end;        // One past the subtree.
  std::vector<uint32_t> depth;      // 0 for the root.
  std::vector<dom::NodeId> origin;  // The document node; kNoNode for nodes made up.

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(label.size()); }
  // The parent's next child after i, or the parent's end.
  [[nodiscard]] uint32_t first_child(uint32_t i) const { return i + 1; }
  [[nodiscard]] uint32_t next_sibling(uint32_t i) const { return end[i]; }
  [[nodiscard]] bool is_leaf(uint32_t i) const { return end[i] == i + 1; }

  // Appends a node in preorder, as the last child at `at_depth - 1`. Ends must be set by
  // close_ends().
  void append(Symbol symbol, uint32_t at_depth, dom::NodeId from = dom::kNoNode);
  // Computes `end` from `depth`. Call once after the last append().
  void close_ends();
};

enum class TextNodes { kSkip, kKeep };  // kKeep: those that are not white space alone

// The subtree of n: elements by name, and text nodes other than white space as kTextSymbol when
// kept.
Tree tree_of(const dom::Document& doc, dom::NodeId n, TextNodes text = TextNodes::kSkip);

// Several subtrees under a made-up root of symbol 0. Two such trees share at least their roots.
Tree tree_of(const dom::Document& doc, std::span<const dom::NodeId> roots,
             TextNodes text = TextNodes::kSkip);

}  // namespace weft::align
