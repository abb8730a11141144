// A document, or a part of it, as HTML text:
// https://html.spec.whatwg.org/#serialising-html-fragments.
//
// Parsing the text again gives the same tree, with these exceptions, which the standard has too:
//   * trees that no parser makes (a <p> in a <p>, two text nodes side by side, a comment that
//     contains "-->");
//   * elements that a parser moved: a form in a table, nested anchors, formatting elements that
//     were closed askew;
//   * a text that begins with a line feed in <pre>, <textarea> or <listing> loses it (unless kKeep
//     is asked for);
//   * <plaintext>, after which a parser reads no tag;
//   * the public and system identifiers of the doctype, so a page in quirks mode may become one in
//     standards mode.
#pragma once

#include <string>

#include "dom/document.h"

namespace weft::dom {

struct SerializeOptions {
  // What becomes of a line feed at the start of <pre>, <textarea> and <listing>, which a parser
  // drops. kAsStandard writes the text as it is; kKeep writes one more.
  enum class LeadingNewline { kAsStandard, kKeep } leading_newline = LeadingNewline::kAsStandard;
};

// n with its subtree (outerHTML); all of the document for the document node. O(output), without
// recursion.
std::string outer_html(const Document& doc, NodeId n, const SerializeOptions& options = {});

// The children of n (innerHTML); empty for elements that have none in HTML.
std::string inner_html(const Document& doc, NodeId n, const SerializeOptions& options = {});

// True if the element is written without children and end tag: <br>, <img>…
bool serializes_as_void(const Document& doc, NodeId n);

// Appends `text` as it is written in HTML between tags: & < > and U+00A0 become references.
void append_escaped_text(std::string& out, std::string_view text);

// Appends `value` as it is written between double quotes.
void append_escaped_attribute(std::string& out, std::string_view value);

}  // namespace weft::dom
