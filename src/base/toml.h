// TOML, read into values that know their line: for the files that people write (domains, the
// settings of a crawl), whose mistakes must be named by file and line.
//
//   WEFT_ASSIGN(const TomlValue file, read_toml(text, "crawl.toml"));
//   for (const TomlValue& value : file.members)
//     if (!known(value.key)) return at_line("crawl.toml", value, "no setting is called " + value.key);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

struct TomlValue {
  enum class Kind : uint8_t { kText, kInteger, kReal, kFlag, kList, kTable, kOther };

  Kind kind = Kind::kTable;
  uint32_t line = 1;
  std::string key;   // In its table; empty for others.
  std::string text;  // What its kind has; the others are empty.
  int64_t integer = 0;
  double number = 0;  // Of an integer, too.
  bool flag = false;
  std::vector<TomlValue> items;
  std::vector<TomlValue> members;  // Of a table, in the order of the file.

  [[nodiscard]] bool is_text() const { return kind == Kind::kText; }
  [[nodiscard]] bool is_number() const { return kind == Kind::kInteger || kind == Kind::kReal; }
  [[nodiscard]] bool is_table() const { return kind == Kind::kTable; }
  // Of a table; null if it has no such member.
  [[nodiscard]] const TomlValue* find(std::string_view wanted) const;
  // A list of strings, or one string; nothing if it is neither.
  [[nodiscard]] std::optional<std::vector<std::string>> texts() const;
};

// Fails with kInvalidArgument, naming `file` and line. Nesting is limited.
Result<TomlValue> read_toml(std::string_view text, const std::string& file);

// "FILE, line 7: MESSAGE".
Error at_line(const std::string& file, const TomlValue& value, std::string_view message);

}  // namespace weft
