#include "select/number.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/strings.h"

namespace weft::select {

double string_to_number(std::string_view text) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  while (!text.empty() && is_xml_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_xml_space(text.back())) text.remove_suffix(1);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  size_t digits = 0;
  size_t points = 0;
  for (const char c : text) {
    digits += is_ascii_digit(c) ? 1 : 0;
    points += c == '.' ? 1 : 0;
  }
  if (digits == 0 || points > 1 || digits + points != text.size()) return kNan;
  double value = 0;
  const auto parsed =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (parsed.ec == std::errc::result_out_of_range) {
    // Too large or too small for a double: whichever the integer part says.
    const size_t first = text.find_first_not_of('0');
    value = first == std::string_view::npos || text[first] == '.'
                ? 0
                : std::numeric_limits<double>::infinity();
  }
  return negative ? -value : value;
}

std::string number_to_string(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return "0";
  char buffer[1100];  // The longest fixed spelling of a double has 1077 characters.
  const auto printed =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed);
  return {buffer, printed.ptr};
}

double round_half_up(double value) {
  if (std::isnan(value) || std::isinf(value)) return value;
  const double down = std::floor(value);
  return value - down >= 0.5 ? down + 1 : down;
}

uint32_t character_count(std::string_view utf8) {
  uint32_t count = 0;
  for (const char c : utf8) count += static_cast<signed char>(c) >= -0x40 ? 1 : 0;
  return count;
}

}  // namespace weft::select
