// Any bytes as an HTTP response: what the crawler reads from its head, and robots.txt from its
// body.

#include <chrono>
#include <cstdint>
#include <string_view>

#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/page_links.h"
#include "crawl/fetch/robots.h"
#include "crawl/url_gate.h"
#include "warc/http.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto response = warc::parse_http(input);
  if (response.ok()) {
    (void)crawl::retry_after(*response, std::chrono::system_clock::from_time_t(1'700'000'000));
    crawl::RobotsDirectives directives;
    for (const warc::Field& field : response->headers) directives.add(field.value, "weft");
    (void)warc::decode_body(*response, 1 << 20);
  }
  crawl::RobotsCache cache({});
  crawl::FetchResult result;
  result.message = input;
  result.url = cache.begin("http://h", {});
  result.http_status = response.ok() ? response->status : 0;
  (void)cache.advance("http://h", result, {});
  (void)cache.allows("http://h", "http://h/x");
  (void)crawl::UrlContext::decode(crawl::UrlContext::decode(input).encode());
  return 0;
}
