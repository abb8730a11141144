// Any bytes as a script: no crash, and no array of fewer than two objects.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "mine/script_records.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view script(reinterpret_cast<const char*>(data), size);
  for (const auto& objects : weft::mine::arrays_of_objects(script)) WEFT_CHECK(objects.size() >= 2);
  return 0;
}
