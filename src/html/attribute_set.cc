#include "html/attribute_set.h"

#include <algorithm>

namespace weft::html {

void AttributeSet::insert(dom::Atom name) {
  size_t slot = first_slot(name);
  while (slots_[slot] != dom::kNoAtom) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = name;
}

bool AttributeSet::contains_hashed(const dom::AttributeEntry* entries, uint32_t count,
                                   dom::Atom name) {
  if (count == kFew + 1 || count * 2 >= slots_.size()) {
    slots_.assign(count == kFew + 1 ? kFirstSlots : slots_.size() * 2, dom::kNoAtom);
    entered_ = 0;
  }
  while (entered_ < count) insert(entries[entered_++].name);
  for (size_t slot = first_slot(name); slots_[slot] != dom::kNoAtom;
       slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot] == name) return true;
  }
  return false;
}

}  // namespace weft::html
