// Any text as a wrapper file: an error, or a wrapper that saves as it was loaded; never a crash.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/json.h"
#include "wrap/kinds.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto json = weft::parse_json({reinterpret_cast<const char*>(data), size});
  if (!json.ok()) return 0;
  const auto wrapper = weft::wrap::load_wrapper(*json);
  if (!wrapper.ok()) return 0;
  const auto saved = weft::model::save_wrapper(**wrapper);
  const auto again = weft::wrap::load_wrapper(saved);
  WEFT_CHECK(again.ok() && weft::model::save_wrapper(**again) == saved);
  return 0;
}
