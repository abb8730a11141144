#include "cli/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "base/parallel.h"
#include "cli/page_files.h"

namespace weft::cli {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

Error read_error(const std::string& path) {
  const ErrorCode code = errno == ENOENT   ? ErrorCode::kNotFound
                         : errno == EACCES ? ErrorCode::kPermission
                                           : ErrorCode::kIo;
  return Error{code, fmt::format("cannot read {}: {}", path, std::strerror(errno))};
}

// A growing buffer: files that say their size are read into one of that size.
struct Buffer {
  std::unique_ptr<char[]> bytes;
  size_t size = 0;
  size_t capacity = 0;

  void grow(size_t wanted) {
    std::unique_ptr<char[]> bigger(new char[wanted]);
    if (size != 0) std::memcpy(bigger.get(), bytes.get(), size);
    bytes = std::move(bigger);
    capacity = wanted;
  }
};

// Reads to the end, or to `most` bytes. False when reading fails.
bool read_up_to(int fd, size_t most, Buffer& buffer) {
  while (buffer.size < most) {
    if (buffer.size == buffer.capacity)
      buffer.grow(std::min(most, std::max<size_t>(buffer.capacity * 2, 64 * 1024)));
    const ssize_t n = ::read(fd, buffer.bytes.get() + buffer.size, buffer.capacity - buffer.size);
    if (n == 0) return true;
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) buffer.size += static_cast<size_t>(n);
  }
  return true;
}

}  // namespace

Result<dom::Source> read_source(const std::string& path, uint64_t max_bytes) {
  const Descriptor file(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) return read_error(path);
  if (S_ISDIR(info.st_mode))
    return Error{ErrorCode::kIo,
                 fmt::format("cannot read {}: it is a directory without pages", path)};
  constexpr uint64_t kMost = uint64_t{1} << 40;
  const size_t most = std::min(max_bytes, kMost) + 1;
  Buffer buffer;
  // One byte more than the file is said to have, so that its end is seen without another
  // allocation.
  if (S_ISREG(info.st_mode))
    buffer.grow(std::min<size_t>(most, static_cast<size_t>(info.st_size) + 1));
  if (!read_up_to(file.get(), most, buffer)) return read_error(path);
  return dom::Source::own(std::move(buffer.bytes), buffer.size);
}

std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs) {
  std::vector<std::string> expanded;
  for (const std::string& input : inputs) {
    const auto files = expand_page_files({input});
    if (files.ok() && !files->empty()) {
      expanded.insert(expanded.end(), files->begin(), files->end());
    } else {
      expanded.push_back(input);
    }
  }
  return expanded;
}

ExitCode process_inputs(Context& context, std::string_view phase,
                        const std::vector<std::string>& inputs, const PageWork& work) {
  struct Job {
    const std::string* name;
    Result<dom::Source> bytes;
  };
  struct Done {
    size_t bytes = 0;
    Result<std::string> text;
  };
  const std::vector<std::string> names = expand_inputs(inputs);
  size_t next = 0;
  size_t failed = 0;
  context.progress().begin(phase, names.size());
  parallel_ordered(
      {.workers = static_cast<unsigned>(
           std::min<size_t>(context.workers(), std::max<size_t>(names.size(), 1)))},
      [&]() -> std::optional<Job> {
        if (next == names.size()) return std::nullopt;
        const std::string& name = names[next++];
        return Job{&name, read_source(name, context.options.limits.max_bytes)};
      },
      [&](unsigned worker, Job job) -> Done {
        if (!job.bytes.ok()) return {0, job.bytes.error()};
        const size_t size = job.bytes->view().size();
        return {size, work(worker, *job.name, std::move(*job.bytes))};
      },
      [&](Done done) {
        context.progress().advance(1, done.bytes, done.text.ok() ? 0 : 1);
        if (done.text.ok()) {
          context.out.write(*done.text);
        } else {
          context.complain(done.text.error().message);
          ++failed;
        }
        return context.out.closed() ? Flow::kStop : Flow::kContinue;
      });
  context.progress().end();
  if (names.empty()) return ExitCode::kNothing;
  return failed == 0              ? ExitCode::kGood
         : failed == names.size() ? ExitCode::kFailed
                                  : ExitCode::kPartial;
}

}  // namespace weft::cli
