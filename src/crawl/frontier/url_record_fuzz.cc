// Any bytes as a batch of submissions, and as the rest of a URL.

#include <cstdint>
#include <string_view>

#include "crawl/frontier/url_record.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::crawl;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::vector<Submission> submissions;
  (void)decode_submissions(input, 0, submissions).ok();
  UrlRow url{.url = "https://example.com/a"};
  (void)decode_rest(input, url).ok();
  return 0;
}
