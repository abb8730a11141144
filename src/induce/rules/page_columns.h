// PageColumns: what features ask about the nodes of one page, as columns over its nodes.
//
// One pass over the page; after that every feature is a few array reads.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "induce/rules/symbols.h"

namespace weft::induce {

struct PageColumns {
  const dom::Document* document = nullptr;
  // Per node; kNoNode where there is none.
  std::vector<dom::NodeId> previous_element;  // nearest element sibling before
  std::vector<dom::NodeId> next_element;      // nearest element sibling after
  std::vector<Symbol> id;
  std::vector<Symbol> class_name;
  // Visible text nodes: their normalised text. Elements of a few nodes: the normalised text of all
  // of them.
  std::vector<Symbol> text;
  // Per node and one past the last: nearest visible text node before it, and at or after it.
  std::vector<dom::NodeId> text_before;
  std::vector<dom::NodeId> text_at_or_after;
};

PageColumns make_columns(const dom::Document& doc, Symbols& symbols);

// Elements of more nodes than this have no text symbol: a label is short.
inline constexpr uint32_t kMaxLabelNodes = 6;
inline constexpr size_t kMaxLabelBytes = 64;

}  // namespace weft::induce
