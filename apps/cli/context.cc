// Where words go: data to the output, which is a file that appears only at the end or standard
// output; notes and errors to standard error; events of the library to the log, a JSON line each,
// written whole because any thread may send one.
#include "cli/context.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/json.h"

namespace weft::cli {
namespace {

std::string_view level_name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

// "2026-11-15T23:04:05.678Z"
std::string log_time() {
  const auto time = std::chrono::system_clock::now();
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(time - whole).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(whole)), milliseconds);
}

void append_member(std::string& line, std::string_view key, std::string_view value) {
  line.push_back(',');
  append_json_string(line, key);
  line.push_back(':');
  append_json_string(line, value);
}

// The events of the library as JSON lines. Threads: any; a line is written whole.
class JsonLog final : public Log {
 public:
  explicit JsonLog(std::FILE* file) : file_(file) {}
  void event(LogLevel level, std::string_view stage, std::string_view name,
             std::initializer_list<LogField> fields) override {
    std::string line = "{\"time\":\"" + log_time() + "\"";
    append_member(line, "level", level_name(level));
    append_member(line, "stage", stage);
    append_member(line, "event", name);
    for (const LogField& field : fields) append_member(line, field.key, field.value);
    line += "}\n";
    const std::lock_guard lock(mutex_);
    std::fwrite(line.data(), 1, line.size(), file_);
    std::fflush(file_);
  }

 private:
  std::mutex mutex_;
  std::FILE* file_;
};

bool wants_color(const CommonOptions& options, int fd) {
  return !options.no_color && std::getenv("NO_COLOR") == nullptr && isatty(fd) != 0;
}

}  // namespace

ExitCode exit_code_for(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      return ExitCode::kUsage;
    case ErrorCode::kUnhealthy:
      return ExitCode::kUnhealthy;
    default:
      return ExitCode::kFailed;
  }
}

// --- output ---

Result<Output> Output::open(const std::string& path) {
  Output output;
  if (path == "-") {
    output.stream_ = stdout;
    return output;
  }
  WEFT_ASSIGN(output.file_, AtomicFile::open(path));
  return output;
}

void Output::write(std::string_view bytes) {
  if (!failure_.ok() || closed_ || bytes.empty()) return;
  if (file_) {
    failure_ = file_->write(bytes);
  } else {
    note_failure(std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size());
  }
}

void Output::note_failure(bool failed) {
  if (!failed) return;
  closed_ = errno == EPIPE;
  if (!closed_) {
    failure_ = Error{ErrorCode::kIo,
                     fmt::format("cannot write standard output: {}", std::strerror(errno))};
  }
}

void Output::flush() {
  if (stream_ == nullptr || !failure_.ok() || closed_) return;
  note_failure(std::fflush(stream_) != 0);
}

Status Output::commit() {
  if (file_) {
    WEFT_TRY(failure_);
    return std::exchange(file_, std::nullopt)->commit();
  }
  flush();
  return failure_;
}

Status write_output(const std::string& path, std::string_view bytes) {
  WEFT_ASSIGN(Output output, Output::open(path));
  output.write(bytes);
  return output.commit();
}

// --- context ---

unsigned Context::workers() const {
  if (options.jobs != 0) return options.jobs;
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : cores;
}

Progress& Context::progress() {
  if (options.quiet || isatty(STDERR_FILENO) == 0) return Progress::none();
  if (bar_ == nullptr) bar_ = std::make_unique<TerminalProgress>(stderr);
  return *bar_;
}

Status Context::open_log(const std::string& path) {
  if (path.empty()) return {};
  std::FILE* file = stderr;
  if (path != "-") {
    log_file_.reset(std::fopen(path.c_str(), "ae"));
    file = log_file_.get();
    if (file == nullptr) {
      return Error{ErrorCode::kIo, fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    }
  }
  log_ = std::make_unique<JsonLog>(file);
  return {};
}

void Context::complain(std::string_view message) const {
  if (bar_ != nullptr) bar_->wipe();
  fmt::print(stderr, "weft: {}\n", message);
}

void Context::note(std::string_view message) const {
  if (!options.quiet) complain(message);
}

ExitCode Context::fail(const Error& error) const {
  complain(error.message);
  return exit_code_for(error);
}

bool Context::color_stdout() const {
  return wants_color(options, STDOUT_FILENO) && options.output == "-";
}
bool Context::color_stderr() const { return wants_color(options, STDERR_FILENO); }

}  // namespace weft::cli
