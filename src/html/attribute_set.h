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

  // Whether `name` is among the `count` entries. REQUIRES: called with growing count for one list,
  // from below kFew on.
  bool contains(const dom::AttributeEntry* entries, uint32_t count, dom::Atom name) {
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

  std::vector<dom::Atom> slots_;  // kNoAtom when free. A power of two.
  uint32_t entered_ = 0;          // The first so many entries are in the table.
};

}  // namespace weft::html
