// Any bytes as a URL, alone and against a base; what is accepted must parse again to itself.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "url/canonical.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using weft::url::Url;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  static const auto base = Url::parse("https://user:pass@example.com:8080/a/b/c?q#f");
  for (const Url* against : {static_cast<const Url*>(nullptr), &*base}) {
    const auto url = Url::parse(input, against);
    if (!url.ok()) continue;
    const std::string href = url->href();
    const auto again = Url::parse(href);
    WEFT_CHECK(again.ok() && again->href() == href);
    weft::url::canonical(*url);
  }
  return 0;
}
