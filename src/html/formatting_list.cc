// <b><b><b><b>…: a page that opens the same element again and again would have all of them
// reopened in every block. The standard's "Noah's Ark clause" keeps three of a kind; beyond it,
// kMaxSinceMarker bounds unlike ones.
#include "html/formatting_list.h"

#include "base/hash.h"

namespace weft::html {
namespace {

// Equal for equal sets of attributes, in any order. Only asked when three like elements are open,
// so pages do not pay for it.
uint64_t attributes_hash(const dom::Storage& storage, const char* source, uint32_t node) {
  uint64_t sum = 1;
  const dom::AttributeEntry* entry = storage.attributes.data() + storage.payload[node];
  for (uint32_t i = 0; i < storage.payload_size[node]; ++i, ++entry) {
    const dom::StringRef value = entry->value;
    const char* text = (value.offset & dom::kArenaBit) == 0
                           ? source + value.offset
                           : storage.arena.data() + (value.offset & ~dom::kArenaBit);
    sum += hash_combine(static_cast<uint64_t>(entry->name), hash_bytes({text, value.length}));
  }
  return sum;
}

}  // namespace

size_t FormattingList::first_since_marker() const {
  size_t i = entries_.size();
  while (i > 0 && !is_marker(entries_[i - 1])) --i;
  return i;
}

void FormattingList::push(const dom::Storage& storage, const char* source, uint32_t node) {
  const dom::Atom name = storage.name[node];
  const size_t begin = first_since_marker();
  // The Noah's Ark clause: if there are three elements with the same name and attributes, the
  // earliest goes.
  const auto alike = [&](const Entry& entry) {
    return entry.name == name && storage.payload_size[entry.node] == storage.payload_size[node];
  };
  uint32_t candidates = 0;
  for (size_t i = begin; i < entries_.size(); ++i) candidates += alike(entries_[i]);
  Entry added{node, name};
  if (candidates >= 3) {
    added.attributes_hash = attributes_hash(storage, source, node);
    uint32_t same = 0;
    size_t earliest = entries_.size();
    for (size_t i = begin; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (!alike(entry)) continue;
      if (entry.attributes_hash == 0)
        entry.attributes_hash = attributes_hash(storage, source, entry.node);
      if (entry.attributes_hash != added.attributes_hash) continue;
      if (++same == 1) earliest = i;
    }
    if (same >= 3) erase(static_cast<int32_t>(earliest));
  }
  if (entries_.size() - begin >= kMaxSinceMarker) erase(static_cast<int32_t>(begin));
  entries_.push_back(added);
}

void FormattingList::clear_to_last_marker() {
  entries_.resize(first_since_marker());
  if (!entries_.empty()) entries_.pop_back();
}

int32_t FormattingList::find_name(dom::Atom name) const {
  for (size_t i = entries_.size(); i-- > 0 && !is_marker(entries_[i]);) {
    if (entries_[i].name == name) return static_cast<int32_t>(i);
  }
  return -1;
}

int32_t FormattingList::find_node(uint32_t node) const {
  for (size_t i = entries_.size(); i-- > 0 && !is_marker(entries_[i]);) {
    if (entries_[i].node == node) return static_cast<int32_t>(i);
  }
  return -1;
}

}  // namespace weft::html
