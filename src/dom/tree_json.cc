#include "dom/tree_json.h"

#include <fmt/format.h>

#include "base/json_text.h"

namespace weft::dom {
namespace {

std::string_view kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::kDocument:
      return "document";
    case NodeKind::kDoctype:
      return "doctype";
    case NodeKind::kElement:
      return "element";
    case NodeKind::kText:
      return "text";
    case NodeKind::kComment:
      return "comment";
  }
  return "";
}

void append_member(std::string& out, std::string_view key, std::string_view value) {
  out.append(",\"").append(key).append("\":");
  append_json_string(out, value);
}

void append_attributes(std::string& out, const Document& doc, NodeId n) {
  if (doc.attribute_count(n) == 0) return;
  out.append(",\"attributes\":{");
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    const Attribute attribute = doc.attribute_at(n, i);
    if (i != 0) out.push_back(',');
    append_json_string(out, attribute.name_text);
    out.push_back(':');
    append_json_string(out, attribute.value);
  }
  out.push_back('}');
}

void append_node(std::string& out, const Document& doc, NodeId n) {
  out.append("{\"kind\":\"").append(kind_name(doc.kind(n))).append("\"");
  if (n != kRoot) fmt::format_to(std::back_inserter(out), ",\"parent\":{}", index(doc.parent(n)));
  if (doc.is_element(n)) {
    append_member(out, "name", doc.name_text(n));
    if (doc.name_space(n) == Namespace::kSvg) append_member(out, "namespace", "svg");
    if (doc.name_space(n) == Namespace::kMathMl) append_member(out, "namespace", "mathml");
    append_attributes(out, doc, n);
  } else if (n != kRoot) {
    append_member(out, doc.kind(n) == NodeKind::kDoctype ? "name" : "text", doc.text(n));
  }
  const SourceRange range = doc.source_range(n);
  if (range.begin < range.end) {
    fmt::format_to(std::back_inserter(out), ",\"source\":[{},{}]", range.begin, range.end);
  }
  out.push_back('}');
}

}  // namespace

void append_tree_json(std::string& out, const Document& doc) {
  out.push_back('[');
  for (const NodeId n : doc.nodes()) {
    if (n != kRoot) out.push_back(',');
    append_node(out, doc, n);
  }
  out.push_back(']');
}

}  // namespace weft::dom
