// Text of nodes: all characters below a node, and the same with white space folded. What a reader
// of the page would see, with its lines, is in dom/visible_text.h.
#pragma once

#include <string>
#include <string_view>

#include "dom/document.h"

namespace weft::dom {

// The concatenated text nodes below n (n's own characters if it is a text node), as XPath's
// string().
std::string text_content(const Document& doc, NodeId n);
// The same, appended.
void append_text_content(std::string& out, const Document& doc, NodeId n);

// text_content with runs of white space folded to one space and trimmed, as XPath's
// normalize-space(): what rules say of elements, and what spans of labels count in.
std::string normalized_text(const Document& doc, NodeId n);

// What a value is: the text below n as its reader meets it, on one line. As normalized_text, but
// with a space wherever an element begins or ends a line, and without what is unread (below):
//
//   <td>12 Main St<br>Springfield</td>   "12 Main St Springfield", not "12 Main StSpringfield"
std::string value_text(const Document& doc, NodeId n);
// The same with its lines apart: '\n' wherever value_text has such a space, so that both count alike.
std::string value_lines(const Document& doc, NodeId n);

// True if some text below n is more than HTML white space. Stops at the first such character.
bool has_text(const Document& doc, NodeId n);

// True for nothing but white space of any kind, Unicode's included.
bool is_blank(std::string_view text);

// Text that does not count. An element of these names holds nothing that the page says to its
// reader: code, styles, what a script may once put in (<template>), and what is there for browsers
// without scripts (<noscript>, mostly a copy or a complaint). Who walks a page passes over their
// subtrees; who looks at one text asks for its parent. Whoever leaves out more says why there.
constexpr bool is_unread(Atom name) {
  return name == atoms::kScript || name == atoms::kStyle || name == atoms::kTemplate ||
         name == atoms::kNoscript;
}

// 1 to 6 for <h1> to <h6>, else 0.
constexpr int heading_level(Atom name) {
  const auto number = static_cast<uint32_t>(name);
  const bool heading = number >= atoms::kH1Index && number <= atoms::kH6Index;
  return heading ? static_cast<int>(number - atoms::kH1Index) + 1 : 0;
}

// Whether an element of this name begins and ends a line by itself: <br>, blocks, rows, cells.
bool breaks_line(Atom name);

// True for a text node with something in it to see: not white space, not in an unread element.
bool is_visible_text(const Document& doc, NodeId n);

}  // namespace weft::dom
