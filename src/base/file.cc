// A file changes whole or not at all: bytes go to a new file in the same folder, are flushed to
// the disk, and rename() puts it in the place of the old one in a single step; then the folder is
// flushed, or a power failure could undo the rename. Who reads meanwhile sees the old file.
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr size_t kBufferBytes = 256 * 1024;

Error system_error(std::string_view what, std::string_view path) {
  const ErrorCode code = errno == ENOENT   ? ErrorCode::kNotFound
                         : errno == EACCES ? ErrorCode::kPermission
                                           : ErrorCode::kIo;
  return Error{code, fmt::format("cannot {} {}: {}", what, path, std::strerror(errno))};
}

// Appends the bytes of a file to `fd`; a file that does not exist has none.
bool copy_to(int fd, const std::string& path) {
  const int from = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return errno == ENOENT;
  std::string chunk(kBufferBytes, '\0');
  ssize_t n = 0;
  bool good = true;
  while (good && (n = ::read(from, chunk.data(), chunk.size())) > 0) {
    good = write_all(fd, {chunk.data(), static_cast<size_t>(n)});
  }
  ::close(from);
  return good && n == 0;
}

std::string directory_of(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// As a file the user creates: what umask leaves of rw-rw-rw-, or as the file replaced has it.
mode_t mode_for(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) return info.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// Where a link leads, so that what it names is replaced and not the link; `path` where it leads to
// nothing yet.
std::string followed(const std::string& path) {
  char target[PATH_MAX];
  return realpath(path.c_str(), target) == nullptr ? path : std::string(target);
}

}  // namespace

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

Result<std::string> read_file(const std::string& path, uint64_t max_bytes) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_error("read", path);
  std::string bytes;
  std::string chunk(kBufferBytes, '\0');
  ssize_t n = 0;
  while ((n = ::read(fd, chunk.data(), chunk.size())) > 0 && bytes.size() <= max_bytes) {
    bytes.append(chunk.data(), static_cast<size_t>(n));
  }
  const int error = errno;
  ::close(fd);
  errno = error;
  if (n < 0) return system_error("read", path);
  if (bytes.size() > max_bytes) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("{} has more than {} bytes", path, max_bytes)};
  }
  return bytes;
}

Result<AtomicFile> AtomicFile::open(const std::string& path, Mode mode) {
  struct stat info {};
  const bool exists = stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    return Error{ErrorCode::kIo, fmt::format("cannot write {}: it is a directory", path)};
  }
  AtomicFile file;
  if (exists && !S_ISREG(info.st_mode)) {
    file.path_ = path;
    file.fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.fd_ < 0) return system_error("write", path);
    return file;
  }
  file.path_ = followed(path);
  file.temporary_ = file.path_ + ".XXXXXX";
  file.fd_ = mkstemp(file.temporary_.data());
  if (file.fd_ < 0) {
    file.temporary_.clear();
    return system_error("write", path);
  }
  fcntl(file.fd_, F_SETFD, FD_CLOEXEC);
  fchmod(file.fd_, mode_for(path));
  if (mode == Mode::kAppend && !copy_to(file.fd_, path)) return system_error("append to", path);
  return file;
}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  fd_ = std::exchange(other.fd_, -1);
  path_ = std::move(other.path_);
  temporary_ = std::exchange(other.temporary_, std::string());
  buffer_ = std::move(other.buffer_);
  return *this;
}

void AtomicFile::discard() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  fd_ = -1;
  temporary_.clear();
}

Status AtomicFile::fail(std::string_view what) {
  const Error error = system_error(what, path_);
  discard();
  return error;
}

Status AtomicFile::flush() {
  if (fd_ < 0) return Error{ErrorCode::kIo, fmt::format("cannot write {}: it is closed", path_)};
  if (!write_all(fd_, buffer_)) return fail("write");
  buffer_.clear();
  return {};
}

Status AtomicFile::write(std::string_view bytes) {
  buffer_ += bytes;
  return buffer_.size() < kBufferBytes ? Status{} : flush();
}

Status AtomicFile::commit() {
  WEFT_TRY(flush());
  if (temporary_.empty()) {
    ::close(std::exchange(fd_, -1));
    return {};
  }
  if (fsync(fd_) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) return fail("write");
  ::close(std::exchange(fd_, -1));
  temporary_.clear();
  return sync_directory_of(path_);
}

Status write_file(const std::string& path, std::string_view bytes) {
  WEFT_ASSIGN(AtomicFile file, AtomicFile::open(path));
  WEFT_TRY(file.write(bytes));
  return file.commit();
}

Status sync_directory_of(const std::string& path) {
  const std::string directory = directory_of(path);
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return system_error("open", directory);
  const bool synced = fsync(fd) == 0 || errno == EINVAL;  // Some file systems have nothing to sync.
  ::close(fd);
  return synced ? Status{} : Status(system_error("flush", directory));
}

}  // namespace weft
