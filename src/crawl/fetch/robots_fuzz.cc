// Any bytes as robots.txt, and any bytes as the URL asked about.

#include <cstdint>
#include <string_view>

#include "crawl/fetch/robots.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t cut = input.find('\0');
  const auto robots = weft::crawl::Robots::parse(input.substr(0, cut));
  const std::string_view url = cut == std::string_view::npos ? "/x" : input.substr(cut + 1);
  (void)robots.allows("weft", url.substr(0, 512));
  (void)robots.crawl_delay("weft");
  return 0;
}
