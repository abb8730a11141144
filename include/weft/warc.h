// WARC files: the records of a crawl, and the HTML pages among them. Plain, gzip or zstd; WARC 1.0,
// 1.1 and ARC. Damage never stops the reader: it goes on at the next record that can be recognised.
//
//   WEFT_ASSIGN(weft::WarcPages pages, weft::WarcPages::open("crawl.warc.gz"));
//   while (std::optional<weft::Page> page = pages.next()) use(*page);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/result.h"

namespace weft {

// Views that hold until the reader reads on.
struct WarcRecord {
  std::string_view type;  // "response", "request", "metadata"…
  std::string_view target_uri;
  std::string_view date;  // ISO 8601.
  std::vector<std::pair<std::string_view, std::string_view>> headers;
  std::string_view content;  // The block as stored: of a response the HTTP message.
  uint64_t offset = 0;       // Of the record, or the member that holds it, in the file.
};

// A part of a file: the gzip members that start in bytes [begin, end). Parts that follow each other
// give all records once. Files of another kind belong whole to the part that begins at 0.
struct WarcPart {
  uint64_t begin = 0;
  uint64_t end = UINT64_MAX;
};

// Puts at most `size` bytes at `to` and says how many; 0 at the end. Need not seek: what it gives
// first is at WarcPart::begin.
using ByteSource = std::function<Result<size_t>(char* to, size_t size)>;

// Threads: one at a time.
class WEFT_API WarcReader {
 public:
  // Fails with kNotFound, kIo. "-" is standard input.
  static Result<WarcReader> open(const std::string& path, const WarcPart& part = {});
  static Result<WarcReader> from(ByteSource source, const WarcPart& part = {});
  ~WarcReader();
  WarcReader(WarcReader&&) noexcept;
  WarcReader& operator=(WarcReader&&) noexcept;

  // The next record, null at the end; valid until the next call.
  const WarcRecord* next();
  [[nodiscard]] uint64_t damaged() const;  // Places that had to be skipped so far.
  // Whether the file could be read to its end: an I/O error, not damage.
  [[nodiscard]] Status status() const;

 private:
  struct State;
  explicit WarcReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The HTML pages among the records; of one that was rendered, the tree after its scripts.
// Threads: one at a time.
class WEFT_API WarcPages {
 public:
  // Fail as WarcReader::open().
  static Result<WarcPages> open(const std::string& path, const WarcPart& part = {});
  static Result<WarcPages> from(ByteSource source, const WarcPart& part = {});
  ~WarcPages();
  WarcPages(WarcPages&&) noexcept;
  WarcPages& operator=(WarcPages&&) noexcept;

  // Nothing at the end.
  std::optional<Page> next();
  std::optional<RawPage> next_raw();  // Not yet parsed, for extract_all().
  [[nodiscard]] uint64_t damaged() const;
  [[nodiscard]] Status status() const;

 private:
  struct State;
  explicit WarcPages(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft
