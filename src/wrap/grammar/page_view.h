// PageView: what of a page a grammar speaks of: elements and texts that a reader may see.
//
// Left out are white space, comments, code and styles, what <head> says to machines, and menus of
// choices, whose texts are no data. Elements that the parser made up stay.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dom/document.h"

namespace weft::wrap {

// What is below an element, in few bits: one a tag by distance, one a text at any depth.
struct Sketch {
  std::array<uint64_t, 12> tags{};  // Of children, their children, …; texts have the empty name.
  std::array<uint64_t, 2> texts{};  // Short ones.
  uint32_t levels = 0;              // Of tags that are not empty; deeper ones are left out.

  // Takes in a child: its own bits are one level up.
  void add_child(uint64_t tag, const Sketch& below);
  void add_text(uint64_t hash) { texts[hash >> 63] |= uint64_t{1} << (hash & 63); }
};

class PageView {
 public:
  // REQUIRES: `doc` outlives it. Linear. Elements below max_depth are left out.
  explicit PageView(const dom::Document& doc, uint32_t max_depth = 500);

  [[nodiscard]] const dom::Document& document() const { return *doc_; }
  // The <html> element; kNoNode for a page without anything to see.
  [[nodiscard]] dom::NodeId root() const { return root_; }
  [[nodiscard]] bool keeps(dom::NodeId n) const { return kept_[index(n)] != 0; }
  // Nodes that are kept.
  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] std::vector<dom::NodeId> children(dom::NodeId n) const;

  // Of a text, its normalised text; of an element, that of its first text. 0 for none.
  [[nodiscard]] uint64_t first_text(dom::NodeId n) const { return first_text_[index(n)]; }
  // Of an element, its tag as its author named it (wrap/tag_spelling.h), by hash; of a text 0.
  [[nodiscard]] uint64_t spelling(dom::NodeId n) const { return spelling_[index(n)]; }
  // REQUIRES: an element that is kept.
  [[nodiscard]] const Sketch& sketch(dom::NodeId n) const {
    return sketches_[sketch_of_[index(n)]];
  }

 private:
  const dom::Document* doc_;
  dom::NodeId root_ = dom::kNoNode;
  uint32_t size_ = 0;
  std::vector<uint8_t> kept_;         // By node.
  std::vector<uint64_t> first_text_;  // By node.
  std::vector<uint64_t> spelling_;    // By node.
  std::vector<uint32_t> sketch_of_;   // By node: which, of an element that is kept.
  std::vector<Sketch> sketches_;
};

// The bit of a tag, or of texts (the empty name).
uint64_t tag_bit(std::string_view name);

// The page as tokens: "<b>", "Price:", "</b>".
std::vector<std::string> page_tokens(const PageView& view);

}  // namespace weft::wrap
