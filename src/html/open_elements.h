// The stack of open elements (13.2.4.2), on which every question of the standard is answered in
// O(1).
//
// "Has a p element in button scope" is a walk down the stack in the standard, and such a walk on
// every tag makes a page of nested elements quadratic. Here each entry carries the positions of the
// nearest entries at or below it that end the various scopes, and the position of the previous
// entry of the same name. Then "in scope" is: the last entry of that name is not below the nearest
// end of the scope.
//
//   position   0     1     2       3     4
//   element    html  body  button  p     span
//   last p = 3, nearest end of button scope = 2: in scope
#pragma once

#include <cstdint>
#include <vector>

#include "base/check.h"
#include "dom/atom.h"
#include "html/tags.h"
#include "html/token.h"

namespace weft::html {

// What may end a walk down the stack.
enum class Stop : uint8_t {
  kSpecial,
  kScope,
  kButtonScope,
  kListScope,
  kTableScope,
  kItem,
  kMode,
  kHtml
};
inline constexpr size_t kStops = 8;
// By Stop: the bits of entries that are such an end.
inline constexpr uint32_t kStopBits[kStops] = {
    kSpecial, kScope, kScope | kButtonScope, kScope | kListScope, kTableScope, kItemStop,
    kModeTag, 0};

class OpenElements {
 public:
  struct Entry {
    uint32_t node = 0;
    uint32_t bits = 0;      // TagBits
    uint32_t slot = 0;      // of its name and namespace in last_
    int32_t previous = -1;  // position of the previous entry in the same slot
    int32_t stops[kStops] =
        {};  // by Stop: the nearest such entry at or below; kHtml is set for foreign entries only
  };

  // REQUIRES where an entry is asked for: !empty().
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] int32_t size() const { return size_; }
  [[nodiscard]] int32_t top_position() const { return size_ - 1; }
  [[nodiscard]] const Entry& top() const { return entries_[static_cast<size_t>(size_)]; }
  [[nodiscard]] Entry& top() { return entries_[static_cast<size_t>(size_)]; }
  [[nodiscard]] const Entry& at(int32_t position) const {
    return entries_[static_cast<size_t>(position) + 1];
  }
  [[nodiscard]] Entry& at(int32_t position) { return entries_[static_cast<size_t>(position) + 1]; }

  static uint32_t slot_of(uint32_t name_index, dom::Namespace name_space) {
    return name_index * 3 + static_cast<uint32_t>(name_space);
  }
  static uint32_t slot_of(dom::Atom known) {
    return slot_of(static_cast<uint32_t>(known), dom::Namespace::kHtml);
  }

  // The name_index of an HTML element's slot.
  static uint32_t name_of(uint32_t slot) { return slot / 3; }

  // The current node is the HTML element of that name. REQUIRES: a known atom.
  [[nodiscard]] bool top_is(dom::Atom known) const { return top().slot == slot_of(known); }
  // Position of the topmost HTML element of that name; -1 if there is none.
  [[nodiscard]] int32_t last(dom::Atom known) const { return last_[slot_of(known)]; }
  [[nodiscard]] int32_t last_in_slot(uint32_t slot) const {
    return slot < last_.size() ? last_[slot] : -1;
  }
  [[nodiscard]] int32_t stop(Stop which) const { return top().stops[static_cast<size_t>(which)]; }
  [[nodiscard]] bool in_scope(dom::Atom known, Stop scope) const {
    return last(known) >= stop(scope);
  }
  // Position of `node`, an entry of that slot; -1 if it is not open.
  [[nodiscard]] int32_t find(uint32_t node, uint32_t slot) const;

  void push(uint32_t node, uint32_t slot, uint32_t bits) {
    ++size_;
    if (static_cast<size_t>(size_) == entries_.size() || slot >= last_.size()) [[unlikely]]
      grow(slot);
    Entry& entry = entries_[static_cast<size_t>(size_)];
    const Entry& below = entries_[static_cast<size_t>(size_) - 1];
    const int32_t here = size_ - 1;
    entry.node = node;
    entry.bits = bits;
    entry.slot = slot;
    entry.previous = last_[slot];
    last_[slot] = here;
    for (size_t i = 0; i < kStops; ++i)  // A few vector instructions, without a branch.
      entry.stops[i] = (bits & kStopBits[i]) != 0 ? here : below.stops[i];
    // The nearest HTML element below a foreign one: right below it, or where the foreign one below
    // says.
    if ((bits & kForeign) != 0 && (below.bits & kForeign) == 0) [[unlikely]]
      entry.stops[static_cast<size_t>(Stop::kHtml)] = here - 1;
  }

  void pop() {
    WEFT_DCHECK(size_ > 0);
    const Entry& entry = top();
    last_[entry.slot] = entry.previous;
    --size_;
  }

  // Takes an entry out of the middle. O(entries above it).
  void remove(int32_t position);
  // Takes several entries out; `positions` are given from the top down.
  void remove_all(const std::vector<int32_t>& positions);
  // Takes the entry at `position` out and puts one in right above that at `above`.
  void remove_and_insert(int32_t position, int32_t above, uint32_t node, uint32_t slot,
                         uint32_t bits);
  // The entry stands for another node of the same name.
  void replace(int32_t position, uint32_t node) {
    at(position).node = node;
    at(position).bits |= kRangeFixed;
  }

  // Entries moved by taking out and putting in since clear().
  [[nodiscard]] uint64_t moved() const { return moved_; }

  void clear();

 private:
  void grow(uint32_t slot);
  // Takes the entries from `position` on off the stack into above_, and puts them back.
  void lift(int32_t position);
  void lower();

  std::vector<Entry> entries_ = std::vector<Entry>(64);  // [0] is a blank below the stack.
  std::vector<int32_t> last_ = std::vector<int32_t>(size_t{dom::atoms::kCount} * 3, -1);
  std::vector<Entry> above_;
  int32_t size_ = 0;
  uint64_t moved_ = 0;
};

}  // namespace weft::html
