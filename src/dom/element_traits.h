// What the HTML standard says of elements by name: which are void, whose text is not escaped.
#pragma once

#include "dom/document.h"

namespace weft::dom {

// True if the element is written without children and end tag: <br>, <img>, and the obsolete ones
// that parsers treat alike.
bool serializes_as_void(const Document& doc, NodeId n);

// True if text below this element is raw: <script>, <style> and the like; references in it are not
// decoded. <noscript> is not among them: Weft parses it as a browser without scripts does.
bool holds_raw_text(const Document& doc, NodeId n);

}  // namespace weft::dom
