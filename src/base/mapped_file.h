// MappedFile: the bytes of a file where the system keeps them; a page of it is read when it is looked at, and shared by all
// processes that look at it.
//
//   WEFT_ASSIGN(const std::shared_ptr<const MappedFile> file, MappedFile::open(path));
//
// The file must not be cut while it is mapped; who replaces it renames (AtomicFile), which does no harm. Threads: const.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

class MappedFile {
 public:
  // Fails with kNotFound, kPermission, kIo.
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // They begin at a multiple of the page size.
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}
  std::string_view bytes_;
};

}  // namespace weft
