// Context: what every verb gets: the uniform options, where data goes, and how to talk to the
// person.
//
// Data goes to context.out (standard output, or the file of -o, which appears only when the verb
// succeeds and found something); everything else to standard error.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/log.h"
#include "base/result.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal_progress.h"

namespace weft::cli {

struct CommonOptions {
  unsigned jobs = 0;           // -j; 0 = one per core
  bool json = false;           // --json
  std::string output = "-";    // -o
  bool quiet = false;          // --quiet
  bool no_color = false;       // --no-color, or NO_COLOR in the environment
  bool allow_private = false;  // --allow-private
  Limits limits;               // --limits
};

struct Context {
  CommonOptions options;
  Output out;

  // Workers to use: options.jobs, or the number of cores.
  [[nodiscard]] unsigned workers() const;
  // A progress bar if standard error is a terminal, unless --quiet; else one that draws nothing.
  Progress& progress();
  // Where the library's events go: the file of --log, or nowhere.
  [[nodiscard]] Log& log() const { return log_ == nullptr ? Log::discard() : *log_; }
  // Opens the file of --log; "" for none, "-" for standard error. Fails with kIo.
  Status open_log(const std::string& path);
  // Prints "weft: message" to standard error, whatever --quiet says.
  void complain(std::string_view message) const;
  // Prints a note to standard error unless --quiet.
  void note(std::string_view message) const;
  // Complains and returns the error's exit code.
  ExitCode fail(const Error& error) const;
  // Whether to colour what is written to standard output / standard error.
  [[nodiscard]] bool color_stdout() const;
  [[nodiscard]] bool color_stderr() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<TerminalProgress> bar_;
  std::unique_ptr<std::FILE, Close> log_file_;
  std::unique_ptr<Log> log_;
};

}  // namespace weft::cli
