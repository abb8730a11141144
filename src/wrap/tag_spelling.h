// A tag as its author named it: div#main, span.price, b@name (itemprop). Runs of digits in names
// become 0, so that numbered parts of a page are alike.
#pragma once

#include <string>

#include "dom/document.h"

namespace weft::wrap {

// REQUIRES: n is an element.
std::string tag_spelling(const dom::Document& doc, dom::NodeId n);

}  // namespace weft::wrap
