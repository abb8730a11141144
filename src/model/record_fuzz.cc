// Any text as an extraction or as JSON Lines of records: an error, never a crash.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/json.h"
#include "model/record_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::model;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto json = weft::parse_json(text); json.ok()) {
    if (const auto extraction = extraction_from_json(*json); extraction.ok()) {
      const std::string saved = extraction_json(*extraction);
      const auto parsed = weft::parse_json(saved);
      WEFT_CHECK(parsed.ok());
      const auto again = extraction_from_json(*parsed);
      WEFT_CHECK(again.ok() && extraction_json(*again) == saved);
    }
  }
  (void)read_records(text);
  return 0;
}
