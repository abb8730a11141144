// Documents for tests: small trees from text, all small trees, long chains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::dom::testing {

// Builds "a(b c(d))": tag names with children in brackets. A name may carry classes and an id, and
// quoted text is a text node: "ul#x(li.item('one') li.item.last('two'))". The first element is the
// child of the document node, so it is NodeId{1}. REQUIRES: well-formed text (checked).
Document tree(std::string_view text);

// The inverse of tree(), for elements and text.
std::string to_string(const Document& doc, NodeId n);

// Every tree of at most `max_nodes` elements with one-letter names from `tags`.
std::vector<Document> all_trees(uint32_t max_nodes, std::string_view tags);

// A chain of `length` nested elements <a>.
Document chain(uint32_t length);

// The element children of n.
std::vector<NodeId> children(const Document& doc, NodeId n);

// The first element with this name, or with this id when it begins with '#'. REQUIRES: it exists
// (checked).
NodeId find(const Document& doc, std::string_view name_or_id);

}  // namespace weft::dom::testing
