// The nodes of one kind, in document order.
//
// OPTIMIZATION: elements and texts follow each other at random, so a loop that asks at every node
// is mispredicted again and again; collecting a block of them first needs no branch, and the block
// stays in the nearest cache.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "dom/storage.h"

namespace weft::dom {

// Calls f with the row of every node of the kind. O(nodes).
template <typename F>
void for_each_of_kind(const Storage& columns, NodeKind kind, F f) {
  constexpr uint32_t kBlock = 256;
  std::array<uint32_t, kBlock> rows;
  for (uint32_t begin = 0; begin < columns.size; begin += kBlock) {
    const uint32_t end = std::min(begin + kBlock, columns.size);
    uint32_t count = 0;
    for (uint32_t n = begin; n < end; ++n) {
      rows[count] = n;
      count += (columns.kind[n] & 0xF) == static_cast<uint8_t>(kind) ? 1 : 0;
    }
    for (uint32_t i = 0; i < count; ++i) f(rows[i]);
  }
}

}  // namespace weft::dom
