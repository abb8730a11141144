// Which of eight bytes stand for something to see: for scans of short texts, whose lengths and
// spaces would mislead the processor if every byte were asked.
#pragma once

#include <cstdint>

namespace weft {

// The high bit of every byte above the space. A byte sets its high bit if it was set, or if adding
// 0x5F carries into it (from 0x21 on).
constexpr uint64_t visible_bytes(uint64_t bytes) {
  const uint64_t low = bytes & 0x7F7F7F7F7F7F7F7FULL;
  return ((low + 0x5F5F5F5F5F5F5F5FULL) | bytes) & 0x8080808080808080ULL;
}

}  // namespace weft
