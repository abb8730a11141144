// Tight loops over the nodes that meet a condition, in document order.
//
// OPTIMIZATION: elements and texts follow each other at random, so a loop that asks at every node
// is mispredicted again and again. The kind bytes of sixty-four nodes are compared at once instead,
// and the rows that are wanted collected in a block, which stays in the nearest cache. Blocks are
// thinned out without a branch before anything is done with what is left.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "dom/document.h"

namespace weft::dom {

// Nodes of a kind; if `may_have` is not 0, those that may have one of its things (kind_byte.h).
struct KindTest {
  NodeKind kind;
  uint8_t may_have = 0;

  [[nodiscard]] bool passes(uint8_t byte) const {
    return kind_of(byte) == kind && (may_have == 0 || (byte & may_have) != 0);
  }
};

inline constexpr uint32_t kMaskRows = 64;

// Bit i is set if kinds[i] passes. Reads kMaskRows bytes.
inline uint64_t passing_rows(const uint8_t* kinds, KindTest test) {
  uint64_t passing = 0;
#if defined(__SSE2__)
  const __m128i kind_mask = _mm_set1_epi8(static_cast<char>(kKindMask));
  const __m128i kind = _mm_set1_epi8(static_cast<char>(test.kind));
  const __m128i bits = _mm_set1_epi8(static_cast<char>(test.may_have));
  const __m128i regardless = _mm_set1_epi8(static_cast<char>(test.may_have == 0 ? 0xFF : 0));
  for (uint32_t i = 0; i < kMaskRows; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kinds + i));
    const __m128i right = _mm_cmpeq_epi8(_mm_and_si128(bytes, kind_mask), kind);
    const __m128i without = _mm_cmpeq_epi8(_mm_and_si128(bytes, bits), _mm_setzero_si128());
    const __m128i dropped = _mm_andnot_si128(regardless, without);
    const auto sixteen = static_cast<uint32_t>(_mm_movemask_epi8(_mm_andnot_si128(dropped, right)));
    passing |= uint64_t{sixteen} << i;
  }
#else
  for (uint32_t i = 0; i < kMaskRows; ++i) passing |= uint64_t{test.passes(kinds[i])} << i;
#endif
  return passing;
}

inline constexpr uint32_t kRowBlock = 256;

// Some rows of nodes, at most kRowBlock.
class RowBlock {
 public:
  // Those of the rows from `begin` on that pass, as many as the block has room for.
  RowBlock(const Storage& columns, uint32_t begin, KindTest test) : next_(begin) {
    uint32_t count = 0;  // In a register: a member might be what rows_ is written over.
    uint32_t row = begin;
    const uint8_t* kinds = columns.kind.data();
    for (; columns.size - row >= kMaskRows && count + kMaskRows <= kRowBlock; row += kMaskRows) {
      for (uint64_t left = passing_rows(kinds + row, test); left != 0; left &= left - 1)
        rows_[count++] = row + static_cast<uint32_t>(std::countr_zero(left));
    }
    if (count + kMaskRows <= kRowBlock) {  // What is left of the page, less than a mask.
      for (; row < columns.size; ++row) {
        rows_[count] = row;
        count += test.passes(kinds[row]) ? 1 : 0;
      }
    }
    next_ = row;
    count_ = count;
  }
  // Those of another block that meet a condition, which best has no branch.
  template <typename Condition>
  RowBlock(const RowBlock& rows, Condition keep) : next_(rows.next_) {
    uint32_t count = 0;
    for (const uint32_t row : rows) {
      rows_[count] = row;
      count += keep(row) ? 1 : 0;
    }
    count_ = count;
  }

  [[nodiscard]] const uint32_t* begin() const { return rows_.data(); }
  [[nodiscard]] const uint32_t* end() const { return rows_.data() + count_; }
  // The row after the last one that was looked at.
  [[nodiscard]] uint32_t next() const { return next_; }

 private:
  std::array<uint32_t, kRowBlock> rows_;
  uint32_t next_;
  uint32_t count_ = 0;
};

// Calls f with blocks of the rows of all nodes that pass. O(nodes).
template <typename F>
void for_each_block(const Storage& columns, KindTest test, F f) {
  for (uint32_t begin = 0; begin < columns.size;) {
    const RowBlock rows(columns, begin, test);
    f(rows);
    begin = rows.next();
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
