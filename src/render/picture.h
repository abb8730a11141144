// Picture: the pixels of a screenshot, so that parts of pages can be compared by what a person sees.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dom/layout.h"

namespace weft::render {

struct Picture {
  uint32_t width = 0;
  uint32_t height = 0;
  std::vector<uint32_t> pixels;  // Row by row, 0xRRGGBB.
};

// PNG of 8 bits a channel, RGB or RGBA, not interlaced, which is what browsers write; transparency is
// passed over. Fails with kInvalidArgument for what is none or is damaged, kUnsupported for other
// kinds, kLimitExceeded for more than `max_pixels`.
Result<Picture> read_png(std::string_view bytes, uint64_t max_pixels = uint64_t{64} << 20);

// What is drawn in a box, as a number: equal pixels in boxes of equal size have equal ones. 0 where the
// box has no pixel of the picture.
uint64_t look_of(const Picture& picture, const dom::Box& box);

}  // namespace weft::render
