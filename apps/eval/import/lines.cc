#include "eval/import/lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "eval/data.h"

namespace weft::eval {

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find(separator, begin), line.size());
    parts.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> lines_of(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return {};
  std::vector<std::string> lines = split(text, '\n');
  for (std::string& line : lines) {
    if (line.ends_with('\r')) line.pop_back();
  }
  return lines;
}

std::optional<size_t> Table::column(std::string_view name) const {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) return std::nullopt;
  return static_cast<size_t>(found - header.begin());
}

std::string Table::cell(const std::vector<std::string>& row, size_t column) {
  return column < row.size() ? row[column] : "";
}

Result<Table> read_table(const std::filesystem::path& path) {
  WEFT_ASSIGN(const std::string bytes, read_file(path));
  Table table;
  for (const std::string& line : lines_of(bytes)) {
    if (table.header.empty())
      table.header = split(line, '\t');
    else
      table.rows.push_back(split(line, '\t'));
  }
  if (table.header.empty())
    return Error{ErrorCode::kCorruption, fmt::format("{} is empty", path.string())};
  return table;
}

}  // namespace weft::eval
