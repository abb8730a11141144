// What every benchmark needs: clocks, and where the data sets are.
#pragma once

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace weft::bench {

// Of this thread, or of the process (CLOCK_PROCESS_CPUTIME_ID): what other programs do does not count.
inline double cpu_seconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// $WEFT_DATA, or the user's cache.
inline std::filesystem::path data_root() {
  if (const char* data = std::getenv("WEFT_DATA")) return data;
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home == nullptr ? "." : home) / ".cache/weft-data";
}

}  // namespace weft::bench
