#include "cli/context.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "cli/json_log.h"

namespace weft::cli {
namespace {

bool wants_color(const CommonOptions& options, int fd) {
  return !options.no_color && std::getenv("NO_COLOR") == nullptr && isatty(fd) != 0;
}

}  // namespace

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
  log_ = std::make_unique<JsonLog>(file, LogLevel::kDebug);
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
