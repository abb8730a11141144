// JsonLog: the events of the library as JSON lines (docs/formats/log.md).
#pragma once

#include <cstdio>
#include <mutex>

#include "base/log.h"

namespace weft::cli {

// Threads: any; a line is written whole.
class JsonLog final : public Log {
 public:
  // REQUIRES: `file` outlives this. Events below `least` are dropped.
  JsonLog(std::FILE* file, LogLevel least) : file_(file), least_(least) {}
  void event(LogLevel level, std::string_view stage, std::string_view name,
             std::initializer_list<LogField> fields) override;

 private:
  std::mutex mutex_;
  std::FILE* file_;
  LogLevel least_;
};

}  // namespace weft::cli
