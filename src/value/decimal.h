// Decimal numbers in text: where one stands, and what it says. Internal to value/normalize*.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft::value {

// How to read one separator that stands before exactly three digits, as in 1.234 and 1,234.
enum class ThreeDigits {
  kGroup,          // both group: money
  kPointIsDecimal  // 1,234 groups, 1.234 is a fraction: numbers on pages with decimal points
};

struct Decimal {
  bool negative = false;
  std::string whole = "0";  // No leading zeros, never empty.
  std::string fraction;     // As written.
  size_t begin = 0;         // Where it stands in the text, sign included.
  size_t end = 0;
  bool well_grouped = true;  // False for 1.2.3 and 192.168.1.1, which are no numbers.

  // "-1234.50"; with at least `digits` decimals, and no trailing zeros beyond them.
  [[nodiscard]] std::string text(size_t digits = 0) const;
  // Times ten to the power n.
  void shift(size_t n);
};

// The first number of a folded text (fold_text) at or after `from`.
std::optional<Decimal> find_decimal(std::string_view folded, ThreeDigits three_digits,
                                    size_t from = 0);

// Whether the number is one end of a range: "10-12", "$10 – $20".
bool is_bound(std::string_view folded, const Decimal& decimal);

// Whether the number stands for itself: not a piece of a telephone number, date, range, version,
// code or list of numbers. Words, units and currencies may be around it, and it may be out of 5, 10
// or 100 ("4.5/5").
bool stands_free(std::string_view folded, const Decimal& decimal);

}  // namespace weft::value
