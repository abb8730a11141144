// The type tree of a schema and the labels of its nodes ([Liu], the data model).
//
// A basic type is a leaf; a tuple is a node with a child per attribute; a set is a node with one
// child, its element. Labels say where a node stands: the child of a set labelled φ is φ.0, the
// children of a tuple labelled φ are φ.1 … φ.n. The root, a tuple for a page of one record, has the
// label "1".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/schema.h"

namespace weft::model {

enum class TypeKind : uint8_t { kBasic, kTuple, kSet };

struct TypeNode {
  TypeKind kind = TypeKind::kBasic;
  std::string label;      // "1.3.0.2"
  std::string attribute;  // Dotted name of the attribute it belongs to; empty at the root.
  ValueType type = ValueType::kText;  // Basic types.
  uint32_t parent = UINT32_MAX;       // Index in the vector.
};

// The nodes in document order: a parent comes before its children. `records` makes the root a set
// of tuples, as for a list page.
std::vector<TypeNode> type_tree(const Schema& schema, bool records = false);

// The tree in the notation of [Liu]: "(1:tuple 1.1:text (1.2:set (1.2.0:tuple 1.2.0.1:text)))".
std::string type_tree_text(const Schema& schema, bool records = false);

}  // namespace weft::model
