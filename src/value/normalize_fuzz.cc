// Any bytes as a value of every type: no crash, and what comes out normalises to itself.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "value/normalize.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::value;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const NormalizeContext context{
      .base_url = "https://a.example/b/", .language = "en", .country = "DE"};
  for (int type = 0; type <= static_cast<int>(ValueType::kBoolean); ++type) {
    const auto once = normalize(static_cast<ValueType>(type), text, context);
    if (!once || once->size() > 1000) continue;
    const auto twice = normalize(static_cast<ValueType>(type), *once, context);
    WEFT_CHECK(twice.has_value());
  }
  return 0;
}
