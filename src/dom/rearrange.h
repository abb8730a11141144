// Documents made of the nodes of another: its beginning, for work that must stay bounded on pages
// of any size, or its nodes in another order.
#pragma once

#include <cstdint>
#include <span>

#include "dom/document.h"

namespace weft::dom {

// A document whose i-th node is a copy of nodes[i], the child of its node parents[i]; for the
// first, which is the document node, parents[0] does not matter. A node may be copied more than
// once. Strings are those of `doc`; what the copies do not refer to is not left out. REQUIRES:
// nodes[0] is kRoot and no other; for i > 0, parents[i] < i and position i is in document order
// (checked); `doc` outlives the result, which borrows its source.
[[nodiscard]] Document rearranged(const Document& doc, std::span<const NodeId> nodes,
                                  std::span<const uint32_t> parents);

// The first `count` nodes of `doc`, with the same ids; subtrees are cut off at the end. REQUIRES:
// 1 <= count <= doc.size(), and as above.
[[nodiscard]] Document first_nodes(const Document& doc, uint32_t count);

}  // namespace weft::dom
