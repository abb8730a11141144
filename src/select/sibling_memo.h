// SiblingMemo: what is known about the matching children of a parent.
//
// Queries ask "is there an earlier sibling such that…" and "how many" for node after node in
// document order. Walking the siblings for each is quadratic in the number of children. Here each
// parent's children are walked once: the first and last match are kept, and a running count that
// moves on with the questions.
//
// A small table, chosen by depth: while a scan is inside one child's subtree, the entries of its
// ancestors' levels wait for it to come back.
#pragma once

#include <array>
#include <cstdint>

#include "select/columns.h"

namespace weft::select {

class SiblingMemo {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  void start_run() {
    for (Entry& entry : entries_) entry.parent = kNone;
  }

  // Below, `match(c)` says whether the child c counts; n is a child. Each is O(children) once per
  // parent.

  template <typename Match>
  bool any_before(const Columns& columns, uint32_t n, const Match& match) {
    Entry& entry = find(columns, n);
    if (!entry.first_known) {
      const uint32_t end = columns.end(entry.parent);
      uint32_t child = entry.parent + 1;
      while (child < end && !match(child)) child = columns.end(child);
      Entry& again = find(columns, n);  // The match may have asked about siblings itself.
      again.first = child < end ? child : kNone;
      again.first_known = true;
      return again.first < n;
    }
    return entry.first < n;
  }

  template <typename Match>
  bool any_after(const Columns& columns, uint32_t n, const Match& match) {
    count_all(columns, n, match);
    const Entry& entry = find(columns, n);
    return entry.last != kNone && entry.last > n;
  }

  template <typename Match>
  uint32_t count_before(const Columns& columns, uint32_t n, const Match& match) {
    Entry& entry = find(columns, n);
    uint32_t child = entry.at <= n ? entry.at : entry.parent + 1;
    uint32_t before = entry.at <= n ? entry.before : 0;
    for (; child < n; child = columns.end(child)) before += match(child) ? 1 : 0;
    Entry& again = find(columns, n);
    again.at = n;
    again.before = before;
    return before;
  }

  template <typename Match>
  uint32_t count_after(const Columns& columns, uint32_t n, const Match& match) {
    count_all(columns, n, match);
    const uint32_t total = find(columns, n).total;
    const uint32_t before = count_before(columns, n, match);
    return total - before - (match(n) ? 1 : 0);
  }

 private:
  struct Entry {
    uint32_t parent = kNone;
    uint32_t at = kNone;     // A child…
    uint32_t before = 0;     // …and the matches before it.
    uint32_t first = kNone;  // The first match, if first_known.
    uint32_t last = kNone;   // The last match, and
    uint32_t total = kNone;  // their number; kNone: not known.
    bool first_known = false;
  };

  Entry& find(const Columns& columns, uint32_t n) {
    Entry& entry = entries_[columns.doc->depth(dom::NodeId{n}) % entries_.size()];
    const uint32_t parent = columns.parent(n);
    if (entry.parent != parent) {
      entry = Entry();
      entry.parent = parent;
    }
    return entry;
  }

  template <typename Match>
  void count_all(const Columns& columns, uint32_t n, const Match& match) {
    if (find(columns, n).total != kNone) return;
    const uint32_t parent = columns.parent(n);
    uint32_t total = 0;
    uint32_t last = kNone;
    for (uint32_t child = parent + 1; child < columns.end(parent); child = columns.end(child)) {
      if (!match(child)) continue;
      ++total;
      last = child;
    }
    Entry& entry = find(columns, n);
    entry.total = total;
    entry.last = last;
  }

  std::array<Entry, 64> entries_;
};

}  // namespace weft::select
