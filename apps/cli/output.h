// Output: standard output, or a file that appears whole or not at all.
//
// A file is written beside its target and renamed by commit(); without commit() nothing is left
// behind.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::cli {

class Output {
 public:
  Output() = default;
  // "-" is standard output.
  static Result<Output> open(const std::string& path);
  ~Output();
  Output(Output&& other) noexcept;
  Output& operator=(Output&& other) noexcept;

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

 private:
  void discard();
  void note_failure(bool failed);

  std::FILE* file_ = nullptr;
  std::string path_;       // Empty for standard output.
  std::string temporary_;  // Where a file is being written.
  bool failed_ = false;
  bool closed_ = false;
};

}  // namespace weft::cli
