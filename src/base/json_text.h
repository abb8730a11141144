// JSON written piece by piece, for output that is too large or too simple for a tree of values.
#pragma once

#include <string>
#include <string_view>

namespace weft {

// Appends `text` as a JSON string, quotes included. The result is valid JSON whatever the bytes
// are: malformed UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// Appends the shortest text that reads as the same number, with a point or an exponent; null if it
// is not finite.
void append_json_number(std::string& out, double number);

}  // namespace weft
