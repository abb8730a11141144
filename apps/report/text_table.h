// Text tables for a terminal: columns cut to fit, wide characters counted as
// two.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weft::report {

struct TextTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // UTF-8; each as long as the header.
};

struct TextTableStyle {
  size_t width = 100;            // Of the terminal, in cells.
  size_t max_column_width = 48;  // Longer values end in "…".
  size_t number_width = 0;       // Not 0: all columns but the first are numbers, at least so wide.
  bool color = false;            // Bold header.
};

inline constexpr size_t kUnbounded = 100'000;  // A width that nothing reaches.

// Columns that do not fit are left out and named below the table. Control
// characters become spaces.
std::string render(const TextTable& table, const TextTableStyle& style = {});

// Cells that a text takes on a terminal.
size_t width_of(std::string_view text);
// The text in exactly so many cells: cut with "…", or padded.
std::string fit(std::string_view text, size_t width);

// Columns of the terminal behind standard output; $COLUMNS, else 100.
size_t terminal_width();

}  // namespace weft::report
