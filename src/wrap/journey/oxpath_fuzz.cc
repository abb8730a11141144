// Any text as a journey: an error, or a journey that prints as something that reads as itself.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "wrap/journey/oxpath.h"
#include "wrap/journey/xpath_wrapper.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::wrap;
  static const std::shared_ptr<const weft::model::Wrapper> kInner = *XPathWrapper::make("//li", {});
  const auto journey = parse_oxpath({reinterpret_cast<const char*>(data), size}, kInner);
  if (!journey.ok()) return 0;
  const std::string text = to_oxpath(**journey);
  const auto again = parse_oxpath(text, kInner);
  WEFT_CHECK(again.ok() && to_oxpath(**again) == text);
  return 0;
}
