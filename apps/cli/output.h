// Output: standard output, or a file that appears whole or not at all.
//
// A file is written beside its target and renamed by commit(); without commit() nothing is left
// behind and an earlier file stays.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace weft::cli {

class Output {
 public:
  Output() = default;
  // "-" is standard output.
  static Result<Output> open(const std::string& path);

  // Buffered. A failed write is remembered and reported by commit().
  void write(std::string_view bytes);
  // Hands what was written to standard output now, for a person who is watching; files wait for
  // commit().
  void flush();
  // Flushes, and puts the file in its place. Fails with kIo, e.g. when the disk is full. A reader
  // that has gone away (weft … | head) is not a failure: it has what it wanted.
  Status commit();
  // Nobody reads what is written any more; long jobs may end.
  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] bool is_file() const { return file_.has_value(); }

 private:
  void note_failure(bool failed);

  std::FILE* stream_ = nullptr;     // Standard output, or nothing.
  std::optional<AtomicFile> file_;  // What -o names.
  Status failure_;
  bool closed_ = false;
};

}  // namespace weft::cli
