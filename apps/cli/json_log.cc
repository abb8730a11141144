#include "cli/json_log.h"

#include <chrono>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/json_text.h"

namespace weft::cli {
namespace {

std::string_view level_name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarning:
      return "warning";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

// "2026-11-15T23:04:05.678Z"
std::string now() {
  const auto time = std::chrono::system_clock::now();
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(time - whole).count();
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(whole)), milliseconds);
}

void append_member(std::string& line, std::string_view key, std::string_view value) {
  line.push_back(',');
  append_json_string(line, key);
  line.push_back(':');
  append_json_string(line, value);
}

}  // namespace

void JsonLog::event(LogLevel level, std::string_view stage, std::string_view name,
                    std::initializer_list<LogField> fields) {
  if (level < least_) return;
  std::string line = "{\"time\":\"" + now() + "\"";
  append_member(line, "level", level_name(level));
  append_member(line, "stage", stage);
  append_member(line, "event", name);
  for (const LogField& field : fields) append_member(line, field.key, field.value);
  line += "}\n";
  const std::lock_guard lock(mutex_);
  std::fwrite(line.data(), 1, line.size(), file_);
  std::fflush(file_);
}

}  // namespace weft::cli
