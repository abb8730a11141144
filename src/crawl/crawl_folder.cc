#include "crawl/crawl_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace weft::crawl {
namespace {

constexpr std::string_view kLockSuffix = ".lock";

// A descriptor that holds the lock of a worker's file; -1 if the worker is alive, or the file gone.
int try_lock(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return -1;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

// A descriptor that holds the lock of a new file; -1 if it cannot be made. Between its creation and
// its lock another process may take the file for that of a dead worker and remove it; then once
// more.
int lock_new(const std::string& path) {
  while (true) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return -1;
    struct stat info {};
    const bool locked = ::flock(fd, LOCK_EX) == 0 && ::fstat(fd, &info) == 0;
    if (locked && info.st_nlink > 0) return fd;
    const int error = errno;
    ::close(fd);
    errno = error;
    if (!locked) return -1;
  }
}

std::string new_worker_name() {
  char host[64] = "host";
  ::gethostname(host, sizeof host - 1);
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("{}-{}-{:x}", host, ::getpid(),
                     std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

}  // namespace

Result<CrawlFolder> CrawlFolder::open(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path + "/workers", error);
  if (error)
    return Error{ErrorCode::kIo, fmt::format("cannot create {}: {}", path, error.message())};
  CrawlFolder folder;
  folder.path_ = path;
  folder.worker_ = new_worker_name();
  folder.lock_path_ = fmt::format("{}/workers/{}{}", path, folder.worker_, kLockSuffix);
  folder.lock_ = lock_new(folder.lock_path_);
  if (folder.lock_ < 0) {
    return Error{ErrorCode::kPermission,
                 fmt::format("cannot lock {}: {}", folder.lock_path_, std::strerror(errno))};
  }
  return folder;
}

CrawlFolder::~CrawlFolder() {
  if (lock_ < 0) return;
  ::unlink(lock_path_.c_str());
  ::close(lock_);
}

CrawlFolder::CrawlFolder(CrawlFolder&& other) noexcept { *this = std::move(other); }

CrawlFolder& CrawlFolder::operator=(CrawlFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(worker_, other.worker_);
  std::swap(lock_path_, other.lock_path_);
  std::swap(lock_, other.lock_);
  return *this;
}

size_t CrawlFolder::live_workers(const std::string& path) {
  std::error_code error;
  size_t alive = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path + "/workers", error)) {
    const int fd = try_lock(entry.path().string());
    alive += fd < 0 ? 1 : 0;
    if (fd >= 0) ::close(fd);
  }
  return alive;
}

Result<size_t> CrawlFolder::release_dead_workers(Frontier& frontier) const {
  std::error_code error;
  size_t dead = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path_ + "/workers", error)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(kLockSuffix) || entry.path().string() == lock_path_) continue;
    const int fd = try_lock(entry.path().string());
    if (fd < 0) continue;  // Alive.
    const std::string worker = file.substr(0, file.size() - kLockSuffix.size());
    const Status released = frontier.release(worker, wall_now());
    if (released.ok()) ::unlink(entry.path().c_str());
    ::close(fd);
    if (!released.ok()) return released.error();
    ++dead;
  }
  return dead;
}

}  // namespace weft::crawl
