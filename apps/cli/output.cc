#include "cli/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace weft::cli {
namespace {

Error io_error(std::string_view what, std::string_view path) {
  return Error{ErrorCode::kIo, fmt::format("cannot {} {}: {}", what, path, std::strerror(errno))};
}

}  // namespace

Result<Output> Output::open(const std::string& path) {
  Output output;
  if (path == "-") {
    output.file_ = stdout;
    return output;
  }
  struct stat info {};
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    return Error{ErrorCode::kIo, fmt::format("cannot write {}: it is a directory", path)};
  }
  output.path_ = path;
  output.temporary_ = path + ".XXXXXX";
  const int fd = mkstemp(output.temporary_.data());
  if (fd < 0) {
    output.temporary_.clear();
    return io_error("write", path);
  }
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  output.file_ = fdopen(fd, "wb");
  return output;
}

Output::~Output() { discard(); }

Output::Output(Output&& other) noexcept { *this = std::move(other); }

Output& Output::operator=(Output&& other) noexcept {
  if (this == &other) return *this;
  discard();
  file_ = std::exchange(other.file_, nullptr);
  path_ = std::move(other.path_);
  temporary_ = std::exchange(other.temporary_, std::string());
  failed_ = other.failed_;
  closed_ = other.closed_;
  return *this;
}

void Output::discard() {
  if (!temporary_.empty()) {
    std::fclose(file_);
    unlink(temporary_.c_str());
    temporary_.clear();
  }
  file_ = nullptr;
}

void Output::write(std::string_view bytes) {
  if (failed_ || closed_ || bytes.empty()) return;
  note_failure(std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size());
}

void Output::note_failure(bool failed) {
  if (!failed) return;
  closed_ = errno == EPIPE;
  failed_ = !closed_;
}

void Output::flush() {
  if (file_ == nullptr || !temporary_.empty() || failed_ || closed_) return;
  note_failure(std::fflush(file_) != 0);
}

Status Output::commit() {
  if (file_ == nullptr) return {};
  if (!closed_) note_failure(std::fflush(file_) != 0);
  if (failed_) return io_error("write", path_.empty() ? "standard output" : path_);
  if (temporary_.empty()) return {};
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const Error error = io_error("write", path_);
    unlink(temporary_.c_str());
    temporary_.clear();
    return error;
  }
  temporary_.clear();
  return {};
}

}  // namespace weft::cli
