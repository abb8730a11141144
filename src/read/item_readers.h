// Readers of items that stand in a page's attributes. Internal to structured_data.cc.
#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "dom/document.h"

namespace weft::read {

// The top-level items: https://html.spec.whatwg.org/multipage/microdata.html.
std::vector<Json> read_microdata(const dom::Document& doc, std::string_view url);

// The subjects of the page, in order, as expanded JSON-LD: https://www.w3.org/TR/rdfa-lite/ with `about`, `rel` and
// `content`, which pages use beside it.
std::vector<Json> read_rdfa(const dom::Document& doc, std::string_view url);

}  // namespace weft::read
