#include "model/csv_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

namespace weft::model {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

// Before each waiting row.
struct RowHeader {
  uint64_t columns;
  uint64_t bytes;
};

Error io_error() {
  return Error{ErrorCode::kIo,
               fmt::format("cannot use a temporary file: {}", std::strerror(errno))};
}

}  // namespace

void append_csv_cell(std::string& out, std::string_view cell) {
  if (cell.find_first_of("\",\r\n") == std::string_view::npos) {
    out += cell;
    return;
  }
  out += '"';
  for (const char c : cell) {
    out += c;
    if (c == '"') out += c;
  }
  out += '"';
}

std::vector<std::string> read_csv_header(std::string_view text) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cells.back() += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
      cells.back() += c;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      return cells;
    }
  }
  return {};
}

CsvWriter::CsvWriter(const RecordWriterOptions& options, const std::vector<std::string>& header,
                     ByteSink sink)
    : fixed_columns_(header.size()),
      meta_(options.meta),
      sink_(std::move(sink)),
      rows_(std::tmpfile()) {
  for (const std::string& name : header) columns_.index(name);
  if (!header.empty()) return;
  for (const std::string_view name : kMetaColumns) {
    if (meta_) columns_.index(name);
  }
  if (options.schema == nullptr) return;
  for (const Attribute& attribute : options.schema->attributes) columns_.index(attribute.name);
}

Status CsvWriter::write(const Extraction& extraction) {
  if (rows_ == nullptr) return io_error();
  for (const Record& record : extraction.records) WEFT_TRY(write_row(record, extraction));
  return {};
}

Status CsvWriter::write_row(const Record& record, const Extraction& from) {
  std::vector<std::string> cells(columns_.names().size());
  for_each_cell(record, from, meta_, [&](std::string_view name, std::string text) {
    const size_t index = columns_.index(name);
    if (index >= cells.size()) cells.resize(index + 1);
    cells[index] = std::move(text);
  });
  if (fixed_columns_ != 0 && columns_.names().size() > fixed_columns_) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("the file has no column '{}'; replace it with -O, or append to JSON Lines",
                    columns_.names()[fixed_columns_])};
  }
  std::string row;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i != 0) row += ',';
    append_csv_cell(row, cells[i]);
  }
  const RowHeader header{cells.size(), row.size()};
  const bool written = std::fwrite(&header, sizeof header, 1, rows_.get()) == 1 &&
                       std::fwrite(row.data(), 1, row.size(), rows_.get()) == row.size();
  return written ? Status() : Status(io_error());
}

Status CsvWriter::finish() {
  if (rows_ == nullptr) return io_error();
  const size_t columns = columns_.names().size();
  std::string line;
  if (fixed_columns_ == 0) {
    for (size_t i = 0; i < columns; ++i) {
      if (i != 0) line += ',';
      append_csv_cell(line, columns_.names()[i]);
    }
    if (columns != 0) WEFT_TRY(sink_(line.append(kLineEnd)));
  }
  std::rewind(rows_.get());
  RowHeader header{};
  while (std::fread(&header, sizeof header, 1, rows_.get()) == 1) {
    line.resize(header.bytes);
    if (std::fread(line.data(), 1, line.size(), rows_.get()) != line.size()) return io_error();
    line.append(columns - header.columns, ',').append(kLineEnd);
    WEFT_TRY(sink_(line));
  }
  return std::ferror(rows_.get()) == 0 ? Status() : Status(io_error());
}

}  // namespace weft::model
