// Any text as a schema file: an error or a schema that writes and exports.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/json.h"
#include "model/schema_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::model;
  const auto schema = read_schema({reinterpret_cast<const char*>(data), size});
  if (!schema.ok()) return 0;
  const auto json = weft::write_json(*schema);
  const auto again = weft::read_json<Schema>(json, "schema");
  WEFT_CHECK(again.ok() && weft::write_json(*again) == json);
  (void)to_json_schema(*schema);
  return 0;
}
