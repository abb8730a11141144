#include "group/vote_table.h"

#include "base/hash.h"

namespace weft::group {

size_t VoteTable::home(const dom::MaskedShingle& masked) const {
  return mix64(masked.packed + 0x9e3779b97f4a7c15ULL * masked.fixed) & (slots_.size() - 1);
}

void VoteTable::place(const Slot& slot) {
  size_t at = home({slot.packed, slot.fixed});
  while (slots_[at].fixed != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
}

void VoteTable::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2, Slot{0, 0, 0});
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.fixed != 0) place(slot);
  }
}

void VoteTable::insert(const dom::MaskedShingle& masked, uint32_t votes) {
  if ((size_ + 1) * 4 > slots_.size() * 3) grow();
  place({masked.packed, votes, masked.fixed});
  ++size_;
}

VoteTable::Slot* VoteTable::find(const dom::MaskedShingle& masked) {
  if (slots_.empty()) return nullptr;
  for (size_t at = home(masked); slots_[at].fixed != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].packed == masked.packed && slots_[at].fixed == masked.fixed) return &slots_[at];
  }
  return nullptr;
}

}  // namespace weft::group
