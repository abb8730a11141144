// A program of the user's, asked once. Its input is a file without a name, so that a program which
// answers before it has read everything cannot stand in the way of one that writes.

#include "cli/ask_command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

#include "base/file.h"

namespace weft::cli {
namespace {

Error io_error(std::string_view what) {
  return {ErrorCode::kIo, fmt::format("{}: {}", what, std::strerror(errno))};
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

// Everything until the end of the pipe.
Result<std::string> receive(int pipe, const AskLimits& limits) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(limits.seconds);
  std::string all;
  std::string buffer(size_t{1} << 16, '\0');
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = left.count() <= 0 ? 0 : ::poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0)
      return Error{ErrorCode::kLimitExceeded, fmt::format("no answer in {} s", limits.seconds)};
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return all;
    all.append(buffer, 0, static_cast<size_t>(got));
    if (all.size() > limits.bytes)
      return Error{ErrorCode::kLimitExceeded,
                   fmt::format("an answer of more than {} bytes", limits.bytes)};
  }
}

// The process, with these as its standard input and output, leading a group of its own. Negative if
// it cannot be started.
pid_t start_shell(const std::string& command, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh", option = "-c", text = command;
  char* arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  pid_t process = -1;
  const int failed = ::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = failed;
  return failed == 0 ? process : -1;
}

}  // namespace

Result<std::string> ask_command(const std::string& command, std::string_view input,
                                const AskLimits& limits) {
  const FileDescriptor question(::memfd_create("weft-question", MFD_CLOEXEC));
  if (question.get() < 0 || !write_all(question.get(), input) ||
      ::lseek(question.get(), 0, SEEK_SET) != 0)
    return io_error("cannot hold the question");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return io_error("cannot make a pipe");
  const FileDescriptor answers(ends[0]);
  pid_t process = -1;
  {
    const FileDescriptor output(ends[1]);
    process = start_shell(command, question.get(), output.get());
  }
  if (process < 0) return io_error("cannot start " + command);
  auto answer = receive(answers.get(), limits);
  if (!answer.ok()) ::kill(-process, SIGKILL);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!answer.ok()) return answer.error().in(command);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return Error{
        ErrorCode::kIo,
        fmt::format("{}: {}", command,
                    WIFEXITED(status) ? fmt::format("ended with code {}", WEXITSTATUS(status))
                                      : fmt::format("was ended by signal {}", WTERMSIG(status)))};
  return answer;
}

}  // namespace weft::cli
