// Record patterns: from the symbols of a node's children to the regular expression of a record
// ([Liu], NET, GenRecordPattern).
//
//   abcbcabcbbc  gives  (a(bc?)+)+
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace weft::mine {

// A pattern over distinct symbols in a fixed order, some optional, some ranges repeated.
struct RecordPattern {
  struct Loop {
    uint32_t begin;  // First position of the repeated range.
    uint32_t end;    // One past its last.
    bool operator==(const Loop&) const = default;
  };
  std::vector<uint32_t> symbols;  // By position.
  std::vector<bool> optional;     // By position.
  std::vector<Loop> loops;        // Properly nested, outer before inner.

  // With `names[symbol]` for each symbol.
  [[nodiscard]] std::string to_string(const std::vector<std::string>& names) const;
};

// Assumes that the first record is complete and that every record begins with its first symbol.
// Linear in the string times the number of distinct symbols.
RecordPattern generate_record_pattern(std::span<const uint32_t> string);

// The string cut into tuples: by row and position the index into the string, or kNoItem. Every step
// backwards ends a row; what stands before the place it goes back to is repeated in the next row
// (Fig. 37).
inline constexpr uint32_t kNoItem = UINT32_MAX;
std::vector<std::vector<uint32_t>> tuples_of(const RecordPattern& pattern,
                                             std::span<const uint32_t> string);

}  // namespace weft::mine
