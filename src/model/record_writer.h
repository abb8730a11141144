// Records into files: JSON Lines, CSV (RFC 4180), XML, Parquet or a SQLite table.
//
//   auto writer = open_record_writer("books.csv.gz", {});
//   for (…) WEFT_TRY((*writer)->write(extraction));
//   return (*writer)->finish();
//
// Nothing changes at the target before finish(): text files are written beside it and renamed,
// SQLite uses one transaction. ".gz" and ".zst" compress; appending adds a member or frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/result.h"
#include "model/extraction.h"
#include "model/schema.h"

namespace weft::model {

enum class RecordFormat : uint8_t { kJsonLines, kCsv, kSqlite, kXml, kParquet };

std::span<const std::string_view> names_of(RecordFormat);  // "jsonl", "csv"…
// By the extension, without .gz or .zst: .csv, .xml, .sqlite, .sqlite3, .db, .parquet; JSON Lines
// for any other.
RecordFormat record_format_of_path(std::string_view path);

struct RecordWriterOptions {
  enum class Mode : uint8_t { kAppend, kReplace };  // Scrapy's -o and -O.
  Mode mode = Mode::kAppend;
  // `_meta` in JSON Lines; the columns _page, _record, _wrapper and _confidence elsewhere.
  bool meta = true;
  // Gives columns their order and types. Must outlive the writer.
  const Schema* schema = nullptr;
  // SQLite: the table. Replacing replaces this table and leaves others alone.
  std::string table = "records";
  // SQLite: an attribute whose value tells records apart: a record with one that is there replaces
  // it. Empty: every record is a new row.
  std::string key;
};

// Threads: one at a time.
class RecordWriter {
 public:
  virtual ~RecordWriter() = default;
  // Fails with kIo, or kInvalidArgument for records that the format cannot take.
  virtual Status write(const Extraction& extraction) = 0;
  // Puts everything in its place. Without it nothing is.
  virtual Status finish() = 0;
};

// Receives the bytes of a text format in order.
using ByteSink = std::function<Status(std::string_view)>;

// Writes to a sink, e.g. standard output. REQUIRES: format is a text format.
std::unique_ptr<RecordWriter> make_record_writer(RecordFormat format,
                                                 const RecordWriterOptions& options, ByteSink sink);

// Writes to a file. Fails as the writing does; with kInvalidArgument for a compressed database, a
// key without a database, and XML that would be appended to; with kUnsupported for Parquet.
Result<std::unique_ptr<RecordWriter>> open_record_writer(const std::string& path,
                                                         RecordFormat format,
                                                         const RecordWriterOptions& options);
inline Result<std::unique_ptr<RecordWriter>> open_record_writer(
    const std::string& path, const RecordWriterOptions& options) {
  return open_record_writer(path, record_format_of_path(path), options);
}

// A writer that gives another the texts as they stand on the page, without their types (--raw).
std::unique_ptr<RecordWriter> raw_texts(std::unique_ptr<RecordWriter> writer);

}  // namespace weft::model
