// NodeRef: what a query finds: a node of a document, or one attribute of an element.
//
// References compare in document order: an element, then its attributes, then its children.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::select {

struct NodeRef {
  dom::NodeId node = dom::kRoot;
  uint32_t slot = 0;  // 0: the node itself; k: its attribute k - 1.

  static NodeRef attribute(dom::NodeId element, uint32_t index) { return {element, index + 1}; }

  [[nodiscard]] bool is_attribute() const { return slot != 0; }
  // REQUIRES: is_attribute().
  [[nodiscard]] uint32_t attribute_index() const { return slot - 1; }

  auto operator<=>(const NodeRef&) const = default;
};

// In document order, without duplicates.
using NodeSet = std::vector<NodeRef>;

// XPath's string-value: an attribute's value, the characters of a text node or comment, the text
// below an element.
std::string string_value(const dom::Document& doc, NodeRef node);

}  // namespace weft::select
