// Things kept by value, for those who take pointers to them.
#pragma once

#include <ranges>
#include <vector>

namespace weft {

// REQUIRES: `all` outlives what is given, and does not grow meanwhile.
template <typename Range>
auto pointers_to(const Range& all) {
  std::vector<const std::ranges::range_value_t<Range>*> pointers;
  pointers.reserve(all.size());
  for (const auto& one : all) pointers.push_back(&one);
  return pointers;
}

}  // namespace weft
