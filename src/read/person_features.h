// The rows of numbers that tell fields of people from other blocks: the visual features of [Zheng] 7.2.1 and the content
// features of 7.2.2 (person_columns.inc).
//
//   const std::vector<float> rows = person_rows(doc, layout, page);            // kPersonColumns a block
//   const std::vector<float> wide = with_neighbours(rows);                    // kWideColumns a block
//
// Threads: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "read/person_blocks.h"

namespace weft::read {

enum PersonColumn : size_t {
#define WEFT_VISUAL(identifier, name) identifier,
#define WEFT_CONTENT(identifier, name) identifier,
#include "read/person_columns.inc"
#undef WEFT_VISUAL
#undef WEFT_CONTENT
  kPersonColumns,
};
inline constexpr size_t kVisualColumns = kConCharacters;  // They come first.

std::vector<std::string> person_column_names();
std::vector<float> person_rows(const dom::Document& doc, const dom::Layout& layout,
                               const PersonPage& page);

// Weft's own: places and sizes relative to the page alone (those in pixels fit the sites they were learned from), and the content of the
// blocks before and behind.
inline constexpr std::array kRelativeVisual = {kVisRatioX,    kVisRatioY,     kVisDepth,
                                               kVisPageWidth, kVisFontSize,   kVisPageFontSize,
                                               kVisFontStyle, kVisFontWeight, kVisPageFontWeight,
                                               kVisAlign,     kVisVisible,    kVisLink};
inline constexpr size_t kNeighbourBlocks = 4;  // -2, -1, 1, 2
inline constexpr size_t kContentColumns = kPersonColumns - kVisualColumns;
inline constexpr size_t kOwnColumns = kRelativeVisual.size() + kContentColumns;
inline constexpr size_t kWideColumns = kOwnColumns + kNeighbourBlocks * kContentColumns;
std::vector<std::string> wide_column_names();
std::vector<float> with_neighbours(std::span<const float> rows);

// For a second look, when every block has been judged once: its own features, its first probabilities, those of its
// neighbours, of the blocks of the same path, and the largest of the page.
inline constexpr size_t kSecondColumns =
    kOwnColumns + (1 + kNeighbourBlocks + 2) * kPersonFields + 1;
std::vector<std::string> second_column_names();
// By block, as FieldScores.
std::vector<float> second_rows(const PersonPage& page, std::span<const float> rows,
                               std::span<const std::array<float, kPersonFields>> first);

}  // namespace weft::read
