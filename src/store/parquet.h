// Parquet: a table as one columnar file that pyarrow, Polars, DuckDB and Spark read.
//
//   ParquetWriter writer(sink, {{"title"}, {"price", ParquetType::kNumber}, {"tags", ParquetType::kTexts}});
//   writer.add_text(0, "Oak chair"), writer.add_number(1, 12.5);   // Tags: null.
//   WEFT_TRY(writer.end_row());
//   WEFT_TRY(writer.finish());
//
// A small part of the format, chosen for readers that exist: every column optional; texts (UTF-8),
// doubles and lists of texts; PLAIN values; zstd. Debian has no library for it (docs/adr: a Parquet
// writer of our own). Format: https://parquet.apache.org/docs/file-format/.
//
// Memory: the rows of a group, at most ParquetWriter::kGroupBytes and one row more.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::store {

enum class ParquetType : uint8_t { kText, kNumber, kTexts };

struct ParquetColumn {
  std::string name;
  ParquetType type = ParquetType::kText;
};

class ParquetWriter {
 public:
  static constexpr size_t kGroupBytes = size_t{64} << 20;
  using Sink = std::function<Status(std::string_view bytes)>;

  ParquetWriter(Sink sink, std::vector<ParquetColumn> columns);

  // A cell of the row that has begun; each column at most once, those left out are null.
  // REQUIRES: the column has this type.
  void add_text(size_t column, std::string_view text);
  void add_number(size_t column, double number);
  void add_texts(size_t column, const std::vector<std::string_view>& texts);
  // Fails as the sink does.
  Status end_row();
  // Writes what is left and the footer.
  Status finish();

 private:
  struct Chunk {  // A column of the group that is being filled.
    std::vector<uint8_t> definitions;
    std::vector<uint8_t> repetitions;  // Lists alone.
    std::string values;
    bool set = false;  // In this row.
  };
  struct Written {
    uint64_t offset = 0;
    uint64_t entries = 0;
    uint64_t bytes = 0;         // Of header and page, compressed…
    uint64_t uncompressed = 0;  // …and not.
  };
  struct Group {
    uint64_t rows = 0;
    std::vector<Written> columns;
  };

  Status put(std::string_view bytes);
  Status write_group();
  Result<Written> write_chunk(const Chunk& chunk, bool is_list);
  [[nodiscard]] std::string footer() const;

  Sink sink_;
  std::vector<ParquetColumn> columns_;
  std::vector<Chunk> chunks_;
  std::vector<Group> groups_;
  uint64_t rows_ = 0;  // Of the group.
  size_t bytes_ = 0;   // Of the group.
  uint64_t offset_ = 0;
};

}  // namespace weft::store
