// Where words go: data to the output, which is a file that appears only at the end or standard
// output; notes and errors to standard error; events of the library to the log, a JSON line each,
// written whole because any thread may send one.
#include "cli/context.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
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

constexpr std::string_view kLevelNames[] = {"debug", "info", "warning", "error"};  // By LogLevel.

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
    append_member(line, "level", kLevelNames[static_cast<size_t>(level)]);
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

constexpr auto kInterval = std::chrono::milliseconds(100);
constexpr size_t kBarWidth = 24;

std::string with_commas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<uint64_t>(std::min(std::ceil(seconds), 359'999.0));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string rates(const ProgressState& state) {
  if (state.seconds <= 0 || state.done == 0) return {};
  const double rate = static_cast<double>(state.done) / state.seconds;
  std::string text = rate >= 10 ? fmt::format("  {}/s", with_commas(static_cast<uint64_t>(rate)))
                                : fmt::format("  {:.1f}/s", rate);
  if (state.bytes > 0)
    text += fmt::format("  {:.1f} MB/s", static_cast<double>(state.bytes) / 1e6 / state.seconds);
  return text;
}

std::string time_left(const ProgressState& state) {
  if (state.done == 0 || state.done >= state.total) return {};
  const double per_unit = state.seconds / static_cast<double>(state.done);
  return fmt::format("  {} left",
                     clock_time(per_unit * static_cast<double>(state.total - state.done)));
}

size_t terminal_columns(std::FILE* terminal) {
  winsize size{};
  return ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
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

// --- progress ---

std::string format_progress(const ProgressState& state, size_t columns) {
  std::string line = fmt::format("{}  {}", state.phase, with_commas(state.done));
  if (state.total > 0) {
    const double part =
        std::min(1.0, static_cast<double>(state.done) / static_cast<double>(state.total));
    const auto filled = static_cast<size_t>(part * kBarWidth);
    line += fmt::format(" / {}  [{}{}]  {:>2}%", with_commas(state.total), std::string(filled, '#'),
                        std::string(kBarWidth - filled, '-'), static_cast<int>(part * 100));
  }
  line += rates(state) + time_left(state);
  if (state.failed > 0) line += fmt::format("  {} failed", with_commas(state.failed));
  if (!state.detail.empty()) line += "  " + state.detail;
  if (line.size() > columns) line.resize(columns);
  return line;
}

void TerminalProgress::begin(std::string_view phase, uint64_t total) {
  const std::lock_guard lock(mutex_);
  state_ = {.phase = std::string(phase), .total = total};
  started_ = drawn_ = Clock::now();
}

void TerminalProgress::advance(uint64_t units, uint64_t bytes, uint64_t failed) {
  const std::lock_guard lock(mutex_);
  state_.done += units;
  state_.bytes += bytes;
  state_.failed += failed;
  const Clock::time_point now = Clock::now();
  if (now - drawn_ >= kInterval) draw(now);
}

void TerminalProgress::detail(std::string_view text) {
  const std::lock_guard lock(mutex_);
  state_.detail = text;
}

void TerminalProgress::end() { wipe(); }

void TerminalProgress::wipe() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  fmt::print(terminal_, "\r\x1B[K");
  std::fflush(terminal_);
  visible_ = false;
}

void TerminalProgress::draw(Clock::time_point now) {
  drawn_ = now;
  state_.seconds = std::chrono::duration<double>(now - started_).count();
  fmt::print(terminal_, "\r\x1B[K{}", format_progress(state_, terminal_columns(terminal_) - 1));
  std::fflush(terminal_);
  visible_ = true;
}

// --- context ---

std::string beside(const std::string& path, std::string_view middle) {
  const size_t name = path.find_last_of('/') + 1;
  const size_t dot = std::min(path.find('.', name + 1), path.size());
  return fmt::format("{}.{}{}", path.substr(0, dot), middle, path.substr(dot));
}

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

void Context::print(const Json& json, std::string_view text) {
  out.write(options.json ? dump_json(json) + "\n" : std::string(text));
}

ExitCode Context::fail(const Error& error) const {
  complain(error.message);
  return exit_code_for(error);
}

bool Context::color_stdout() const {
  return options.output == "-" && !options.no_color && std::getenv("NO_COLOR") == nullptr &&
         isatty(STDOUT_FILENO) != 0;
}

}  // namespace weft::cli
