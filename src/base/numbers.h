// Numbers as machines write them: 42, -1.5, 1e3. What people write ("1.234,50 €") is for value/.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace weft {

// The number that the whole text is; nothing for anything else, a number that is infinite or does not fit included.
template <typename T>
std::optional<T> parse_number(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(number)) return std::nullopt;
  }
  return number;
}

// The number that the text begins with; `otherwise` if it begins with none that fits.
template <typename T>
T leading_number(std::string_view text, T otherwise = {}) {
  T number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace weft
