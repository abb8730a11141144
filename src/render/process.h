// BrowserProcess: a browser as a child of ours, talked to over two pipes.
//
// Messages are texts ended by a zero byte, written to its descriptor 3 and read from 4, as
// --remote-debugging-pipe wants it. It runs in a session of its own, so that all of it ends with one
// kill; its descriptors are those five; home and temporary files are in the folder it is given; a
// child of root becomes nobody. When this process dies its pipes end, and so does it.
//
// Threads: one at a time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::render {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;
using Milliseconds = std::chrono::milliseconds;

struct ProcessOptions {
  std::string program;  // A path, or a name to be looked for in PATH.
  std::vector<std::string> arguments;
  std::string folder;  // An absolute path; must outlive the process.
  uint64_t max_message = uint64_t{256} << 20;
  uint64_t max_file = uint64_t{1} << 30;  // The longest file it may write.
};

class BrowserProcess {
 public:
  // Fails with kNotFound if there is no such program, kPermission, kIo.
  static Result<BrowserProcess> start(const ProcessOptions& options);
  // Ends everything that start() began.
  ~BrowserProcess() { end(); }
  BrowserProcess(BrowserProcess&& other) noexcept { *this = static_cast<BrowserProcess&&>(other); }
  BrowserProcess& operator=(BrowserProcess&& other) noexcept;

  // Fails with kTimeout when the other side does not read, kIo when it is gone.
  Status send(std::string_view message, Deadline deadline);
  // The next message; nothing if none came in time. Fails with kIo when the other side is gone,
  // kLimitExceeded for a message without end.
  Result<std::optional<std::string>> receive(Deadline deadline);
  // The end of what it wrote to standard error: why it died, often.
  [[nodiscard]] std::string last_words() const;
  // Of all processes of its session.
  [[nodiscard]] uint64_t resident_bytes() const;
  [[nodiscard]] pid_t pid() const { return pid_; }
  void end();

 private:
  BrowserProcess() = default;

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  uint64_t max_message_ = 0;
  std::string folder_;
  std::string received_;
  size_t searched_ = 0;  // Bytes of `received_` known to hold no end of a message.
};

}  // namespace weft::render
