// "HTML fragment serialization algorithm". The standard recurses into children; here one loop runs
// over the ids of the subtree, and the elements that are open are a stack.

#include "dom/serialize.h"

#include <algorithm>
#include <span>
#include <vector>

namespace weft::dom {
namespace {

// What the HTML standard says of elements by name.
constexpr Atom kVoidNames[] = {
    atoms::kArea, atoms::kBase, atoms::kBr, atoms::kCol, atoms::kEmbed, atoms::kHr, atoms::kImg,
    atoms::kInput, atoms::kLink, atoms::kMeta, atoms::kSource, atoms::kTrack, atoms::kWbr,
    // Obsolete ones that parsers treat alike.
    atoms::kBasefont, atoms::kBgsound, atoms::kFrame, atoms::kKeygen, atoms::kParam};
// <noscript> is not among them: Weft parses it as a browser without scripts does.
constexpr Atom kRawTextNames[] = {atoms::kStyle,    atoms::kScript,  atoms::kXmp,
                                  atoms::kIframe,   atoms::kNoembed, atoms::kNoframes,
                                  atoms::kPlaintext};

bool is_html_of(const Document& doc, NodeId n, std::span<const Atom> names) {
  return doc.is_element(n) && doc.name_space(n) == Namespace::kHtml &&
         std::find(names.begin(), names.end(), doc.name(n)) != names.end();
}

// True if text below this element is raw; references in it are not decoded.
bool holds_raw_text(const Document& doc, NodeId n) { return is_html_of(doc, n, kRawTextNames); }

// The reference for the character at text[at], or empty; `length` is its size in bytes.
std::string_view reference(std::string_view text, size_t at, bool attribute, size_t& length) {
  length = 1;
  switch (text[at]) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return attribute ? "&quot;" : std::string_view();
    case '\xC2':
      if (at + 1 == text.size() || text[at + 1] != '\xA0') return {};
      length = 2;
      return "&nbsp;";
    default:
      return {};
  }
}

void append_escaped(std::string& out, std::string_view text, bool attribute) {
  constexpr std::string_view kSpecial = "&<>\"\xC2";
  size_t copied = 0;
  for (size_t at = text.find_first_of(kSpecial); at != std::string_view::npos;) {
    size_t length = 1;
    if (const std::string_view escaped = reference(text, at, attribute, length); !escaped.empty()) {
      out.append(text, copied, at - copied).append(escaped);
      copied = at + length;
    }
    at = text.find_first_of(kSpecial, at + length);
  }
  out.append(text, copied);
}

bool drops_leading_newline(const Document& doc, NodeId n) {
  const Atom name = doc.name(n);
  return name == atoms::kPre || name == atoms::kTextarea || name == atoms::kListing;
}

class Serializer {
 public:
  Serializer(const Document& doc, const SerializeOptions& options) : doc_(doc), options_(options) {}

  std::string run(Document::IdRange nodes) {
    NodeId skip_to = kRoot;
    for (const NodeId n : nodes) {
      if (index(n) < index(skip_to)) continue;  // Below a void element.
      close_before(n);
      write(n);
      if (serializes_as_void(doc_, n)) {
        skip_to = doc_.end(n);
      } else if (doc_.is_element(n)) {
        open_.push_back(n);
      }
    }
    while (!open_.empty()) close();
    return std::move(out_);
  }

 private:
  void close_before(NodeId n) {
    while (!open_.empty() && !doc_.contains(open_.back(), n)) close();
  }

  void close() {
    out_.append("</").append(doc_.name_text(open_.back())).push_back('>');
    open_.pop_back();
  }

  void write(NodeId n) {
    switch (doc_.kind(n)) {
      case NodeKind::kDocument:
        break;
      case NodeKind::kDoctype:
        out_.append("<!DOCTYPE ").append(doc_.text(n)).push_back('>');
        break;
      case NodeKind::kElement:
        write_start_tag(n);
        break;
      case NodeKind::kComment:
        out_.append("<!--").append(doc_.text(n)).append("-->");
        break;
      case NodeKind::kText:
        if (holds_raw_text(doc_, doc_.parent(n))) {
          out_.append(doc_.text(n));
        } else {
          append_escaped_text(out_, doc_.text(n));
        }
        break;
    }
  }

  void write_start_tag(NodeId n) {
    out_.append("<").append(doc_.name_text(n));
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const Attribute attribute = doc_.attribute_at(n, i);
      out_.append(" ").append(attribute.name_text).append("=\"");
      append_escaped_attribute(out_, attribute.value);
      out_.push_back('"');
    }
    out_.push_back('>');
    const NodeId child = doc_.first_child(n);
    if (options_.leading_newline == SerializeOptions::LeadingNewline::kKeep &&
        drops_leading_newline(doc_, n) && child != kNoNode && doc_.text(child).starts_with('\n')) {
      out_.push_back('\n');
    }
  }

  const Document& doc_;
  const SerializeOptions& options_;
  std::string out_;
  std::vector<NodeId> open_;
};

}  // namespace

bool serializes_as_void(const Document& doc, NodeId n) { return is_html_of(doc, n, kVoidNames); }

std::string outer_html(const Document& doc, NodeId n, const SerializeOptions& options) {
  return Serializer(doc, options).run(doc.subtree(n));
}

std::string inner_html(const Document& doc, NodeId n, const SerializeOptions& options) {
  if (serializes_as_void(doc, n)) return {};
  return Serializer(doc, options).run(doc.descendants(n));
}

void append_escaped_text(std::string& out, std::string_view text) {
  append_escaped(out, text, /*attribute=*/false);
}

void append_escaped_attribute(std::string& out, std::string_view value) {
  append_escaped(out, value, /*attribute=*/true);
}

}  // namespace weft::dom
