// Tables and lines of text files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::eval {

// Without line ends; a carriage return before one is dropped, a byte order mark too.
std::vector<std::string> lines_of(std::string_view text);
std::vector<std::string> split(std::string_view line, char separator);

// Tab-separated values under a header.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  [[nodiscard]] std::optional<size_t> column(std::string_view name) const;
  // Empty where a row is short.
  static std::string cell(const std::vector<std::string>& row, size_t column);
};
// Fails with kNotFound, or kCorruption when there is no header.
Result<Table> read_table(const std::filesystem::path& path);

}  // namespace weft::eval
