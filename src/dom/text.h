// Text of nodes: all characters below a node, and the same with white space folded.
#pragma once

#include <string>

#include "dom/document.h"

namespace weft::dom {

// The concatenated text nodes below n (n's own characters if it is a text node), as XPath's
// string().
std::string text_content(const Document& doc, NodeId n);

// text_content with runs of white space folded to one space and trimmed: how values are compared.
std::string normalized_text(const Document& doc, NodeId n);

}  // namespace weft::dom
