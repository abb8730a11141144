// Any bytes as a value of every type: no crash, what comes out normalises again, and what is a value
// as a whole holds one.

#include <array>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "value/normalize.h"
#include "value/whole_value.h"

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
  for (int type = 0; type <= static_cast<int>(ValueType::kBoolean); ++type) {
    const auto whole = whole_value(static_cast<ValueType>(type), text, context);
    if (whole) WEFT_CHECK(whole_value(static_cast<ValueType>(type), *whole, context).has_value());
  }
  (void)column_type(std::array{text.substr(0, size / 2), text.substr(size / 2)}, context);
  return 0;
}
