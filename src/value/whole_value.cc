// A cell is typed only when nothing is lost. Pages are full of digits that are no numbers:
//
//   805-948-5093   2024-01-02   007   0A000   978-3-16-148410-0   4.5/5   12 %   +5
//
// Taking the first number out of them gives 805, 2024, 7 and 0: wrong values that look right. So
//
//   1. Every type has a narrow grammar here, which must consume the whole cell. A number is digits,
//      perhaps grouped, perhaps with a fraction: no leading zero, plus, unit or other separator.
//      Money is such a number and one currency. Dates, times and durations say themselves whether
//      they read everything (reading.h).
//   2. A writing with two meanings is not read, unless the language of the page decides: 1.234,
//      12,5, 03/04/2024, 3:45, 12-Mar-24.
//   3. The typed form keeps every digit that carries meaning, so it prints back: a number keeps the
//      decimals it was written with.
//   4. A column has a type when four fifths of its cells have it and the others say something else
//      altogether ("n/a", "sold out"). A number column with one cell of other digits ("01234" among
//      postcodes) is no number column; nor is one of equally long identifiers, or of versions (1.9,
//      1.10). Cells that are not of the type stay text even in a typed column.
//
// Tested by whole_value_test.cc, a table of columns as pages have them.

#include "value/whole_value.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "value/currency.h"
#include "value/decimal.h"
#include "value/fold.h"
#include "value/reading.h"

namespace weft::value {
namespace {

struct WholeValueParameters {
  size_t longest_value = 64;     // Bytes; a longer cell is a sentence.
  size_t most_digits = 15;       // That a double keeps, and so other programs.
  size_t identifier_digits = 8;  // Whole numbers of one length from here on are identifiers.
  size_t cells_read = 200;       // More say nothing new about the type.
  double typed_share = 0.8;      // Of the cells of a column.
};
constexpr WholeValueParameters kWholeValue;

// --- numbers ---

// A number as written: "1.234,50" has the digits 1234, the fraction 50, and '.' groups.
struct WrittenNumber {
  bool negative = false;
  std::string digits;
  std::string fraction;
  char group = 0;  // 0 for none.
  char mark = 0;

  [[nodiscard]] std::string text() const {
    return (negative ? "-" : "") + digits + (fraction.empty() ? "" : "." + fraction);
  }
};

// The grammar, without a word on what the separators mean: digits, or one to three and groups of
// three (the Indian 1,23,456 too), then perhaps another mark and digits.
std::optional<WrittenNumber> written_number(std::string_view text) {
  WrittenNumber number;
  number.negative = text.starts_with('-');
  if (number.negative) text.remove_prefix(1);
  std::string separators;
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    if (end == 0) return std::nullopt;
    parts.push_back(text.substr(0, end));
    if (end == text.size()) break;
    if (std::string_view(".,' ").find(text[end]) == std::string_view::npos) return std::nullopt;
    separators += text[end];
    text.remove_prefix(end + 1);
  }
  // The last separator marks the fraction if it is another one than those before, or the only one
  // and not followed by three digits. What three digits after a single one mean is not decided here.
  const bool other =
      separators.size() > 1 && separators.back() != separators[separators.size() - 2];
  const bool single =
      separators.size() == 1 && (parts[1].size() != 3 || parts[0].size() > 3 || parts[0] == "0");
  if (other || single) {
    number.mark = separators.back();
    number.fraction = parts.back();
    separators.pop_back();
    parts.pop_back();
  }
  if (!separators.empty()) {
    number.group = separators[0];
    if (separators.find_first_not_of(number.group) != std::string::npos) return std::nullopt;
    if (parts[0].size() > 3 || parts.back().size() != 3) return std::nullopt;
    for (size_t i = 1; i + 1 < parts.size(); ++i) {
      const bool indian = number.group == ',' && parts[i].size() == 2;
      if (parts[i].size() != 3 && !indian) return std::nullopt;
    }
  }
  for (const std::string_view part : parts) number.digits += part;
  const bool leading_zero = number.digits.size() > 1 && number.digits[0] == '0';
  const bool marked_oddly = number.mark == ' ' || number.mark == '\'';
  if (leading_zero || marked_oddly) return std::nullopt;
  if (number.digits.size() + number.fraction.size() > kWholeValue.most_digits) return std::nullopt;
  if (number.negative &&
      (number.digits + number.fraction).find_first_not_of('0') == std::string::npos)
    return std::nullopt;
  return number;
}

// 1.234 and 1,234.
bool is_three_digits(const WrittenNumber& number) {
  return number.mark == 0 && (number.group == '.' || number.group == ',') &&
         number.digits.size() <= 6;
}

enum class Marks { kUnknown, kPoint, kComma };
Marks marks_of(const NormalizeContext& context) {
  if (context.language.empty()) return Marks::kUnknown;
  return has_decimal_point(context.language) ? Marks::kPoint : Marks::kComma;
}

// The three digits after the only separator as a fraction.
void make_fraction(WrittenNumber& number) {
  number.fraction = number.digits.substr(number.digits.size() - 3);
  number.digits.erase(number.digits.size() - 3);
  number.mark = std::exchange(number.group, 0);
}

// Step 2: whether the separators can mean only one thing; a fraction of three digits is made one.
bool is_decided(WrittenNumber& number, Marks marks, bool money) {
  const char point = marks == Marks::kComma ? ',' : '.';  // What marks a fraction.
  if (is_three_digits(number)) {
    if (number.group == ',') return marks != Marks::kComma;  // 1,234; a fuel price in German.
    if (marks == Marks::kPoint) make_fraction(number);
    return marks != Marks::kUnknown;
  }
  if (number.mark != 0 && number.group != 0) return true;  // 1.234,56
  if (number.mark != 0) {
    // 12,50 may be two numbers, as a price it cannot.
    return number.mark == '.' || marks == Marks::kComma || (money && number.fraction.size() == 2);
  }
  if (number.group == ' ') return money || marks == Marks::kComma;
  if (number.group == '.') return point == ',' || money;  // 1.234.567, or a version.
  return true;
}

std::optional<WrittenNumber> whole_number(std::string_view folded, const NormalizeContext& context,
                                          bool money) {
  auto number = written_number(folded);
  if (!number || !is_decided(*number, marks_of(context), money)) return std::nullopt;
  return number;
}

// --- money ---

// Takes a currency from one end of the text; what is left has no spaces at its ends.
const CurrencySign* take_currency(std::string_view& text) {
  for (const CurrencySign& sign : currency_signs()) {
    if (sign.sign == ":-") continue;
    const bool before = text.starts_with(sign.sign);
    if (!before && !text.ends_with(sign.sign)) continue;
    const std::string_view rest = trim(before ? text.substr(sign.sign.size())
                                              : text.substr(0, text.size() - sign.sign.size()));
    // Letters that the sign is only part of: "ft" in "soft".
    const char next = rest.empty() ? ' ' : before ? rest.front() : rest.back();
    if (is_ascii_alpha(next) || static_cast<unsigned char>(next) >= 0x80) continue;
    text = rest;
    return &sign;
  }
  return nullptr;
}

std::optional<std::string> whole_money(std::string_view text, const NormalizeContext& context) {
  bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const CurrencySign* sign = take_currency(text);
  if (sign == nullptr) return std::nullopt;
  // "12,-" and "12.-": no cents.
  for (const std::string_view none : {",-", ".-", ",--"}) {
    if (text.ends_with(none)) text.remove_suffix(none.size());
  }
  auto number = whole_number(text, context, /*money=*/true);
  if (!number || (negative && number->negative)) return std::nullopt;
  const std::string_view currency = currency_name(*sign, context);
  Decimal amount;
  amount.negative = negative || number->negative;
  amount.whole = number->digits;
  amount.fraction = number->fraction;
  return std::string(currency) + " " +
         amount.text(std::max(minor_digits(currency), amount.fraction.size()));
}

// --- telephone numbers ---

// Digits in groups, as people write telephone numbers: with a plus, a trunk zero, an area code in
// parentheses, or in at least three groups of which no more than the first is a single digit.
bool is_phone(std::string_view text) {
  if (text.starts_with("tel:")) text.remove_prefix(4);
  const bool plus = text.starts_with('+');
  if (plus) text.remove_prefix(1);
  if (text.find_first_not_of("0123456789 -./()") != std::string_view::npos) return false;
  const size_t digits = count_digits(text);
  if (digits < 7 || digits > 15) return false;
  if (plus) return true;
  size_t groups = 0;
  size_t shortest = digits;
  size_t run = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_ascii_digit(text[i])) {
      ++run;
      continue;
    }
    if (run > 0 && groups++ > 0) shortest = std::min(shortest, run);
    run = 0;
  }
  const bool address = std::count(text.begin(), text.end(), '.') == 3 && groups == 4;  // 10.0.0.1
  const bool book = digits == 13 && (text.starts_with("978") || text.starts_with("979"));
  const bool dashes = text.find_first_not_of("0123456789-") == std::string_view::npos;
  if (address || book || groups < 2 || (dashes && digits < 10)) return false;  // 078-05-1120
  if (text.starts_with('(') || text.starts_with("00")) return true;
  if (text.starts_with('0')) return digits >= 9 && digits <= 12 && shortest > 1;
  return groups >= 3 && digits >= 8 && digits <= 11 && shortest > 1 &&
         text.find('/') == std::string_view::npos;
}

std::optional<std::string> whole_phone(std::string_view text, const NormalizeContext& context) {
  return is_phone(text) ? normalize_phone(text, context) : std::nullopt;
}

std::optional<std::string> if_whole(std::optional<Reading> reading) {
  if (!reading || !reading->whole) return std::nullopt;
  return std::move(reading->text);
}

// --- columns ---

bool is_of_type(ValueType type, std::string_view cell, const NormalizeContext& context) {
  if (type == ValueType::kUrl && !cell.starts_with("http")) return false;
  if (type == ValueType::kEmail && cell.find('@') == std::string_view::npos) return false;
  if (type == ValueType::kPhone)
    return cell.size() <= kWholeValue.longest_value && is_phone(fold_text(cell));
  return whole_value(type, cell, context).has_value();
}

// Numbers that tell things apart: all of one length, nothing between their digits.
bool are_identifiers(std::span<const std::string_view> cells) {
  const size_t length = cells[0].size();
  return cells.size() >= 2 && length >= kWholeValue.identifier_digits &&
         std::all_of(cells.begin(), cells.end(), [&](std::string_view cell) {
           return cell.size() == length && count_digits(cell) == length;
         });
}

// Fractions of different lengths of which one ends in a zero: 1.9, 1.10.
bool are_versions(std::span<const std::string_view> numbers) {
  bool zero = false;
  bool differ = false;
  std::optional<size_t> length;
  for (const std::string_view number : numbers) {
    const size_t point = number.find_last_of(".,");
    const size_t decimals = point == std::string_view::npos ? 0 : number.size() - point - 1;
    zero |= decimals > 0 && number.ends_with('0');
    differ |= length.value_or(decimals) != decimals;
    length = decimals;
  }
  return zero && differ;
}

bool is_column_of(ValueType type, std::span<const std::string_view> cells,
                  const NormalizeContext& context) {
  std::vector<std::string_view> typed;
  const double wanted = kWholeValue.typed_share * static_cast<double>(cells.size());
  size_t left = cells.size();
  for (const std::string_view cell : cells) {
    if (static_cast<double>(typed.size() + left--) < wanted) return false;
    if (is_of_type(type, cell, context)) {
      typed.push_back(cell);
    } else if (type == ValueType::kNumber && count_digits(fold_text(cell)) > 0) {
      return false;
    }
  }
  if (static_cast<double>(typed.size()) < wanted) return false;
  if (type == ValueType::kNumber) return !are_identifiers(typed) && !are_versions(typed);
  if (type != ValueType::kDate) return true;
  // Years alone are numbers.
  return std::any_of(typed.begin(), typed.end(),
                     [](std::string_view cell) { return cell.size() > 4; });
}

}  // namespace

std::optional<std::string> whole_value(ValueType type, std::string_view text,
                                       const NormalizeContext& context) {
  switch (type) {
    case ValueType::kText:
    case ValueType::kAddress:
    case ValueType::kBoolean:
      return normalize(type, text, context);
    case ValueType::kUrl:
    case ValueType::kImage:
      return trim(text).find_first_of(" \t\r\n") == std::string_view::npos
                 ? normalize_url(text, context.base_url)
                 : std::nullopt;
    default:
      break;
  }
  if (text.size() > kWholeValue.longest_value) return std::nullopt;
  const std::string folded = fold_text(text);
  switch (type) {
    case ValueType::kNumber: {
      const auto number = whole_number(folded, context, /*money=*/false);
      return number ? std::optional(number->text()) : std::nullopt;
    }
    case ValueType::kMoney:
      return whole_money(folded, context);
    case ValueType::kDate:
      return if_whole(read_date(text, context));
    case ValueType::kTime:
      return if_whole(read_time_of_day(text));
    case ValueType::kDuration:
      return if_whole(read_duration(text));
    case ValueType::kPhone:
      return whole_phone(folded, context);
    case ValueType::kEmail: {
      auto email = normalize_email(text);
      const std::string_view address =
          folded.starts_with("mailto:") ? std::string_view(folded).substr(7) : folded;
      return email && fold_text(*email) == address ? email : std::nullopt;
    }
    case ValueType::kEnum: {
      auto value = normalize(type, text, context);
      return value && fold_text(*value) == folded ? value : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

ValueType column_type(std::span<const std::string_view> cells, const NormalizeContext& context) {
  cells = cells.first(std::min(cells.size(), kWholeValue.cells_read));
  if (cells.empty()) return ValueType::kText;
  for (const ValueType type : {ValueType::kEmail, ValueType::kUrl}) {
    if (is_column_of(type, cells, context)) return type;
  }
  // All others have digits; columns of words end here. \xEF begins the full-width ones.
  const auto with_digits = std::count_if(cells.begin(), cells.end(), [](std::string_view cell) {
    return cell.find_first_of("0123456789\xEF") != std::string_view::npos;
  });
  if (static_cast<double>(with_digits) <
      kWholeValue.typed_share * static_cast<double>(cells.size()))
    return ValueType::kText;
  for (const ValueType type : {ValueType::kMoney, ValueType::kDate, ValueType::kTime,
                               ValueType::kDuration, ValueType::kNumber, ValueType::kPhone}) {
    if (is_column_of(type, cells, context)) return type;
  }
  return ValueType::kText;
}

}  // namespace weft::value
