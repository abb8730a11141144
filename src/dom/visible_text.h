// The text a reader of the page sees, with its lines: like innerText, from the tree alone.
//
//   <h1>Shop</h1><ul><li>Tea <b>5</b><li>Milk</ul>   gives   Shop\nTea 5\nMilk
//
// Blocks begin and end lines, paragraphs are set off by an empty line, <br> breaks a line, cells of
// a row are parted by tabs, rows by line feeds; runs of white space are one space, except in <pre>
// and its like. Left out: scripts, styles, <head>, <template>, <noscript>, fallback content of
// <iframe>, <object>, <video>…, the `hidden` attribute, closed dialogs, and what an inline style
// hides (display:none, visibility:hidden). Style sheets are not read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dom/document.h"

namespace weft::dom {

struct VisibleTextOptions {
  // Whether <noscript> counts, as in a browser without scripts.
  enum class Noscript { kSkip, kInclude } noscript = Noscript::kSkip;
};

// The visible text below n, as if n itself were visible. No white space at the ends, except what
// <pre> or a no-break space put there. O(nodes + characters + attributes), without recursion.
std::string visible_text(const Document& doc, NodeId n, const VisibleTextOptions& options = {});

// The value of the last declaration of `property` (in lower case) in the text of a style attribute,
// trimmed and without "!important": inline_style_value("color:red; display : none !important",
// "display") is "none".
std::optional<std::string_view> inline_style_value(std::string_view style,
                                                   std::string_view property);

}  // namespace weft::dom
