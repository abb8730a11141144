// Trees as text, in the notation of the html5lib tests:
//
//   | <html>
//   |   <body>
//   |     class="x"
//   |     "text"
#pragma once

#include <string>

#include "dom/document.h"

namespace weft::html::testing {

// The children of the document node, each line ended by a line feed.
std::string dump(const dom::Document& doc);

}  // namespace weft::html::testing
