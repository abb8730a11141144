// Tight loops over the nodes that meet a condition, in document order.
//
// OPTIMIZATION: elements and texts follow each other at random, so a loop that asks at every node
// is mispredicted again and again; collecting a block of them first needs no branch, and the block
// stays in the nearest cache. Blocks can be thinned out in the same way before anything is done
// with what is left.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "dom/document.h"

namespace weft::dom {

inline constexpr uint32_t kRowBlock = 256;

// Some rows of nodes, at most kRowBlock.
class RowBlock {
 public:
  // Those of the rows from `begin` to before `end` that meet the condition, which is asked for each
  // and best has no branch. REQUIRES: end - begin <= kRowBlock.
  template <typename Condition>
  RowBlock(uint32_t begin, uint32_t end, Condition keep) {
    uint32_t count = 0;  // In a register: a member might be what rows_ is written over.
    for (uint32_t row = begin; row < end; ++row) {
      rows_[count] = row;
      count += keep(row) ? 1 : 0;
    }
    count_ = count;
  }
  // Those of another block that meet it.
  template <typename Condition>
  RowBlock(const RowBlock& rows, Condition keep) {
    uint32_t count = 0;
    for (const uint32_t row : rows) {
      rows_[count] = row;
      count += keep(row) ? 1 : 0;
    }
    count_ = count;
  }

  [[nodiscard]] const uint32_t* begin() const { return rows_.data(); }
  [[nodiscard]] const uint32_t* end() const { return rows_.data() + count_; }

 private:
  std::array<uint32_t, kRowBlock> rows_;
  uint32_t count_ = 0;
};

inline bool is_of_kind(const Storage& columns, uint32_t row, NodeKind kind) {
  return (columns.kind[row] & 0xF) == static_cast<uint8_t>(kind);
}

// Calls f with blocks of the rows of all nodes that meet the condition. O(nodes).
template <typename Condition, typename F>
void for_each_block(const Storage& columns, Condition keep, F f) {
  for (uint32_t begin = 0; begin < columns.size; begin += kRowBlock) {
    const uint32_t end = std::min(begin + kRowBlock, columns.size);
    f(RowBlock(begin, end, keep));
  }
}

// A text or attribute value where it lies, and the characters around it: as many as may be read.
struct PlacedString {
  std::string_view text;
  std::string_view around;
};

inline PlacedString placed_string(const Document& doc, uint32_t offset, uint32_t length) {
  const std::string_view around =
      offset < kArenaBit ? doc.source() : std::string_view(doc.storage().arena);
  return {{around.data() + (offset & ~kArenaBit), length}, around};
}

// REQUIRES: the row is that of a text.
inline PlacedString placed_text(const Document& doc, uint32_t row) {
  return placed_string(doc, doc.storage().payload[row], doc.storage().payload_size[row]);
}

}  // namespace weft::dom
