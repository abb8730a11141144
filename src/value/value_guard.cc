#include "value/value_guard.h"

#include <algorithm>
#include <map>

#include <unicode/uchar.h>

#include "base/strings.h"

namespace weft::value {
namespace {

constexpr size_t kLeastValues = 10;  // Fewer do not say which shapes there are.
constexpr size_t kMaxShapes = 64;    // More: values of any shape, and nothing to guard.
constexpr size_t kMaxGuarded = 256;  // Of a value that is looked at.
constexpr double kMostNew = 0.05;    // Chance of a shape never seen, for a guard to close.

// What may part the digits of one number: 1,234.50, 1'234, 1 234.
bool parts_digits(char32_t c) {
  return c == U'.' || c == U',' || c == U'\'' || c == U'’' ||
         u_isUWhiteSpace(static_cast<UChar32>(c));
}

bool digit_at(std::string_view text, size_t at) {
  return at < text.size() && u_isdigit(static_cast<UChar32>(next_code_point(text, at)));
}

// The runs of letters and signs of a shape: only, left.
std::vector<std::string_view> words_in(std::string_view shape) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t at = 0; at < shape.size();) {
    const size_t start = at;
    const auto c = static_cast<UChar32>(next_code_point(shape, at));
    if (!u_isdigit(c) && !u_isUWhiteSpace(c) && !u_ispunct(c)) continue;
    if (start > begin) words.push_back(shape.substr(begin, start - begin));
    begin = at;
  }
  if (begin < shape.size()) words.push_back(shape.substr(begin));
  return words;
}

// Spacing is no matter: elements side by side have none.
std::string without_spaces(std::string shape) {
  std::erase(shape, ' ');
  return shape;
}

}  // namespace

std::string value_shape(std::string_view text) {
  const std::string spaced = normalize_space(text.substr(0, kMaxGuarded));
  std::string shape;
  bool in_number = false;
  for (size_t at = 0; at < spaced.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(spaced, at);
    const bool digit = u_isdigit(static_cast<UChar32>(c));
    if (in_number && (digit || (parts_digits(c) && digit_at(spaced, at)))) continue;
    in_number = digit;
    shape += digit ? "0" : ascii_lower(std::string_view(spaced).substr(begin, at - begin));
  }
  return shape;
}

ValueGuard::ValueGuard(std::vector<std::string> shapes) : shapes_(std::move(shapes)) {
  std::sort(shapes_.begin(), shapes_.end());
}

ValueGuard ValueGuard::learn(const std::vector<std::string>& values) {
  ValueGuard guard;
  if (values.size() < kLeastValues) return guard;
  std::map<std::string, size_t> counts;
  for (const std::string& value : values) ++counts[without_spaces(value_shape(value))];
  const auto once = std::count_if(counts.begin(), counts.end(),
                                  [](const auto& shape) { return shape.second == 1; });
  if (counts.size() > kMaxShapes ||
      static_cast<double>(once) > kMostNew * static_cast<double>(values.size()))
    return guard;
  for (const auto& [shape, count] : counts) guard.shapes_.push_back(shape);
  return guard;
}

bool ValueGuard::lets_pass(std::string_view value) const {
  return !closed() ||
         std::binary_search(shapes_.begin(), shapes_.end(), without_spaces(value_shape(value)));
}

bool ValueGuard::knows_words_of(std::string_view value) const {
  const std::string shape = value_shape(value);
  const std::vector<std::string_view> words = words_in(shape);
  return !closed() || std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return std::any_of(shapes_.begin(), shapes_.end(), [&](const std::string& known) {
      return known.find(word) != std::string::npos;
    });
  });
}

void ValueGuard::add(std::string_view value) {
  if (lets_pass(value)) return;
  std::string shape = without_spaces(value_shape(value));
  const auto at = std::lower_bound(shapes_.begin(), shapes_.end(), shape);
  shapes_.insert(at, std::move(shape));
}

void ValueGuard::filter(std::vector<std::string>& values) const {
  std::erase_if(values, [&](const std::string& value) { return !lets_pass(value); });
}

}  // namespace weft::value
