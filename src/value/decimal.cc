// How separators are told apart. Between digits stand '.', ',', ''' and spaces. A run of digits and
// separators is read from its right end:
//
//   1. Both '.' and ',' occur: the later one, if it occurs once, is the decimal mark; the rest
//      group.
//   2. One of them occurs several times: it groups (1.234.567; 1,23,456).
//   3. One of them occurs once: it is the decimal mark, unless exactly three digits follow and one
//      to three precede that are not "0"; then ThreeDigits decides.
//   4. ''' and spaces only ever group, and only before exactly three digits; otherwise the number
//      ends there ("2 12" is 2).
//
// Tested by normalize_test.cc.

#include "value/decimal.h"

#include <algorithm>
#include <cstdint>

#include "base/strings.h"
#include "value/currency.h"

namespace weft::value {
namespace {

constexpr std::string_view kDigits = "0123456789";

size_t digits_at(std::string_view text, size_t at) {
  size_t n = 0;
  while (at + n < text.size() && is_ascii_digit(text[at + n])) ++n;
  return n;
}

// End of the run of digits and separators that starts with a digit at `at`.
size_t run_end(std::string_view text, size_t at) {
  for (;;) {
    at += digits_at(text, at);
    if (at >= text.size()) return at;
    const char c = text[at];
    const size_t after = digits_at(text, at + 1);
    const bool mark = (c == '.' || c == ',') && after > 0;
    const bool group = (c == '\'' || c == ' ') && after == 3;
    if (!mark && !group) return at;
    ++at;
  }
}

// Position of the decimal mark in a run; its size if it has none.
size_t decimal_mark(std::string_view run, ThreeDigits three_digits) {
  const size_t point = run.find_last_of('.');
  const size_t comma = run.find_last_of(',');
  if (point == std::string_view::npos && comma == std::string_view::npos) return run.size();
  const bool both = point != std::string_view::npos && comma != std::string_view::npos;
  const size_t last = point == std::string_view::npos   ? comma
                      : comma == std::string_view::npos ? point
                                                        : std::max(point, comma);
  if (std::count(run.begin(), run.end(), run[last]) > 1)
    return run.size();    // Rule 2, and 1 reversed.
  if (both) return last;  // Rule 1.
  const bool ambiguous = run.size() - last - 1 == 3 && run.front() != '0' && last <= 3;
  if (!ambiguous) return last;  // Rule 3.
  return run[last] == '.' && three_digits == ThreeDigits::kPointIsDecimal ? last : run.size();
}

std::string only_digits(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_ascii_digit(c)) digits += c;
  }
  return digits;
}

// Groups of three digits with one separator between them, or of two and then three (1,23,456).
bool is_well_grouped(std::string_view whole) {
  const size_t first = std::min(whole.find_first_not_of(kDigits), whole.size());
  if (first == whole.size()) return true;
  if (whole.front() == '0') return false;
  const char separator = whole[first];
  size_t begin = first + 1;
  for (;;) {
    const size_t digits = digits_at(whole, begin);
    const bool last = begin + digits == whole.size();
    if (digits != 3 && (last || digits != 2 || separator != ',')) return false;
    if (last) return first <= 3;
    if (whole[begin + digits] != separator) return false;
    begin += digits + 1;
  }
}

void strip_leading_zeros(std::string& whole) {
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  if (whole.empty()) whole = "0";
}

// A minus directly before the digits, unless it is a dash between numbers or words ("10-12",
// "EUR-12").
bool has_sign(std::string_view text, size_t at) {
  if (at == 0 || text[at - 1] != '-') return false;
  return at == 1 || text[at - 2] == ' ' || text[at - 2] == '(' || text[at - 2] == ':';
}

// Whether what stands between two numbers makes a range of them: a dash, with spaces on both sides
// or on none, and perhaps the currencies of both.
bool is_range_mark(std::string_view between) {
  const auto nothing_more = [](std::string_view text) {
    return trim(text).empty() || is_currency(trim(text));
  };
  const size_t dash = between.find('-');
  if (dash == std::string_view::npos) return false;
  const std::string_view before = between.substr(0, dash);
  const std::string_view after = between.substr(dash + 1);
  const bool even = before.ends_with(' ') == after.starts_with(' ') || after.empty();
  const bool sign = before.ends_with(' ') && after.empty();  // "10 -12"
  return even && !sign && nothing_more(before) && nothing_more(after);
}

// What stands between the number and the next, or the one before; the whole rest if there is none.
std::string_view until_next(std::string_view text, const Decimal& decimal) {
  const std::string_view rest = text.substr(decimal.end);
  return rest.substr(0, rest.find_first_of(kDigits));
}
std::string_view since_previous(std::string_view text, const Decimal& decimal) {
  const std::string_view rest = text.substr(0, decimal.begin);
  const size_t digit = rest.find_last_of(kDigits);
  return digit == std::string_view::npos ? rest : rest.substr(digit + 1);
}

bool has_letter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

// "/5", "/ 10", "/100" and nothing behind it.
bool is_out_of(std::string_view after) {
  if (!after.starts_with('/')) return false;
  const std::string_view scale = trim(after.substr(1));
  const size_t digits = digits_at(scale, 0);
  const std::string_view number = scale.substr(0, digits);
  return (number == "5" || number == "10" || number == "100") &&
         (digits == scale.size() || scale[digits] == ' ');
}

}  // namespace

bool is_bound(std::string_view text, const Decimal& decimal) {
  const std::string_view after = until_next(text, decimal);
  const std::string_view before = since_previous(text, decimal);
  return (decimal.end + after.size() < text.size() && is_range_mark(after)) ||
         (before.size() < decimal.begin && is_range_mark(before));
}

bool stands_free(std::string_view text, const Decimal& decimal) {
  if (!decimal.well_grouped || is_bound(text, decimal)) return false;
  const std::string_view before = text.substr(0, decimal.begin);
  const std::string_view after = text.substr(decimal.end);
  if (!before.empty() && (is_ascii_alpha(before.back()) || before.back() == '_')) return false;
  const bool leading_zero = text[decimal.begin] == '0' && digits_at(text, decimal.begin) > 1;
  if (leading_zero && !after.empty() && is_ascii_alpha(after.front())) return false;  // 0100C
  const std::string_view gap = until_next(text, decimal);
  if (gap.size() == after.size()) return true;  // No further number.
  // A further one may follow after a word or in parentheses: "4.5 of 5", "4.5 (120)".
  if (is_out_of(after)) return true;
  const bool attached_word = !gap.empty() && is_ascii_alpha(gap.front()) &&
                             gap.find(' ') == std::string_view::npos;  // 0A000, 3x4
  return !attached_word && (has_letter(gap) || gap.ends_with(" (") || gap.find(';') < gap.size() ||
                            gap.find('|') < gap.size());
}

std::string Decimal::text(size_t digits) const {
  std::string decimals = fraction;
  while (decimals.size() > digits && decimals.back() == '0') decimals.pop_back();
  decimals.append(digits > decimals.size() ? digits - decimals.size() : 0, '0');
  const bool zero = whole == "0" && decimals.find_first_not_of('0') == std::string::npos;
  return (negative && !zero ? "-" : "") + whole + (decimals.empty() ? "" : "." + decimals);
}

void Decimal::shift(size_t n) {
  fraction.append(n > fraction.size() ? n - fraction.size() : 0, '0');
  whole += fraction.substr(0, n);
  fraction.erase(0, n);
  strip_leading_zeros(whole);
}

std::optional<Decimal> find_decimal(std::string_view text, ThreeDigits three_digits, size_t from) {
  for (size_t at = from; at < text.size(); ++at) {
    if (!is_ascii_digit(text[at])) continue;
    const bool leading_point = at > 0 && text[at - 1] == '.' && (at == 1 || text[at - 2] == ' ');
    const size_t end = run_end(text, at);
    const std::string_view run = text.substr(at, end - at);
    const size_t mark = leading_point ? 0 : decimal_mark(run, three_digits);
    Decimal decimal;
    decimal.whole = only_digits(run.substr(0, mark));
    decimal.fraction = only_digits(run.substr(mark));
    decimal.well_grouped =
        is_well_grouped(run.substr(0, mark)) && decimal.fraction.size() + 1 >= run.size() - mark;
    strip_leading_zeros(decimal.whole);
    decimal.negative = has_sign(text, at);
    decimal.begin = at - (decimal.negative || leading_point ? 1 : 0);
    decimal.end = end;
    return decimal;
  }
  return std::nullopt;
}

}  // namespace weft::value
