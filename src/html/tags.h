// What tree construction needs to know about an element by its name: one table row per known atom.
#pragma once

#include <array>
#include <cstdint>

#include "dom/atom.h"
#include "dom/storage.h"

namespace weft::html {

// Properties of an element, and of its entry on the stack of open elements.
enum TagBits : uint32_t {
  kSpecial = 1U << 0,      // the "special" category
  kScope = 1U << 1,        // ends every scope but table scope
  kButtonScope = 1U << 2,  // button: ends button scope
  kListScope = 1U << 3,    // ol, ul: end list item scope
  kTableScope = 1U << 4,   // html, table, template
  kItemStop = 1U << 5,    // special, but not address, div or p: where <li>, <dd>, <dt> stop looking
  kModeTag = 1U << 6,     // decides in "reset the insertion mode appropriately"
  kImpliedEnd = 1U << 7,  // "generate implied end tags"
  kImpliedEndThorough = 1U << 8,  // the others of "… thoroughly"
  kTablePart = 1U << 9,           // table, tbody, tfoot, thead, tr: content here is foster parented
  kHeading = 1U << 10,            // h1 to h6
  kForeign = 1U << 11,            // SVG or MathML
  kSvg = 1U << 12,                // SVG
  kHtmlIntegration = 1U << 13,    // an HTML integration point
  kMathIntegration = 1U << 14,    // a MathML text integration point
  kBreaksOut = 1U << 15,          // a start tag that leaves foreign content
  kRangeFixed = 1U << 16,  // its byte range is final (the parser made it up, or saw its end tag)
  kTracked = 1U << 17,     // whether it is open is kept with the node: formatting elements
  kPlainEnd = 1U << 18,    // its end tag, in the body or a cell, pops it if it is the current node
};

// How "in body" treats a start tag.
enum class StartRule : uint8_t {
  kOrdinary,
  kHtml,
  kHead,
  kBody,
  kFrameset,
  kBlock,
  kHeading,
  kPre,
  kForm,
  kItem,
  kPlaintext,
  kButton,
  kAnchor,
  kFormatting,
  kNobr,
  kMarker,
  kTable,
  kVoid,
  kInput,
  kParam,
  kRule,
  kImage,
  kTextarea,
  kXmp,
  kIframe,
  kNoembed,
  kNoscript,
  kSelect,
  kOption,
  kOptgroup,
  kRubyBase,
  kRubyText,
  kMath,
  kSvg,
  kSelectedContent,
  kIgnored,
};

// How "in body" treats an end tag.
enum class EndRule : uint8_t {
  kOrdinary,
  kTemplate,
  kBody,
  kHtml,
  kBlock,
  kForm,
  kParagraph,
  kItem,
  kHeading,
  kFormatting,
  kMarker,
  kBreak
};

struct TagInfo {
  uint32_t bits = 0;
  StartRule start = StartRule::kOrdinary;
  EndRule end = EndRule::kOrdinary;
};

// By atom; [0] is for the unknown ones.
extern const std::array<TagInfo, dom::atoms::kCount> kTagInfo;

// Of an HTML element.
inline const TagInfo& tag_info(dom::Atom atom) {
  return kTagInfo[dom::is_known(atom) ? static_cast<uint32_t>(atom) : 0];
}

// The bits of an SVG or MathML element. "annotation-xml" depends on its attributes: the caller adds
// that.
uint32_t foreign_bits(dom::Atom atom, dom::Namespace name_space);

}  // namespace weft::html
