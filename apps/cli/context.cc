#include "cli/context.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>

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

void Context::complain(std::string_view message) const {
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
