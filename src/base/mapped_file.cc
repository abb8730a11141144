#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace weft {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  const auto failed = [&] {
    const ErrorCode code = errno == ENOENT   ? ErrorCode::kNotFound
                           : errno == EACCES ? ErrorCode::kPermission
                                             : ErrorCode::kIo;
    return Error{code, fmt::format("cannot map {}: {}", path, std::strerror(errno))};
  };
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failed();
  struct stat info {};
  void* start = MAP_FAILED;
  const bool known = fstat(fd, &info) == 0;
  const auto size = known ? static_cast<size_t>(info.st_size) : 0;
  // Nothing can be mapped of a file without bytes.
  if (size != 0) start = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
  const bool mapped = start != MAP_FAILED;
  const auto error = !known || (size != 0 && !mapped) ? std::optional(failed()) : std::nullopt;
  ::close(fd);
  if (error) return *error;
  const std::string_view bytes =
      mapped ? std::string_view(static_cast<const char*>(start), size) : std::string_view();
  return std::shared_ptr<const MappedFile>(new MappedFile(bytes));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace weft
