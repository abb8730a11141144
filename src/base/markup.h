// Text as XML and HTML write it.
#pragma once

#include <string>
#include <string_view>

namespace weft {

// With & < > and " escaped: fit for text, and for attribute values in double quotes.
std::string escape_markup(std::string_view text);

}  // namespace weft
