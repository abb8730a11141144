#include "cli/terminal_progress.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft::cli {
namespace {

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

}  // namespace weft::cli
