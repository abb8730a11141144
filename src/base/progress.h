// Progress: how far a long job has come. The library reports; the application draws (or does not).
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

// This one draws nothing. Threads: implementations must accept calls from several threads.
class Progress {
 public:
  virtual ~Progress() = default;

  // Starts a phase, e.g. "parsing". `total` is the number of units, or 0 when nobody knows.
  virtual void begin(std::string_view /*phase*/, uint64_t /*total*/) {}
  // `units` more are done, which were `bytes` of input; `failed` of them went wrong.
  virtual void advance(uint64_t /*units*/, uint64_t /*bytes*/ = 0, uint64_t /*failed*/ = 0) {}
  // A few words more about the state of things, shown with the next advance(): "12 hosts".
  virtual void detail(std::string_view /*text*/) {}
  virtual void end() {}

  static Progress& none() {
    static Progress progress;
    return progress;
  }
};

}  // namespace weft
