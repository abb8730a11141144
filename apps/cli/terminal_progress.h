// TerminalProgress: a progress bar with rate and time left, on a terminal; nothing in a pipe.
//
//   parsing  1,234 / 5,000  [########----------------]  24%  830/s  41.2 MB/s  0:04 left  2 failed
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

#include "base/progress.h"

namespace weft::cli {

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

}  // namespace weft::cli
