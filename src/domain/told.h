// What others say of a page: its own structured data, or a program of the user's. An attribute and a value, no more; whether it is
// so, the page itself shows (evidence.inc: told).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/domain.h"

namespace weft::domain {

struct Told {
  uint32_t attribute = 0;  // Of the domain.
  std::string value;
  bool operator==(const Told&) const = default;
};

// A value in a spelling that "$1,299" and "1299.00", "PT20M" and "20 minutes" share, as far as the type of the attribute says.
std::string comparable(const annotate::AttributeKnowledge& attribute, std::string_view value);

}  // namespace weft::domain
