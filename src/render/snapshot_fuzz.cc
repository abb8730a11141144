// Any JSON as a snapshot: an error, or a page whose layout belongs to its document and is stored and
// read as the same.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/json.h"
#include "render/snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto json = weft::parse_json({reinterpret_cast<const char*>(data), size});
  if (!json.ok()) return 0;
  const auto page = weft::render::read_snapshot(*json);
  if (!page.ok()) return 0;
  WEFT_CHECK(page->layout.size() == page->document.size());
  WEFT_CHECK(weft::dom::read_layout(weft::dom::write_layout(page->layout)).ok());
  return 0;
}
