#include "dom/text.h"

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "base/unicode_space.h"

namespace weft::dom {

void append_text_content(std::string& out, const Document& doc, NodeId n) {
  for (const NodeId x : doc.subtree(n)) {
    if (doc.is_text(x)) out += doc.text(x);
  }
}

std::string text_content(const Document& doc, NodeId n) {
  std::string out;
  append_text_content(out, doc, n);
  return out;
}

std::string normalized_text(const Document& doc, NodeId n) {
  // OPTIMIZATION: most elements that are asked for hold one text.
  if (doc.subtree_size(n) == 2 && doc.is_text(next(n))) return normalize_space(doc.text(next(n)));
  return normalize_space(text_content(doc, n));
}

// Whether an element that ends between two texts ends a line.
static bool line_ends_between(const Document& doc, NodeId text, NodeId later) {
  for (NodeId n = doc.parent(text); doc.end(n) <= later; n = doc.parent(n)) {
    if (breaks_line(doc.name(n))) return true;
  }
  return false;
}

// The text below n, and where in it a line begins.
struct RawLines {
  std::string text;
  std::vector<size_t> begins;
};

static RawLines raw_lines(const Document& doc, NodeId n) {
  RawLines out;
  NodeId last = doc.is_text(n) ? n : kNoNode;
  if (last == n) out.text = doc.text(n);
  bool begun = false;  // A line, since the last text.
  for (NodeId x = next(n); x < doc.end(n);) {
    NodeId after = next(x);
    if (doc.is_text(x)) {
      if (last != kNoNode && (begun || line_ends_between(doc, last, x))) {
        out.text += ' ';
        out.begins.push_back(out.text.size());
      }
      out.text += doc.text(x);
      last = x;
      begun = false;
    } else if (doc.is_element(x)) {
      const Atom name = doc.name(x);
      begun |= breaks_line(name);
      if (is_unread(name)) after = doc.end(x);
    }
    x = after;
  }
  return out;
}

std::string value_text(const Document& doc, NodeId n) {
  return normalize_space(raw_lines(doc, n).text);
}

std::string value_lines(const Document& doc, NodeId n) {
  const RawLines raw = raw_lines(doc, n);
  std::string out;
  for (size_t i = 0; i <= raw.begins.size(); ++i) {
    const size_t begin = i == 0 ? 0 : raw.begins[i - 1];
    const size_t end = i == raw.begins.size() ? raw.text.size() : raw.begins[i];
    const std::string line = normalize_space(std::string_view(raw.text).substr(begin, end - begin));
    if (line.empty()) continue;
    if (!out.empty()) out += '\n';
    out += line;
  }
  return out;
}

bool has_text(const Document& doc, NodeId n) {
  for (const NodeId x : doc.subtree(n)) {
    if (!doc.is_text(x)) continue;
    const std::string_view text = doc.text(x);
    if (!std::all_of(text.begin(), text.end(), is_html_space)) return true;
  }
  return false;
}

bool is_blank(std::string_view text) { return skip_space(text, 0) == text.size(); }

bool is_visible_text(const Document& doc, NodeId n) {
  return doc.is_text(n) && doc.may_be_visible(n) && !is_blank(doc.text(n)) &&
         !is_unread(doc.name(doc.parent(n)));
}

}  // namespace weft::dom
