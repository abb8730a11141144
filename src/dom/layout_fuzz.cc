// Any text as a stored layout: an error, or a layout that writes and reads as the same.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "dom/layout.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::dom;
  const auto layout = read_layout({reinterpret_cast<const char*>(data), size});
  if (!layout.ok()) return 0;
  const std::string written = write_layout(*layout);
  const auto again = read_layout(written);
  WEFT_CHECK(again.ok() && write_layout(*again) == written);
  return 0;
}
