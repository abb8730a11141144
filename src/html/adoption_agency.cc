// Formatting elements that are closed in the wrong order: reopening them ("reconstruct the active
// formatting elements", 13.2.4.3) and the adoption agency algorithm (13.2.6.4.7).
//
//   <b>1<p>2</b>3</p>     becomes     <b>1</b><p><b>2</b>3</p>
//
// Clones share the attribute entries of the element they were made from.
//
// DEVIATION: both have a budget that grows with the page. A page that exceeds it, which no honest
// one does, has its formatting elements no longer reopened (they leave the list) or moved (the end
// tag is treated as "any other end tag"), and a diagnostic.

#include "html/tree_builder.h"

namespace weft::html {

namespace a = dom::atoms;

Row TreeBuilder::clone_row(uint32_t node) const {
  return {.may_have = dom::may_have_of(storage_.kind[node]),
          .name = storage_.name[node],
          .payload = storage_.payload[node],
          .payload_size = storage_.payload_size[node],
          .source_begin = token_.begin,
          .source_end = token_.begin};
}

uint32_t TreeBuilder::clone(uint32_t node) { return writer_.create_detached(clone_row(node)); }

void TreeBuilder::reconstruct_formatting_slowly() {
  // Steps 4 to 6: back to the last entry that is a marker or open.
  size_t first = formatting_.size() - 1;
  while (first > 0 && !FormattingList::is_marker(formatting_[first - 1]) &&
         !writer_.is_open(formatting_[first - 1].node)) {
    --first;
  }
  const size_t count = formatting_.size() - first;
  if (reopened_ + count > reopen_budget_) {
    bounded_formatting_ = true;
    while (formatting_.size() > first) formatting_.pop();
    return;
  }
  reopened_ += count;
  // Steps 7 to 10: reopen from there on.
  for (size_t i = first; i < formatting_.size(); ++i) {
    const Atom name = formatting_[i].name;
    const uint32_t node = writer_.insert(appropriate_place(), clone_row(formatting_[i].node));
    open_.push(node, OpenElements::slot_of(name), tag_info(name).bits | kTracked | kRangeFixed);
    writer_.set_open(node);
    formatting_[i].node = node;
  }
}

void TreeBuilder::adoption_agency(Atom subject) {
  // Step 2.
  if (open_.top_is(subject) && formatting_.find_node(open_.top().node) < 0) {
    pop_matched();
    return;
  }
  // Steps 3 and 4: the outer loop.
  for (int i = 0; i < 8; ++i) {
    if (!adopt_once(subject)) return;
  }
}

// The first special entry above `formatting`; -1 if there is none.
int32_t TreeBuilder::furthest_block(int32_t formatting) const {
  if (open_.stop(Stop::kSpecial) < formatting) return -1;
  int32_t position = formatting + 1;
  while ((open_.at(position).bits & kSpecial) == 0) ++position;
  return position;
}

// One round of the outer loop; false when the algorithm is over.
bool TreeBuilder::adopt_once(Atom subject) {
  const uint32_t slot = OpenElements::slot_of(subject);
  // 4.3: the formatting element.
  const int32_t listed = formatting_.find_name(subject);
  if (listed < 0 || open_.moved() > move_budget_) {
    if (listed >= 0) {
      bounded_adoption_ = true;
      formatting_.erase(listed);
    }
    any_other_end_tag();
    return false;
  }
  const uint32_t element = formatting_[static_cast<size_t>(listed)].node;
  // 4.4: it is not open.
  if (!writer_.is_open(element)) {
    formatting_.erase(listed);
    return false;
  }
  // 4.5: it is not in scope.
  int32_t position = open_.find(element, slot);
  if (position < open_.stop(Stop::kScope)) return false;
  // 4.7, 4.8: the furthest block; without one, everything down to the formatting element is closed.
  int32_t furthest = furthest_block(position);
  if (furthest < 0) {
    pop_through(position);
    formatting_.erase(listed);
    return false;
  }
  // 4.9 to 4.13.
  const int32_t common_ancestor = position - 1;
  const uint32_t furthest_node = open_.at(furthest).node;
  int32_t bookmark = listed;
  const uint32_t last_node = adopt_between(position, furthest, bookmark);
  // 4.14.
  writer_.move(last_node, appropriate_place(common_ancestor));
  // 4.15 to 4.17.
  const uint32_t added = clone(element);
  writer_.move_children(furthest_node, added);
  writer_.move(added, {furthest_node});
  // 4.18: the new element takes the old one's part on the list.
  const int32_t old_place = formatting_.find_node(element);
  formatting_.insert(bookmark, {added, subject});
  formatting_.erase(old_place < bookmark ? old_place : old_place + 1);
  // 4.19: and on the stack, above the furthest block.
  writer_.set_closed(element);
  writer_.set_open(added);
  const uint32_t bits = tag_info(subject).bits | kTracked | kRangeFixed;
  storage_.source_end[element] = token_.end;
  open_.remove_and_insert(position, furthest, added, slot, bits);
  return true;
}

// The inner loop, 4.13: clones the formatting elements between the formatting element and the
// furthest block, each the parent of the one before, and takes the other elements between them off
// the stack. Returns the last node; `furthest` and `bookmark` are moved along.
uint32_t TreeBuilder::adopt_between(int32_t formatting, int32_t& furthest, int32_t& bookmark) {
  const uint32_t furthest_node = open_.at(furthest).node;
  uint32_t last_node = furthest_node;
  between_.clear();
  int counter = 0;
  for (int32_t position = furthest - 1; position > formatting; --position) {
    ++counter;
    const uint32_t node = open_.at(position).node;
    int32_t listed = (open_.at(position).bits & kTracked) != 0 ? formatting_.find_node(node) : -1;
    if (counter > 3 && listed >= 0) {
      formatting_.erase(listed);
      if (listed < bookmark) --bookmark;
      listed = -1;
    }
    if (listed < 0) {
      if ((open_.at(position).bits & kTracked) != 0) writer_.set_closed(node);
      between_.push_back(position);
      continue;
    }
    const uint32_t copy = clone(node);
    writer_.set_closed(node);
    writer_.set_open(copy);
    formatting_[static_cast<size_t>(listed)].node = copy;
    open_.replace(position, copy);
    if (last_node == furthest_node) bookmark = listed + 1;
    writer_.move(last_node, {copy});
    last_node = copy;
  }
  open_.remove_all(between_);
  furthest -= static_cast<int32_t>(between_.size());
  return last_node;
}

}  // namespace weft::html
