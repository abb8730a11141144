// TypeIndex: which one of its type among its siblings an element is, counted from either end.
//
// A selector such as *:nth-of-type(2n) asks this of every child of a parent. All children of the
// parent are numbered at the first question, in two walks, so that a parent with a million children
// costs a million steps.
#pragma once

#include <cstdint>
#include <vector>

#include "base/key_numbers.h"
#include "select/columns.h"

namespace weft::select {

class TypeIndex {
 public:
  void start_run() {
    if (++run_ != 0) return;
    places_.clear();
    run_ = 1;
  }

  // From 1. `visits` grows by the siblings looked at. REQUIRES: n is an element.
  uint32_t index(const Columns& columns, uint32_t n, bool from_end, uint64_t& visits) {
    if (places_.size() <= n) places_.resize(columns.doc->size());
    if (places_[n].run != run_) number_children(columns, columns.parent(n), visits);
    return from_end ? places_[n].from_end : places_[n].from_start;
  }

 private:
  struct Place {
    uint32_t run = 0;  // That wrote this.
    uint32_t from_start = 0;
    uint32_t from_end = 0;
  };

  void number_children(const Columns& columns, uint32_t parent, uint64_t& visits) {
    types_.clear();
    counts_.clear();
    const uint32_t end = columns.end(parent);
    for (uint32_t child = parent + 1; child < end; child = columns.end(child)) {
      ++visits;
      if (!columns.is_element(child)) continue;
      const uint32_t type = type_of(columns, child);
      if (type == counts_.size()) counts_.push_back(0);
      places_[child] = {run_, ++counts_[type], 0};
    }
    for (uint32_t child = parent + 1; child < end; child = columns.end(child)) {
      if (!columns.is_element(child)) continue;
      places_[child].from_end = counts_[type_of(columns, child)] - places_[child].from_start + 1;
    }
  }

  // A number for name and namespace.
  uint32_t type_of(const Columns& columns, uint32_t n) {
    const auto name_space = static_cast<uint64_t>(dom::namespace_of(columns.kind[n]));
    return types_.number(name_space << 32 | static_cast<uint32_t>(columns.name[n]));
  }

  uint32_t run_ = 1;
  std::vector<Place> places_;     // By node.
  KeyNumbers types_;              // Of one parent's children,
  std::vector<uint32_t> counts_;  // and how many have each.
};

}  // namespace weft::select
