// The words of a record, as a reader sees them.
#pragma once

#include <string>

#include "dom/document.h"
#include "mine/region.h"

namespace weft::mine {

// Text nodes of the span without scripts, styles, templates and form choices; white space
// normalised. Text is joined across inline marks (b, em, mark…) and separated at every other
// element.
std::string record_text(const dom::Document& doc, RecordSpan record);

}  // namespace weft::mine
