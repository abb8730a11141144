// Names that programs can use, from texts that people read.
#pragma once

#include <string>
#include <string_view>

#include "value/type.h"

namespace weft::value {

// "Unit price" and "unitPrice" give "unit_price": letters and digits of any script, everything else
// one underscore, what nobody sees nothing; at most 40 characters, whole words of them.
std::string identifier_of(std::string_view text);

// The same of a class name, without what tools put there ("Card_title__3xY2z" gives "card_title") and
// without the block of block__element; nothing where no person named it ("css-1m4d2c") or where it
// says but how something looks ("col-md-6", "d-flex").
std::string identifier_of_class(std::string_view token);

// What to call values of which nothing but the type is known: "price" for money, "text" for texts.
std::string_view identifier_of_type(ValueType type);

}  // namespace weft::value
