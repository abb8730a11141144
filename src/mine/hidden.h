// Hidden elements, without laying the page out: the hidden attribute, inline styles, the class
// names that common frameworks hide by, and simple rules of the page's own style sheets.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/document.h"

namespace weft::mine {

// By node: 1 for elements that are themselves hidden, or lie in one that is. Linear in the page.
std::vector<uint8_t> hidden_nodes(const dom::Document& doc);

}  // namespace weft::mine
