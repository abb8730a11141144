#include "model/type_tree.h"

#include <fmt/format.h>

namespace weft::model {
namespace {

// A part of the schema still to be turned into nodes.
struct Pending {
  const Attribute* attribute;
  uint32_t parent;
  std::string label;
  std::string prefix;  // Dotted names above, with the dot.
};

class Builder {
 public:
  std::vector<TypeNode> build(const Schema& schema, bool records) {
    uint32_t root = add(records ? TypeKind::kSet : TypeKind::kTuple, "1", "", UINT32_MAX);
    if (records) root = add(TypeKind::kTuple, "1.0", "", root);
    push_children(schema.attributes, root, "");
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      expand(next);
    }
    return std::move(nodes_);
  }

 private:
  uint32_t add(TypeKind kind, std::string label, std::string attribute, uint32_t parent,
               ValueType type = ValueType::kText) {
    nodes_.push_back({kind, std::move(label), std::move(attribute), type, parent});
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  // The children of tuple φ are φ.1 … φ.n; pushed backwards so that they come out in order.
  void push_children(const std::vector<Attribute>& attributes, uint32_t tuple,
                     const std::string& prefix) {
    for (size_t i = attributes.size(); i-- > 0;) {
      pending_.push_back(
          {&attributes[i], tuple, fmt::format("{}.{}", nodes_[tuple].label, i + 1), prefix});
    }
  }

  void expand(const Pending& next) {
    const Attribute& attribute = *next.attribute;
    const std::string name = next.prefix + attribute.name;
    uint32_t parent = next.parent;
    std::string label = next.label;
    if (attribute.set) {  // The child of set φ is φ.0.
      parent = add(TypeKind::kSet, label, name, parent);
      label += ".0";
    }
    const bool tuple = !attribute.attributes.empty();
    const uint32_t node =
        add(tuple ? TypeKind::kTuple : TypeKind::kBasic, label, name, parent, attribute.type);
    if (tuple) push_children(attribute.attributes, node, name + ".");
  }

  std::vector<TypeNode> nodes_;
  std::vector<Pending> pending_;
};

std::string_view kind_name(const TypeNode& node) {
  switch (node.kind) {
    case TypeKind::kBasic:
      return value_type_name(node.type);
    case TypeKind::kTuple:
      return "tuple";
    case TypeKind::kSet:
      return "set";
  }
  return "";
}

}  // namespace

std::vector<TypeNode> type_tree(const Schema& schema, bool records) {
  return Builder().build(schema, records);
}

std::string type_tree_text(const Schema& schema, bool records) {
  const std::vector<TypeNode> nodes = type_tree(schema, records);
  std::string out;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    while (!open.empty() && open.back() != nodes[i].parent) {
      open.pop_back();
      out += ')';
    }
    if (i != 0) out += ' ';
    const bool leaf = nodes[i].kind == TypeKind::kBasic;
    out += fmt::format("{}{}:{}", leaf ? "" : "(", nodes[i].label, kind_name(nodes[i]));
    if (!leaf) open.push_back(i);
  }
  return out.append(open.size(), ')');
}

}  // namespace weft::model
