// Log: where the library says what it is doing. The library itself never prints.
//
// An event is a noun from docs/formats/log.md with a few key/value facts; the application decides
// whether that becomes a JSON line, a coloured sentence, or nothing.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace weft {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

struct LogField {
  std::string_view key;
  std::string value;
};

// This one swallows everything. Threads: implementations must accept events from several threads.
class Log {
 public:
  virtual ~Log() = default;
  virtual void event(LogLevel, std::string_view /*stage*/, std::string_view /*name*/,
                     std::initializer_list<LogField>) {}

  static Log& discard() {
    static Log log;
    return log;
  }
};

}  // namespace weft
