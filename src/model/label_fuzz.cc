// Any text as a label file: an error or labels that read back the same.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "model/label_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::model;
  const auto labels = read_labels({reinterpret_cast<const char*>(data), size});
  if (!labels.ok()) return 0;
  const auto again = read_labels(write_labels(*labels));
  WEFT_CHECK(again.ok() && *again == *labels);
  return 0;
}
