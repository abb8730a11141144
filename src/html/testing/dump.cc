#include "html/testing/dump.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weft::html::testing {
namespace {

using dom::Document;
using dom::Namespace;
using dom::NodeId;
using dom::NodeKind;

std::string_view prefix(Namespace name_space) {
  switch (name_space) {
    case Namespace::kSvg:
      return "svg ";
    case Namespace::kMathMl:
      return "math ";
    default:
      return "";
  }
}

// "xlink:href" of a foreign element is the attribute href of the namespace XLink.
std::string attribute_name(const Document& doc, NodeId n, std::string_view name) {
  static constexpr std::string_view kAdjusted[] = {
      "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
      "xlink:title",   "xlink:type",    "xml:lang",   "xml:space",  "xmlns:xlink"};
  std::string text(name);
  if (doc.name_space(n) != Namespace::kHtml &&
      std::find(std::begin(kAdjusted), std::end(kAdjusted), name) != std::end(kAdjusted)) {
    text[text.find(':')] = ' ';
  }
  return text;
}

// How far a child of n is indented. The children of a template are those of its content.
int child_indent(const Document& doc, NodeId n, int indent) {
  const bool is_template =
      doc.name(n) == dom::atoms::kTemplate && doc.name_space(n) == Namespace::kHtml;
  return indent + (is_template ? 4 : 2);
}

void dump_element(const Document& doc, NodeId n, const std::string& margin, std::string& out) {
  out +=
      margin + "<" + std::string(prefix(doc.name_space(n))) + std::string(doc.name_text(n)) + ">\n";
  std::vector<std::pair<std::string, std::string>> attributes;
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    const dom::Attribute attribute = doc.attribute_at(n, i);
    attributes.emplace_back(attribute_name(doc, n, attribute.name_text), attribute.value);
  }
  std::sort(attributes.begin(), attributes.end());
  for (const auto& [name, value] : attributes) out += margin + "  " + name + "=\"" + value + "\"\n";
  if (child_indent(doc, n, 0) == 4) out += margin + "  content\n";
}

void dump_doctype(const Document& doc, NodeId n, const std::string& margin, std::string& out) {
  const dom::DoctypeIds ids = doc.doctype_ids(n);
  out += margin + "<!DOCTYPE " + std::string(doc.text(n));
  if (!ids.public_id.empty() || !ids.system_id.empty()) {
    out += " \"" + std::string(ids.public_id) + "\" \"" + std::string(ids.system_id) + "\"";
  }
  out += ">\n";
}

}  // namespace

std::string dump(const Document& doc) {
  std::string out;
  std::vector<int> indents(doc.size(), 0);
  for (const NodeId n : doc.descendants(dom::kRoot)) {
    const NodeId parent = doc.parent(n);
    const int indent =
        parent == dom::kRoot ? 0 : child_indent(doc, parent, indents[dom::index(parent)]);
    indents[dom::index(n)] = indent;
    const std::string margin = "| " + std::string(static_cast<size_t>(indent), ' ');
    switch (doc.kind(n)) {
      case NodeKind::kElement:
        dump_element(doc, n, margin, out);
        break;
      case NodeKind::kText:
        out += margin + "\"" + std::string(doc.text(n)) + "\"\n";
        break;
      case NodeKind::kComment:
        out += margin + "<!-- " + std::string(doc.text(n)) + " -->\n";
        break;
      case NodeKind::kDoctype:
        dump_doctype(doc, n, margin, out);
        break;
      case NodeKind::kDocument:
        break;
    }
  }
  return out;
}

}  // namespace weft::html::testing
