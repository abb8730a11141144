// Names that programs can use, from texts that people read.
#pragma once

#include <string>
#include <string_view>

namespace weft::value {

// "Unit price" and "unitPrice" give "unit_price": letters and digits of any script, everything else
// one underscore, at most about 40 bytes.
std::string identifier_of(std::string_view text);

}  // namespace weft::value
