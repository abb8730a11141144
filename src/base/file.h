// Files: read whole, and written whole or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

// All bytes of a file. Fails with kNotFound, kPermission, kIo; with kLimitExceeded if there are
// more than `max_bytes`.
Result<std::string> read_file(const std::string& path, uint64_t max_bytes = uint64_t{1} << 40);

// Writes everything to a descriptor. False if that fails; errno says why.
bool write_all(int fd, std::string_view bytes);

// A file that appears, or changes, at commit(): it is written beside its target, flushed to the
// disk and renamed. Whatever happens before, a kill included, leaves the target as it was. A link
// is followed; what is no file, e.g. /dev/null or a pipe, is written to directly. Threads: one at a
// time.
class AtomicFile {
 public:
  enum class Mode {
    kReplace,  // starts empty
    kAppend,   // starts as a copy of the target, if there is one
  };
  static Result<AtomicFile> open(const std::string& path, Mode mode = Mode::kReplace);

  AtomicFile() = default;
  ~AtomicFile() { discard(); }
  AtomicFile(AtomicFile&& other) noexcept { *this = static_cast<AtomicFile&&>(other); }
  AtomicFile& operator=(AtomicFile&& other) noexcept;

  // Fails with kIo, e.g. when the disk is full; the file is then discarded.
  Status write(std::string_view bytes);
  Status commit();
  // Where the bytes are until commit(); empty afterwards, and for what is no file.
  [[nodiscard]] const std::string& temporary() const { return temporary_; }

 private:
  void discard();
  Status flush();
  Status fail(std::string_view what);

  int fd_ = -1;
  std::string path_;
  std::string temporary_;
  std::string buffer_;
};

// Writes `bytes` to `path`, whole or not at all.
Status write_file(const std::string& path, std::string_view bytes);

// Makes renames and new files in the directory of `path` survive a power failure.
Status sync_directory_of(const std::string& path);

}  // namespace weft
