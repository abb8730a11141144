// Text tables for a terminal: columns cut to fit, wide characters counted as two.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weft::cli {

struct TextTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // UTF-8; each as long as the header.
};

struct TextTableStyle {
  size_t width = 100;            // Of the terminal, in cells.
  size_t max_column_width = 48;  // Longer values end in "…".
  bool color = false;            // Bold header.
};

// Columns that do not fit are left out and named below the table. Control characters become spaces.
std::string render(const TextTable& table, const TextTableStyle& style = {});

// Columns of the terminal behind standard output; $COLUMNS, else 100.
size_t terminal_width();

}  // namespace weft::cli
