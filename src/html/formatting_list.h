// The list of active formatting elements (13.2.4.3), with its markers and the Noah's Ark clause.
//
// DEVIATION: at most kMaxSinceMarker elements are kept since the last marker; an older one is
// dropped, as the Noah's Ark clause drops a fourth identical one. Without a bound, a page that
// opens thousands of different <b> makes every later paragraph reopen all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/storage.h"

namespace weft::html {

class FormattingList {
 public:
  static constexpr uint32_t kMarker = UINT32_MAX;
  static constexpr size_t kMaxSinceMarker = 256;

  struct Entry {
    uint32_t node = kMarker;
    dom::Atom name = dom::kNoAtom;
    uint64_t attributes_hash = 0;  // 0 until somebody asked for it.
  };

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] Entry& operator[](size_t i) { return entries_[i]; }
  [[nodiscard]] const Entry& back() const { return entries_.back(); }
  static bool is_marker(const Entry& entry) { return entry.node == kMarker; }

  // Adds an element of the storage. `source` is the text that the storage's strings refer to.
  void push(const dom::Storage& storage, const char* source, uint32_t node);
  void push_marker() { entries_.push_back({}); }
  void pop() { entries_.pop_back(); }
  void clear_to_last_marker();

  // Positions of entries after the last marker; -1 if there is none.
  [[nodiscard]] int32_t find_name(dom::Atom name) const;
  [[nodiscard]] int32_t find_node(uint32_t node) const;
  void erase(int32_t position) { entries_.erase(entries_.begin() + position); }
  void insert(int32_t position, Entry entry) {
    entries_.insert(entries_.begin() + position, entry);
  }

  void clear() { entries_.clear(); }

 private:
  [[nodiscard]] size_t first_since_marker() const;

  std::vector<Entry> entries_;
};

}  // namespace weft::html
