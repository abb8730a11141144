// Exported stylesheets run by libxslt, for tests: do they give what the wrapper gives?
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dom/document.h"
#include "model/extraction.h"

namespace weft::wrap::testing {

// Attribute and value, in the order they are given; of lists one for each item.
using Fields = std::vector<std::pair<std::string, std::string>>;

Fields fields_of(const model::Extraction& extraction);

// Runs the stylesheet on the page's XML view and reads the fields of its result.
// REQUIRES: a stylesheet that libxslt accepts (checked).
Fields transform(const std::string& stylesheet, const dom::Document& doc);

}  // namespace weft::wrap::testing
