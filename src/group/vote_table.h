// VoteTable: masked shingle vectors with their votes. An open-addressing hash table of 16-byte
// slots, because there may be as many masked vectors as pages and the budget is 64 bytes a page.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/shingle.h"

namespace weft::group {

class VoteTable {
 public:
  struct Slot {
    uint64_t packed;
    uint32_t votes;
    uint8_t fixed;  // 0 marks an empty slot.
  };

  // REQUIRES: `masked` is not in the table, and has a fixed byte.
  void insert(const dom::MaskedShingle& masked, uint32_t votes);
  // Null if it is not in the table. Valid until the next insert.
  [[nodiscard]] Slot* find(const dom::MaskedShingle& masked);

  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  [[nodiscard]] size_t home(const dom::MaskedShingle& masked) const;
  void place(const Slot& slot);
  void grow();

  std::vector<Slot> slots_;  // A power of two.
  size_t size_ = 0;
};

}  // namespace weft::group
