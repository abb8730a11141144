#include "dom/nodes_of_kind.h"

namespace weft::dom {

std::vector<uint32_t> nodes_of_kind(const Storage& columns, NodeKind kind) {
  std::vector<uint32_t> nodes(columns.size);
  size_t count = 0;
  for (uint32_t n = 0; n < columns.size; ++n) {
    nodes[count] = n;
    count += (columns.kind[n] & 0xF) == static_cast<uint8_t>(kind) ? 1 : 0;
  }
  nodes.resize(count);
  return nodes;
}

}  // namespace weft::dom
