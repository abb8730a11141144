// Names that programs can use, from texts that people read.
#pragma once

#include <string>
#include <string_view>

namespace weft::value {

// "Unit price" and "unitPrice" give "unit_price": letters and digits of any script, everything else
// one underscore, at most about 40 bytes.
std::string identifier_of(std::string_view text);

// The same of a class name, without what tools put there: "Card_title__3xY2z" gives "card_title",
// "css-1m4d2c" nothing.
std::string identifier_of_class(std::string_view token);

}  // namespace weft::value
