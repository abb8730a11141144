// Reader: the records of a WARC (1.0, 1.1) or ARC file, plain, gzip or zstd, in one pass.
//
//   auto reader = Reader::open("crawl.warc.gz");
//   while (const Record* record = reader->next()) use(*record);
//
// Damage never stops it: a bad record or member is skipped, counted and named, and reading goes on
// at the next record that can be recognised. Memory is bounded by Options, whatever the file says.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "warc/record.h"

namespace weft::warc {

// Puts at most `size` bytes at `to` and says how many; 0 at the end.
using ByteSource = std::function<Result<size_t>(char* to, size_t size)>;

struct ReadOptions {
  uint64_t max_content = uint64_t{256} << 20;  // Longer blocks are cut.
  uint64_t max_header = uint64_t{1} << 20;     // Longer headers are damage.
  size_t max_problems = 1000;                  // How many are kept by name; all are counted.
  // Only records of the gzip members that start in bytes [begin, end): parts of a file that are read
  // by several give all of its records once. Other files belong whole to the part that begins at 0.
  uint64_t begin = 0;
  uint64_t end = UINT64_MAX;
};

struct Problem {
  uint64_t offset = 0;  // In the file.
  std::string what;
};

struct ReadStats {
  uint64_t records = 0;
  uint64_t damaged = 0;        // Places where something had to be skipped or was cut short.
  uint64_t skipped_bytes = 0;  // Decoded bytes that belong to no record.
  bool truncated = false;      // The file ends within a record.
  std::vector<Problem> problems;
};

class Reader {
 public:
  // "-" is standard input. `prefix` is what was already read from it. Fails with kNotFound, kIo.
  static Result<Reader> open(const std::string& path, const ReadOptions& options = {},
                             std::string_view prefix = "");
  // From a stream that cannot seek, at options.begin. Fails as the source does.
  static Result<Reader> from(ByteSource source, const ReadOptions& options = {});
  // REQUIRES: `bytes` outlives the reader.
  static Reader over(std::string_view bytes, const ReadOptions& options = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // The next record, valid until the next call; null at the end.
  const Record* next();
  [[nodiscard]] const ReadStats& stats() const;
  // Whether the file could be read to its end: an I/O error, not damage.
  [[nodiscard]] const Status& status() const;
  // Bytes of the file read so far.
  [[nodiscard]] uint64_t input_offset() const;

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Reads the one record at `offset` of a file, as an index names it; `use` sees it.
Status read_record_at(const std::string& path, uint64_t offset, uint64_t length,
                      const std::function<Status(const Record&)>& use);

}  // namespace weft::warc
