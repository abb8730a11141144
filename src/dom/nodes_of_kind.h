// The nodes of one kind, in document order.
//
// OPTIMIZATION: elements and texts follow each other at random, so a loop that asks at every node
// is mispredicted again and again; collecting them first needs no branch.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/storage.h"

namespace weft::dom {

// Rows of the columns. O(nodes).
std::vector<uint32_t> nodes_of_kind(const Storage& columns, NodeKind kind);

}  // namespace weft::dom
