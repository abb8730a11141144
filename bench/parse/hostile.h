// Pages made to be slow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::bench {

struct Hostile {
  std::string_view name;
  std::string (*make)(size_t bytes);
};

std::vector<Hostile> hostile_pages();

}  // namespace weft::bench
