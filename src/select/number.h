// XPath's numbers and strings: conversions exactly as sections 4.2 and 4.4 of XPath 1.0 say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::select {

// XML white space: space, tab, line feed, carriage return.
constexpr bool is_xml_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// number('…'): optional white space, an optional minus, digits with an optional point; else NaN.
double string_to_number(std::string_view text);

// string(1.5): no exponent, as many digits as tell the number apart from its neighbours; "NaN",
// "Infinity".
std::string number_to_string(double value);

// round(): to the nearest integer, halves towards positive infinity.
double round_half_up(double value);

// Code points in UTF-8 text (its bytes that are not continuations).
uint32_t character_count(std::string_view utf8);

}  // namespace weft::select
