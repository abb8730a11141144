// Any bytes as a PNG: an error, or a picture with as many pixels as it says.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "render/picture.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto picture =
      weft::render::read_png({reinterpret_cast<const char*>(data), size}, uint64_t{1} << 20);
  if (!picture.ok()) return 0;
  WEFT_CHECK(picture->pixels.size() == size_t{picture->width} * picture->height);
  (void)weft::render::look_of(*picture, {-1, -1, 1e9F, 1e9F});
  return 0;
}
