// One loop over the ids; the depth of a node is its indentation, so nothing recurses and nothing is
// kept but the text so far. The tree for machines is the same loop with the number of the parent.
// Tested by outline_test.cc.

#include "dom/outline.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"

namespace weft::dom {
namespace {

class Outliner {
 public:
  Outliner(const Document& doc, const OutlineOptions& options) : doc_(doc), options_(options) {}

  std::string run(NodeId top) {
    for (const NodeId n : doc_.subtree(top)) {
      if (doc_.kind(n) == NodeKind::kDocument) continue;
      if (doc_.is_text(n) && !has_text(doc_, n)) continue;
      write_margin(n, doc_.depth(n) - std::max(doc_.depth(top), 1U));
      write(n);
      if (options_.layout != nullptr) write_box(options_.layout->box(n));
      out_.push_back('\n');
    }
    return std::move(out_);
  }

 private:
  void write_margin(NodeId n, uint32_t level) {
    if (options_.show_ids) fmt::format_to(std::back_inserter(out_), "{:>7}  ", index(n));
    out_.append(size_t{2} * std::min(level, options_.max_indent), ' ');
    if (level > options_.max_indent)
      fmt::format_to(std::back_inserter(out_), "(depth {}) ", doc_.depth(n));
  }

  void write(NodeId n) {
    switch (doc_.kind(n)) {
      case NodeKind::kDocument:
        break;
      case NodeKind::kDoctype:
        out_.append("<!DOCTYPE ").append(doc_.text(n)).append(">");
        break;
      case NodeKind::kElement:
        write_element(n);
        break;
      case NodeKind::kText:
        write_quoted(doc_.text(n));
        break;
      case NodeKind::kComment:
        out_.append("<!-- ");
        write_cut(normalize_space(doc_.text(n)));
        out_.append(" -->");
        break;
    }
  }

  void write_box(const Box& box) {
    if (!box.empty())
      fmt::format_to(std::back_inserter(out_), "  {:.0f},{:.0f} {:.0f}x{:.0f}", box.left, box.top,
                     box.width, box.height);
  }

  // As a selector: div#id.class[href="…"].
  void write_element(NodeId n) {
    if (doc_.name_space(n) == Namespace::kSvg) out_.append("svg|");
    if (doc_.name_space(n) == Namespace::kMathMl) out_.append("math|");
    out_.append(doc_.name_text(n));
    if (const auto id = doc_.attribute(n, atoms::kId); id && !id->empty())
      out_.append("#").append(*id);
    for (const std::string_view token : class_tokens(doc_, n)) out_.append(".").append(token);
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const Attribute attribute = doc_.attribute_at(n, i);
      if (attribute.name == atoms::kId || attribute.name == atoms::kClass) continue;
      out_.append("[").append(attribute.name_text);
      if (!attribute.value.empty()) {
        out_.push_back('=');
        write_quoted(attribute.value);
      }
      out_.push_back(']');
    }
  }

  void write_quoted(std::string_view text) {
    out_.push_back('"');
    write_cut(normalize_space(text));
    out_.push_back('"');
  }

  // The first max_text characters.
  void write_cut(std::string_view text) {
    size_t at = 0;
    for (size_t count = 0; at < text.size() && count < options_.max_text; ++count)
      next_code_point(text, at);
    out_.append(text, 0, at);
    if (at < text.size()) out_.append("…");
  }

  const Document& doc_;
  const OutlineOptions& options_;
  std::string out_;
};

std::string_view kind_name(NodeKind kind) {
  constexpr std::string_view kKindNames[] = {"document", "doctype", "element", "text", "comment"};
  return kKindNames[static_cast<size_t>(kind)];
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

std::string outline(const Document& doc, NodeId n, const OutlineOptions& options) {
  return Outliner(doc, options).run(n);
}

void append_tree_json(std::string& out, const Document& doc) {
  out.push_back('[');
  for (const NodeId n : doc.nodes()) {
    if (n != kRoot) out.push_back(',');
    append_node(out, doc, n);
  }
  out.push_back(']');
}

}  // namespace weft::dom
