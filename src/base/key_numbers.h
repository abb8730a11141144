// KeyNumbers: numbers 64-bit keys 0, 1, 2, … in the order in which they first occur.
//
// Turns hashes into dense indices of plain arrays: grouping, counting and telling apart without a
// map. Emptying it costs nothing, so one table serves many small sets. Keys may be hashes that a
// page chose: two keys that are equal are the same key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

class KeyNumbers {
 public:
  // Makes room for `expected` keys; it grows beyond as needed.
  explicit KeyNumbers(size_t expected = 32) {
    size_t capacity = 64;
    while (capacity < 2 * expected) capacity *= 2;
    slots_.resize(capacity);
    set_shift();
  }

  // The number of the key, the next free one if it is new.
  uint32_t number(uint64_t key) {
    Slot* slot = find(key);
    if (slot->round != round_) {
      if (2 * (size_ + 1) > slots_.size()) {
        grow();
        slot = find(key);
      }
      *slot = {key, size_++, round_};
    }
    return slot->number;
  }

  // True if the key is new.
  bool insert(uint64_t key) {
    const uint32_t before = size_;
    return number(key) == before;
  }

  // The number of the key; size() if it has none.
  [[nodiscard]] uint32_t known(uint64_t key) const {
    const Slot* slot = find(key);
    return slot->round == round_ ? slot->number : size_;
  }

  // How many keys have numbers.
  [[nodiscard]] uint32_t size() const { return size_; }

  void clear() {
    size_ = 0;
    if (++round_ != 0) return;
    slots_.assign(slots_.size(), {});
    round_ = 1;
  }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t number = 0;
    uint32_t round = 0;
  };

  void set_shift() {
    shift_ = 64;
    for (size_t capacity = slots_.size(); capacity > 1; capacity /= 2) --shift_;
  }

  // Where the key is, or would be.
  [[nodiscard]] const Slot* find(uint64_t key) const {
    const size_t mask = slots_.size() - 1;
    for (size_t at = (key * 0x9e3779b97f4a7c15ULL) >> shift_;; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.round != round_ || slot.key == key) return &slot;
    }
  }
  Slot* find(uint64_t key) { return const_cast<Slot*>(std::as_const(*this).find(key)); }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    set_shift();
    for (const Slot& slot : old) {
      if (slot.round == round_) *find(slot.key) = slot;
    }
  }

  std::vector<Slot> slots_;
  uint32_t size_ = 0;
  uint32_t round_ = 1;
  int shift_ = 0;
};

}  // namespace weft
