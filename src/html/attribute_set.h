// AttributeSet: has this tag had an attribute of this name already?
//
// A handful of attributes is compared one by one; a tag with more gets a hash table, so that a
// million attributes on one element cost a million steps.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "dom/storage.h"

namespace weft::html {

class AttributeSet {
 public:
  AttributeSet() = default;
  AttributeSet(const AttributeSet&) = delete;
  AttributeSet& operator=(const AttributeSet&) = delete;

  // Whether `name` is among the `count` entries, and notes it. REQUIRES: called with growing count
  // for one list, from 0 on.
  bool contains(const dom::AttributeEntry* entries, uint32_t count, dom::Atom name) {
    const uint64_t bit = uint64_t{1} << (static_cast<uint32_t>(name) % 64);
    if (count == 0) noted_ = 0;
    const bool is_new = (noted_ & bit) == 0;
    noted_ |= bit;
    if (is_new && count <= kFew) [[likely]]
      return false;
    if (count > kFew) return contains_hashed(entries, count, name);
    for (uint32_t i = 0; i < count; ++i) {
      if (entries[i].name == name) return true;
    }
    return false;
  }

 private:
  static constexpr uint32_t kFew = 24;
  static constexpr size_t kFirstSlots = 64;

  bool contains_hashed(const dom::AttributeEntry* entries, uint32_t count, dom::Atom name);
  void insert(dom::Atom name);
  [[nodiscard]] size_t first_slot(dom::Atom name) const {
    return mix64(static_cast<uint64_t>(name) + reinterpret_cast<uintptr_t>(this)) &
           (slots_.size() - 1);
  }

  uint64_t noted_ = 0;            // A bit for the names so far, by their last six bits.
  std::vector<dom::Atom> slots_;  // kNoAtom when free. A power of two.
  uint32_t entered_ = 0;          // The first so many entries are in the table.
};

}  // namespace weft::html
