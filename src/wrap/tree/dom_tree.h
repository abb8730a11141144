// DomTree: the side of a page that wrappers are aligned with: its elements and texts as flat
// columns.
//
// Either a whole page, to extract from, or a labelled part of one, to learn from. White space,
// comments, scripts and styles are left out. Node 0 is a root that is not itself compared: the
// document, or the boundary node of a record. Children follow their parent; the subtree of i is
// [i, end(i)).
//
// Ownership: borrows the document. Threads: one at a time; classes and texts are read when asked
// for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dom/document.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

// The tag of text nodes.
inline constexpr dom::Atom kTextTag = dom::kNoAtom;

// True for nodes that take part: elements other than scripts and styles, texts with characters.
bool takes_part(const dom::Document& doc, dom::NodeId n);

// The class tokens of an element, its id as "#id" and its itemprop as "@itemprop".
std::vector<std::string> identity_tokens(const dom::Document& doc, dom::NodeId n);

// The text of a small node, normalised; empty for large ones, whose text is no label of anything.
std::string template_text(const dom::Document& doc, dom::NodeId n);

class DomTree {
 public:
  // An empty tree over the document; append() the root first.
  explicit DomTree(const dom::Document& doc) : doc_(&doc) {}
  // The whole page; node 0 is the document.
  static DomTree of_page(const dom::Document& doc);

  struct Traits {
    LabelSet labels = 0;
    bool exclusive = true;      // Belongs to one record ([Zheng] 9.2.2).
    bool pruned = false;        // What is below it was left out.
    uint64_t labels_below = 0;  // As in WrapperNode; set by finish().
  };
  // Appends in document order as a descendant at this depth (the root has 0).
  void append(dom::NodeId origin, uint32_t depth, Traits traits);
  void append(dom::NodeId origin, uint32_t depth) { append(origin, depth, Traits()); }
  // Computes ends and weights from depths; call once, after the last append.
  void finish();

  [[nodiscard]] const dom::Document& document() const { return *doc_; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(origin_.size()); }
  [[nodiscard]] dom::NodeId origin(uint32_t i) const { return origin_[i]; }
  [[nodiscard]] dom::Atom tag(uint32_t i) const { return doc_->name(origin_[i]); }
  [[nodiscard]] uint32_t end(uint32_t i) const { return end_[i]; }
  [[nodiscard]] bool is_leaf(uint32_t i) const { return end_[i] == i + 1; }
  // Nodes of the subtree ([Zheng] Definition 7).
  [[nodiscard]] uint32_t weight(uint32_t i) const { return end_[i] - i; }
  // Whether it has labels that an alignment must respect.
  [[nodiscard]] bool labelled() const { return !traits_.empty(); }
  [[nodiscard]] Traits traits(uint32_t i) const { return labelled() ? traits_[i] : Traits(); }

  // Hashes of identity_tokens, sorted.
  [[nodiscard]] std::span<const uint32_t> tokens(uint32_t i) const;
  // Hash of template_text; 0 for none.
  [[nodiscard]] uint64_t text(uint32_t i) const;

 private:
  const dom::Document* doc_;
  std::vector<dom::NodeId> origin_;
  std::vector<uint32_t> depth_;
  std::vector<uint32_t> end_;
  std::vector<Traits> traits_;  // Empty for a page to extract from.

  struct TokenRange {
    uint32_t begin = UINT32_MAX;
    uint32_t end = 0;
  };
  mutable std::vector<uint32_t> token_pool_;
  mutable std::vector<TokenRange> token_ranges_;
  mutable std::vector<uint64_t> texts_;
};

}  // namespace weft::wrap
