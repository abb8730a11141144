#include "html/open_elements.h"

namespace weft::html {

void OpenElements::grow(uint32_t slot) {
  if (static_cast<size_t>(size_) == entries_.size()) entries_.resize(entries_.size() * 2);
  if (slot >= last_.size()) last_.resize(size_t{slot} * 2 + 1, -1);
}

int32_t OpenElements::find(uint32_t node, uint32_t slot) const {
  int32_t position = last_in_slot(slot);
  while (position >= 0 && at(position).node != node) position = at(position).previous;
  return position;
}

void OpenElements::lift(int32_t position) {
  above_.clear();
  while (size_ > position) {
    above_.push_back(top());
    pop();
  }
  moved_ += above_.size();
}

void OpenElements::lower() {
  for (auto it = above_.rbegin(); it != above_.rend(); ++it) push(it->node, it->slot, it->bits);
}

void OpenElements::remove(int32_t position) {
  lift(position + 1);
  pop();
  lower();
}

void OpenElements::remove_all(const std::vector<int32_t>& positions) {
  if (positions.empty()) return;
  lift(positions.back());
  // above_ holds the entries from the top down, and so does positions.
  const auto top = static_cast<size_t>(positions.back()) + above_.size() - 1;
  size_t kept = 0;
  size_t next = 0;
  for (size_t i = 0; i < above_.size(); ++i) {
    if (next < positions.size() && static_cast<size_t>(positions[next]) == top - i)
      ++next;
    else
      above_[kept++] = above_[i];
  }
  above_.resize(kept);
  lower();
}

void OpenElements::remove_and_insert(int32_t position, int32_t above, uint32_t node, uint32_t slot,
                                     uint32_t bits) {
  lift(position);
  const auto index =
      above_.size() - 1 - static_cast<size_t>(above - position);  // Of the entry at `above`.
  above_.pop_back();                                              // The entry at `position`.
  Entry added;
  added.node = node;
  added.slot = slot;
  added.bits = bits;
  above_.insert(above_.begin() + static_cast<std::ptrdiff_t>(index), added);
  lower();
}

void OpenElements::clear() {
  while (size_ > 0) pop();
  moved_ = 0;
}

}  // namespace weft::html
