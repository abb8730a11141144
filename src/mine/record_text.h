// The words of a record, as a reader sees them.
#pragma once

#include <string>
#include <vector>

#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

// Text nodes of the span without scripts, styles, templates and form choices; white space
// normalised. Text is joined across inline marks (b, em, mark…) and separated at every other
// element.
std::string record_text(const dom::Document& doc, RecordSpan record);

// The texts of a region's records, each with that of its further parts.
std::vector<std::string> record_texts(const dom::Document& doc, const Region& region);

}  // namespace weft::mine
