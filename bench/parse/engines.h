// The parsers that are compared, behind one interface.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::bench {

struct Engine {
  std::string name;
  // Parses and frees; what is timed.
  std::function<void(std::string_view utf8)> parse;
  // The names of the elements in document order: the answer that is compared.
  std::function<std::vector<std::string>(std::string_view utf8)> elements;
};

// Weft first (reusing its memory, then not), then Modest, then the others.
std::vector<Engine> engines();

}  // namespace weft::bench
