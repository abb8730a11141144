// Any bytes as a PostScript document: no crash, and text in proportion.

#include <cstdint>
#include <string>

#include "crawl/plan/document_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes = "%!" + std::string(reinterpret_cast<const char*>(data), size);
  const auto document = weft::crawl::ps_text(bytes);
  WEFT_CHECK(document.ok() && document->text.size() <= 4 * bytes.size());
  return 0;
}
