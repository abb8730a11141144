// What a page needs to be looked at: its style sheets, pictures and fonts; as addresses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::crawl {

// Absolute, http or https (or files, of a page that is one), without fragment, each once, in the order of the page: style sheets,
// pictures (those that a script would load by their data-src), what inline styles name. At most
// `most`. Linear in the page.
std::vector<std::string> page_requisites(const dom::Document& doc, std::string_view page_url,
                                         size_t most = 300);

// The same of a style sheet: what it imports, its pictures and fonts.
std::vector<std::string> style_requisites(std::string_view css, std::string_view sheet_url,
                                          size_t most = 300);

}  // namespace weft::crawl
