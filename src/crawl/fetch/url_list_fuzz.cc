// Any bytes as a sitemap or feed, and as the dates in them.

#include <cstdint>
#include <string_view>

#include "crawl/fetch/url_list.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  (void)weft::crawl::read_url_list(input, "https://example.com/sitemap.xml",
                                   {.max_bytes = 1 << 20, .max_entries = 1000});
  return 0;
}
