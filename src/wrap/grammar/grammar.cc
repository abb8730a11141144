#include "wrap/grammar/grammar.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::wrap {
namespace {

bool is_grammar_group(GrammarKind kind) {
  return kind == GrammarKind::kOption || kind == GrammarKind::kList ||
         kind == GrammarKind::kChoice || kind == GrammarKind::kBranch;
}

bool is_void_tag(std::string_view name) {
  static constexpr std::string_view kVoid[] = {"area",  "base",   "br",    "col",  "embed",
                                               "hr",    "img",    "input", "link", "meta",
                                               "param", "source", "track", "wbr"};
  return std::find(std::begin(kVoid), std::end(kVoid), name) != std::end(kVoid);
}

}  // namespace

std::span<const std::string_view> names_of(GrammarKind) {
  static constexpr std::array<std::string_view, 7> kNames = {"element", "text",   "field", "option",
                                                             "list",    "choice", "branch"};
  return kNames;
}

void describe(JsonFields& json, GrammarNode& node) {
  json.required("kind", node.kind);
  json.optional("name", node.name);
  json.optional("spelling", node.spelling);
  json.optional("attributes", node.attributes);
  json.optional("implied", node.implied, false);
  json.optional("children", node.children);
}

Status Grammar::check() const {
  const auto bad = [](std::string what) {
    return Error{ErrorCode::kInvalidArgument, "grammar: " + std::move(what)};
  };
  if (nodes.empty() || nodes[0].kind != GrammarKind::kElement)
    return bad("the first node must be an element");
  std::vector<uint8_t> has_parent(nodes.size(), 0);
  std::vector<uint32_t> group_depth(nodes.size(), 0);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const bool leaf = nodes[i].kind == GrammarKind::kText || nodes[i].kind == GrammarKind::kField;
    if (leaf && !nodes[i].children.empty())
      return bad(fmt::format("node {} is a {} and has children", i, name_of(nodes[i].kind)));
    if (nodes[i].kind == GrammarKind::kChoice && nodes[i].children.empty())
      return bad(fmt::format("node {} is a choice of nothing", i));
    for (const uint32_t child : nodes[i].children) {
      if (child <= i || child >= nodes.size() || has_parent[child] != 0)
        return bad(fmt::format("node {} cannot have the child {}", i, child));
      has_parent[child] = 1;
      if ((nodes[child].kind == GrammarKind::kBranch) != (nodes[i].kind == GrammarKind::kChoice))
        return bad(fmt::format("branches are the children of choices, not of node {}", i));
      group_depth[child] = is_grammar_group(nodes[child].kind) ? group_depth[i] + 1 : 0;
      if (group_depth[child] > kMaxGroupDepth)
        return bad(fmt::format("groups are nested more than {} deep", kMaxGroupDepth));
    }
  }
  return {};
}

std::string Grammar::to_string() const {
  std::string out;
  struct Piece {
    uint32_t node;
    bool closing;
  };
  std::vector<Piece> stack = {{0, false}};
  while (!stack.empty()) {
    const auto [at, closing] = stack.back();
    stack.pop_back();
    const GrammarNode& node = nodes[at];
    const bool empty_tag = node.children.empty() && is_void_tag(node.name);
    switch (node.kind) {
      case GrammarKind::kElement:
        if (node.implied || (closing && empty_tag)) break;
        out += closing ? "</" + node.name : "<" + node.name;
        for (const std::string& attribute : node.attributes)
          if (!closing) out += " " + attribute + "=...";
        out += empty_tag ? "/>" : ">";
        break;
      case GrammarKind::kText:
        out += node.name;
        break;
      case GrammarKind::kField:
        out += "#" + node.name;
        break;
      case GrammarKind::kOption:
        out += closing ? " )?" : "( ";
        break;
      case GrammarKind::kList:
        out += closing ? " )+" : "( ";
        break;
      case GrammarKind::kChoice:
        out += closing ? " )" : "( ";
        break;
      case GrammarKind::kBranch:
        if (closing && !stack.empty() && !stack.back().closing) out += " | ";
        break;
    }
    if (closing || node.kind == GrammarKind::kText || node.kind == GrammarKind::kField) continue;
    stack.push_back({at, true});
    for (size_t i = node.children.size(); i-- > 0;) stack.push_back({node.children[i], false});
  }
  return out;
}

}  // namespace weft::wrap
