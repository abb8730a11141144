// Context: what every verb gets: the uniform options, where data goes, and how to talk to the
// person.
//
// Data goes to context.out (standard output, or the file of -o, which appears only when the verb
// succeeds and found something); everything else to standard error.
#pragma once

#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/progress.h"
#include "base/result.h"

namespace weft::cli {

// Exit codes that schedulers can trust. The same for every verb.
enum class ExitCode {
  kGood = 0,
  kFailed = 1,     // an error, named on stderr
  kUsage = 2,      // the command line or a rule in it is wrong
  kUnhealthy = 3,  // finished, but the data breaks its own promises
  kPartial = 4,    // finished in part: some inputs failed, or a budget ran out
  kNothing = 5,    // nothing to do: no input, no match
};

// How an Error ends the program.
ExitCode exit_code_for(const Error& error);

// Output: standard output, or a file that appears whole or not at all. The file is written beside
// its target and renamed by commit(); without commit() nothing is left behind and an earlier file
// stays.
class Output {
 public:
  Output() = default;
  // "-" is standard output.
  static Result<Output> open(const std::string& path);

  // Buffered. A failed write is remembered and reported by commit().
  void write(std::string_view bytes);
  // Hands what was written to standard output now, for a person who is watching; files wait for
  // commit().
  void flush();
  // Flushes, and puts the file in its place. Fails with kIo, e.g. when the disk is full. A reader
  // that has gone away (weft … | head) is not a failure: it has what it wanted.
  Status commit();
  // Nobody reads what is written any more; long jobs may end.
  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] bool is_file() const { return file_.has_value(); }

 private:
  void note_failure(bool failed);

  std::FILE* stream_ = nullptr;     // Standard output, or nothing.
  std::optional<AtomicFile> file_;  // What -o names.
  Status failure_;
  bool closed_ = false;
};

// All of an output at once; "-" is standard output.
Status write_output(const std::string& path, std::string_view bytes);

// --- progress: a bar with rate and time left, on a terminal; nothing in a pipe ---
//
//   parsing  1,234 / 5,000  [########----------------]  24%  830/s  41.2 MB/s  0:04 left  2 failed

// What a bar shows.
struct ProgressState {
  std::string phase;
  uint64_t total = 0;  // 0: unknown.
  uint64_t done = 0;
  uint64_t bytes = 0;
  uint64_t failed = 0;
  std::string detail;  // Shown as it is.
  double seconds = 0;  // Since the phase began.
};

// The line, at most `columns` wide. Without a total there is no bar and no time left.
std::string format_progress(const ProgressState& state, size_t columns);

// Draws on one line of a terminal, ten times a second at most, and wipes it at the end of the
// phase. Threads: any.
class TerminalProgress final : public Progress {
 public:
  // REQUIRES: `terminal` is a terminal, and outlives this.
  explicit TerminalProgress(std::FILE* terminal) : terminal_(terminal) {}
  ~TerminalProgress() override { wipe(); }

  void begin(std::string_view phase, uint64_t total) override;
  void advance(uint64_t units, uint64_t bytes, uint64_t failed) override;
  void detail(std::string_view text) override;
  void end() override;

  // Takes the bar away so that a message can be printed; the next advance() draws it again.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now);

  std::mutex mutex_;
  std::FILE* terminal_;
  ProgressState state_;
  Clock::time_point started_;
  Clock::time_point drawn_;
  bool visible_ = false;
};

// "list.csv" and "2" give "list.2.csv": the name of a further file of an output.
std::string beside(const std::string& path, std::string_view middle);

// --- the context ---

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
  // Where the library's events go, as JSON lines (docs/formats/log.md): the file of --log, or
  // nowhere.
  [[nodiscard]] Log& log() const { return log_ == nullptr ? Log::discard() : *log_; }
  // Opens the file of --log; "" for none, "-" for standard error. Fails with kIo.
  Status open_log(const std::string& path);
  // Prints "weft: message" to standard error, whatever --quiet says.
  void complain(std::string_view message) const;
  // Prints a note to standard error unless --quiet.
  void note(std::string_view message) const;
  // --quiet, and standard output was not asked for by --json or -o: a summary of what was done is
  // left out.
  [[nodiscard]] bool is_silent() const { return options.quiet && !options.json && !out.is_file(); }
  // Writes the JSON as a line where --json was given, else the text.
  void print(const Json& json, std::string_view text);
  // Complains and returns the error's exit code.
  ExitCode fail(const Error& error) const;
  // Whether to colour what is written to standard output.
  [[nodiscard]] bool color_stdout() const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<TerminalProgress> bar_;
  std::unique_ptr<std::FILE, Close> log_file_;
  std::unique_ptr<Log> log_;
};

}  // namespace weft::cli
