#include "dom/rearrange.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace weft::dom {
namespace {

template <typename T>
void copy_column(const Column<T>& from, std::span<const NodeId> nodes, Column<T>& to) {
  for (size_t i = 0; i < nodes.size(); ++i) to[i] = from[index(nodes[i])];
}

// Parents, depths and ends. A position is in document order when its parent is the node before it
// or one of that node's ancestors.
void link_nodes(std::span<const uint32_t> parents, Storage& to) {
  to.parent[0] = index(kNoNode);
  to.depth[0] = 0;
  std::vector<uint32_t> path = {0};  // From the document node to the node before.
  for (uint32_t i = 1; i < to.size; ++i) {
    while (path.back() > parents[i]) path.pop_back();
    WEFT_CHECK(path.back() == parents[i]);
    path.push_back(i);
    to.parent[i] = parents[i];
    to.depth[i] = to.depth[parents[i]] + 1;
  }
  for (uint32_t i = 0; i < to.size; ++i) to.end[i] = i + 1;
  for (uint32_t i = to.size - 1; i > 0; --i)
    to.end[to.parent[i]] = std::max(to.end[to.parent[i]], to.end[i]);
}

}  // namespace

Document rearranged(const Document& doc, std::span<const NodeId> nodes,
                    std::span<const uint32_t> parents) {
  WEFT_CHECK(!nodes.empty() && nodes[0] == kRoot && nodes.size() == parents.size());
  const Storage& from = doc.storage();
  Storage to;
  to.reserve_nodes(static_cast<uint32_t>(nodes.size()));
  to.size = static_cast<uint32_t>(nodes.size());
  link_nodes(parents, to);
  copy_column(from.name, nodes, to.name);
  copy_column(from.kind, nodes, to.kind);
  copy_column(from.payload, nodes, to.payload);
  copy_column(from.payload_size, nodes, to.payload_size);
  copy_column(from.source_begin, nodes, to.source_begin);
  copy_column(from.source_end, nodes, to.source_end);
  to.reserve_attributes(from.attribute_count);
  to.attribute_count = from.attribute_count;
  std::copy(from.attributes.data(), from.attributes.data() + from.attribute_count,
            to.attributes.data());
  to.arena = from.arena;
  to.unknown_names = from.unknown_names;
  return {std::move(to), Source::borrow(doc.source())};
}

Document first_nodes(const Document& doc, uint32_t count) {
  WEFT_CHECK(count >= 1 && count <= doc.size());
  std::vector<NodeId> nodes(count);
  for (uint32_t i = 0; i < count; ++i) nodes[i] = NodeId{i};
  return rearranged(doc, nodes, {doc.storage().parent.data(), count});
}

}  // namespace weft::dom
