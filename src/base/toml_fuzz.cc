// Any bytes as TOML: an error with a line, or values whose lines are in the file.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/toml.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto read = weft::read_toml({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
  if (!read.ok()) return 0;
  for (const weft::TomlValue& value : read->members) {
    WEFT_CHECK(value.line <= size + 1);
    WEFT_CHECK(read->find(value.key) != nullptr);
  }
  return 0;
}
