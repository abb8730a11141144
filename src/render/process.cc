#include "render/process.h"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"

namespace weft::render {
namespace {

constexpr uid_t kNobody = 65534;
constexpr int kCommands = 3;  // The descriptors that the browser reads and writes.
constexpr int kAnswers = 4;
constexpr char kErrorFile[] = "/stderr.txt";

Error io_error(std::string_view what) {
  return {ErrorCode::kIo, fmt::format("{}: {}", what, std::strerror(errno))};
}

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_;
};

// A pair of sockets rather than a pipe: writing to one that nobody reads is an error, not a signal.
Status connect_pair(Descriptor& ours, Descriptor& theirs) {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return io_error("cannot make a pipe to the browser");
  ours.reset(pair[0]);
  theirs.reset(pair[1]);
  return {};
}

// What the child does between fork and exec; only what is safe there. Gives up with errno.
struct Child {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* folder;
  const char* error_file;
  int commands, answers;
  rlim_t max_file;

  void run() const {
    ::setsid();
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
    const int nothing = ::open("/dev/null", O_RDWR);
    const int errors = ::open(error_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    // Out of the way first: any of them may be 3 or 4.
    const int from = ::fcntl(commands, F_DUPFD, 10);
    const int to = ::fcntl(answers, F_DUPFD, 10);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(errors, STDERR_FILENO);
    ::dup2(from, kCommands);
    ::dup2(to, kAnswers);
    ::close_range(kAnswers + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    const rlimit file{max_file, max_file};
    ::setrlimit(RLIMIT_FSIZE, &file);
    const rlimit core{0, 0};
    ::setrlimit(RLIMIT_CORE, &core);
    if (::chdir(folder) != 0) return;
    if (::geteuid() == 0 &&
        (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
      return;
    }
    ::execve(program, arguments, environment);
  }
};

std::string found_in_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* path = ::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    std::string candidate = fmt::format("{}/{}", folder, program);
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int wait_time(Deadline deadline) {
  const auto left = std::chrono::ceil<Milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 3'600'000));
}

// Whether the descriptor is ready in time.
bool ready(int fd, int16_t events, Deadline deadline) {
  pollfd entry{fd, events, 0};
  while (true) {
    const int count = ::poll(&entry, 1, wait_time(deadline));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

}  // namespace

Result<BrowserProcess> BrowserProcess::start(const ProcessOptions& options) {
  const std::string program = found_in_path(options.program);
  if (program.empty() || ::access(program.c_str(), X_OK) != 0) {
    return Error{ErrorCode::kNotFound, fmt::format("there is no program {}", options.program)};
  }
  if (::geteuid() == 0 && ::chown(options.folder.c_str(), kNobody, kNobody) != 0)
    return io_error("cannot give the browser its folder " + options.folder);
  Descriptor commands, commands_end, answers, answers_end;
  WEFT_TRY(connect_pair(commands, commands_end));
  WEFT_TRY(connect_pair(answers, answers_end));
  int failure[2];  // The child says here why it could not become the browser.
  if (::pipe2(failure, O_CLOEXEC) != 0) return io_error("cannot make a pipe to the browser");
  const Descriptor failed(failure[0]);
  Descriptor fails(failure[1]);

  std::vector<std::string> texts = {program};
  texts.insert(texts.end(), options.arguments.begin(), options.arguments.end());
  const char* path = ::getenv("PATH");
  std::vector<std::string> settings = {"HOME=" + options.folder, "TMPDIR=" + options.folder,
                                       "LANG=C.UTF-8", "TZ=UTC",
                                       fmt::format("PATH={}", path == nullptr ? "" : path)};
  const std::vector<char*> arguments = pointers(texts);
  const std::vector<char*> environment = pointers(settings);
  const std::string error_file = options.folder + kErrorFile;
  const Child child{.program = program.c_str(),
                    .arguments = arguments.data(),
                    .environment = environment.data(),
                    .folder = options.folder.c_str(),
                    .error_file = error_file.c_str(),
                    .commands = commands_end.get(),
                    .answers = answers_end.get(),
                    .max_file = options.max_file};
  const pid_t pid = ::fork();
  if (pid < 0) return io_error("cannot start the browser");
  if (pid == 0) {
    child.run();
    const int why = errno;
    (void)!::write(fails.get(), &why, sizeof why);
    ::_exit(127);
  }
  fails.reset(-1);
  BrowserProcess process;
  process.pid_ = pid;
  process.to_ = commands.release();
  process.from_ = answers.release();
  process.max_message_ = options.max_message;
  process.folder_ = options.folder;
  int why = 0;
  if (::read(failed.get(), &why, sizeof why) == sizeof why) {
    errno = why;
    return io_error("cannot run " + program);
  }
  return process;
}

BrowserProcess& BrowserProcess::operator=(BrowserProcess&& other) noexcept {
  if (this == &other) return *this;
  end();
  pid_ = std::exchange(other.pid_, -1);
  to_ = std::exchange(other.to_, -1);
  from_ = std::exchange(other.from_, -1);
  max_message_ = other.max_message_;
  folder_ = std::move(other.folder_);
  received_ = std::move(other.received_);
  searched_ = other.searched_;
  return *this;
}

void BrowserProcess::end() {
  if (to_ >= 0) ::close(std::exchange(to_, -1));
  if (from_ >= 0) ::close(std::exchange(from_, -1));
  if (pid_ <= 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

Status BrowserProcess::send(std::string_view message, Deadline deadline) {
  const std::string bytes = std::string(message) + '\0';
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n =
        ::send(to_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n >= 0) {
      sent += static_cast<size_t>(n);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!ready(to_, POLLOUT, deadline))
        return Error{ErrorCode::kTimeout, "the browser takes no commands"};
    } else if (errno != EINTR) {
      return Error{ErrorCode::kIo, "the browser is gone"};
    }
  }
  return {};
}

Result<std::optional<std::string>> BrowserProcess::receive(Deadline deadline) {
  constexpr size_t kPiece = size_t{1} << 18;
  while (true) {
    const size_t end = received_.find('\0', searched_);
    if (end != std::string::npos) {
      std::string message = received_.substr(0, end);
      received_.erase(0, end + 1);
      searched_ = 0;
      return std::optional(std::move(message));
    }
    searched_ = received_.size();
    if (received_.size() > max_message_)
      return Error{ErrorCode::kLimitExceeded, "the browser sends a message without end"};
    if (!ready(from_, POLLIN, deadline)) return std::optional<std::string>();
    received_.resize(searched_ + kPiece);
    const ssize_t n = ::recv(from_, received_.data() + searched_, kPiece, 0);
    received_.resize(searched_ + static_cast<size_t>(std::max<ssize_t>(n, 0)));
    if (n == 0 || (n < 0 && errno != EINTR)) return Error{ErrorCode::kIo, "the browser is gone"};
  }
}

std::string BrowserProcess::last_words() const {
  constexpr size_t kMost = 2'000;
  const auto text = read_file(folder_ + kErrorFile);
  if (!text.ok()) return {};
  return text->size() <= kMost ? *text : text->substr(text->size() - kMost);
}

uint64_t BrowserProcess::resident_bytes() const {
  // Of /proc/PID/stat, the session is the fourth, and the resident pages the twenty-second field
  // behind the name, which is in brackets and may hold anything.
  constexpr int kSession = 4;
  constexpr int kResident = 22;
  uint64_t pages = 0;
  DIR* processes = ::opendir("/proc");
  if (processes == nullptr) return 0;
  while (const dirent* entry = ::readdir(processes)) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    std::ifstream file(fmt::format("/proc/{}/stat", entry->d_name));
    std::string line;
    std::getline(file, line);
    size_t at = line.rfind(')');
    if (at == std::string::npos) continue;
    uint64_t session = 0;
    uint64_t resident = 0;
    at += 2;
    for (int field = 1; field <= kResident && at < line.size(); ++field) {
      const size_t end = std::min(line.find(' ', at), line.size());
      if (field == kSession) std::from_chars(line.data() + at, line.data() + end, session);
      if (field == kResident) std::from_chars(line.data() + at, line.data() + end, resident);
      at = end + 1;
    }
    if (session == static_cast<uint64_t>(pid_)) pages += resident;
  }
  ::closedir(processes);
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace weft::render
