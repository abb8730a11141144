// Character references, by narrowing a range of the sorted list of names one byte at a time.
//
// All names that begin with the bytes read so far are a range of the list. Reading one byte more
// narrows the range by binary search; whenever its first name is exactly what was read, that is the
// longest match so far. The first two bytes are looked up in a table, so that the '&' of a URL
// costs one look-up.
//
// Tested by references_test.cc against the list itself.

#include "html/references.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>

#include "base/strings.h"
#include "html/character_class.h"

namespace weft::html {
namespace {

struct Named {
  std::string_view name;
  char32_t first;
  char32_t second;
};

constexpr Named kNamed[] = {
#define WEFT_REFERENCE(name, first, second) {name, first, second},
#include "html/named_references.inc"
#undef WEFT_REFERENCE
};
constexpr uint16_t kNamedCount = std::size(kNamed);

// 0-51 for letters, -1 for others.
constexpr int letter_index(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= 'A' && c <= 'Z') return c - 'A';
  return -1;
}

struct Range {
  uint16_t begin = 0;
  uint16_t end = 0;
};

// The slot of the names that begin with two letters, as all do.
constexpr size_t pair_slot(char a, char b) {
  return static_cast<size_t>(letter_index(a)) * 52 + static_cast<size_t>(letter_index(b));
}

constexpr auto kPairs = [] {
  std::array<Range, 52 * 52> pairs{};
  for (uint16_t i = 0; i < kNamedCount; ++i) {
    Range& range = pairs[pair_slot(kNamed[i].name[0], kNamed[i].name[1])];
    if (range.begin == range.end) range.begin = i;
    range.end = static_cast<uint16_t>(i + 1);
  }
  return pairs;
}();

// Narrows `range`, whose names agree in their first `depth` bytes, to those with `c` next.
Range narrow(Range range, size_t depth, char c) {
  const auto byte_at = [depth](const Named& named) {
    return named.name.size() > depth
               ? static_cast<int>(static_cast<unsigned char>(named.name[depth]))
               : -1;
  };
  const int wanted = static_cast<unsigned char>(c);
  const Named* low =
      std::partition_point(kNamed + range.begin, kNamed + range.end,
                           [&](const Named& named) { return byte_at(named) < wanted; });
  const Named* high = std::partition_point(
      low, kNamed + range.end, [&](const Named& named) { return byte_at(named) == wanted; });
  return {static_cast<uint16_t>(low - kNamed), static_cast<uint16_t>(high - kNamed)};
}

// OPTIMIZATION: the few names that make up most references on real pages, as the first bytes of a
// word.
struct Frequent {
  uint64_t bytes;
  uint64_t mask;
  uint32_t length;  // with the '&'
  char32_t character;
};

constexpr Frequent frequent(std::string_view name, char32_t character) {
  std::array<char, 8> bytes{};
  std::array<char, 8> ones{};
  for (size_t i = 0; i < name.size(); ++i) {
    bytes[i] = name[i];
    ones[i] = '\xFF';
  }
  return {std::bit_cast<uint64_t>(bytes), std::bit_cast<uint64_t>(ones),
          static_cast<uint32_t>(name.size() + 1), character};
}

constexpr Frequent kFrequent[] = {frequent("nbsp;", 0xA0), frequent("amp;", '&'),
                                  frequent("quot;", '"'), frequent("lt;", '<'),
                                  frequent("gt;", '>')};

Reference match_named(std::string_view input, ReferencePlace place) {
  const std::string_view name = input.substr(1);
  if (name.size() >= sizeof(uint64_t)) [[likely]] {
    uint64_t word = 0;
    std::memcpy(&word, name.data(), sizeof word);
    for (const Frequent& likely : kFrequent) {
      if ((word & likely.mask) == likely.bytes) return {likely.length, likely.character, 0};
    }
  }
  if (letter_index(name[0]) < 0 || letter_index(name[1]) < 0) return {};
  Range range = kPairs[pair_slot(name[0], name[1])];
  const Named* best = nullptr;
  for (size_t depth = 2; range.begin != range.end; ++depth) {
    if (kNamed[range.begin].name.size() == depth) best = &kNamed[range.begin];
    if (depth == name.size()) break;
    range = narrow(range, depth, name[depth]);
  }
  if (best == nullptr) return {};
  const size_t length = best->name.size();
  // For historical reasons: in an attribute, "&copy=" and "&copyx" stay as they are.
  if (place == ReferencePlace::kAttribute && best->name.back() != ';' && length < name.size() &&
      (name[length] == '=' || has_class(name[length], kAlphanumericClass))) {
    return {};
  }
  return {static_cast<uint32_t>(length + 1), best->first, best->second};
}

// What the C1 controls mean in windows-1252; 0 for those that stay.
constexpr char32_t kWindows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// The numeric character reference end state.
char32_t numeric_code_point(uint32_t value) {
  if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0xFFFD;
  if (value >= 0x80 && value < 0xA0 && kWindows1252[value - 0x80] != 0)
    return kWindows1252[value - 0x80];
  return value;
}

int digit_value(char c, bool hexadecimal) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return hexadecimal && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

Reference match_numeric(std::string_view input) {
  size_t at = 2;
  const bool hexadecimal = at < input.size() && ascii_lower(input[at]) == 'x';
  if (hexadecimal) ++at;
  const size_t first_digit = at;
  uint32_t value = 0;
  for (; at < input.size(); ++at) {
    const int digit = digit_value(input[at], hexadecimal);
    if (digit < 0) break;
    if (value <= 0x10FFFF) value = value * (hexadecimal ? 16 : 10) + static_cast<uint32_t>(digit);
  }
  if (at == first_digit) return {};
  if (at < input.size() && input[at] == ';') ++at;
  return {static_cast<uint32_t>(at), numeric_code_point(value), 0};
}

}  // namespace

Reference match_reference(std::string_view input, ReferencePlace place) {
  if (input.size() < 3) return {};
  if (input[1] == '#') return match_numeric(input);
  return match_named(input, place);
}

}  // namespace weft::html
