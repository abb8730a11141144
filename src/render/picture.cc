// PNG (W3C, 3rd edition): a signature, then chunks of length, type, data and checksum.
//
//   1  IHDR says how large the picture is and of which kind; the data of all IDAT is one zlib stream.
//   2  Each row is a filter and its bytes; filters add the byte to the left (Sub), above (Up), their
//      mean (Average), or whichever of left, above and upper left is nearest to left + above - upper
//      left (Paeth).
//
// Checksums are not looked at: the zlib stream has its own.
//
// Tested by picture_test.cc.

#include "render/picture.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/hash.h"

namespace weft::render {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr size_t kHeaderLength = 13;

uint32_t number_at(std::string_view bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<uint8_t>(bytes[at + i]);
  return number;
}

uint8_t paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int to_left = std::abs(guess - left);
  const int to_above = std::abs(guess - above);
  const int to_corner = std::abs(guess - corner);
  if (to_left <= to_above && to_left <= to_corner) return static_cast<uint8_t>(left);
  return static_cast<uint8_t>(to_above <= to_corner ? above : corner);
}

// Step 2, in place. False for a filter that there is not.
bool unfilter(std::string& rows, size_t row_bytes, size_t channels) {
  for (size_t begin = 0; begin < rows.size(); begin += row_bytes + 1) {
    const auto filter = static_cast<uint8_t>(rows[begin]);
    if (filter > 4) return false;
    for (size_t i = 1; i <= row_bytes; ++i) {
      const auto byte = [&](bool before, bool up) {
        if ((before && i <= channels) || (up && begin == 0)) return 0;
        const size_t at = begin + i - (before ? channels : 0) - (up ? row_bytes + 1 : 0);
        return static_cast<int>(static_cast<uint8_t>(rows[at]));
      };
      int add = 0;
      if (filter == 1) add = byte(true, false);
      if (filter == 2) add = byte(false, true);
      if (filter == 3) add = (byte(true, false) + byte(false, true)) / 2;
      if (filter == 4) add = paeth(byte(true, false), byte(false, true), byte(true, true));
      rows[begin + i] = static_cast<char>(static_cast<uint8_t>(rows[begin + i]) + add);
    }
  }
  return true;
}

}  // namespace

Result<Picture> read_png(std::string_view bytes, uint64_t max_pixels) {
  const auto damaged = [](const char* what) {
    return Error{ErrorCode::kInvalidArgument, std::string("no PNG, or a damaged one: ") + what};
  };
  if (!bytes.starts_with(kSignature)) return damaged("it does not begin as one");
  Picture picture;
  size_t channels = 0;
  std::string packed;
  for (size_t at = kSignature.size(); at + 12 <= bytes.size();) {  // Step 1.
    const uint32_t length = number_at(bytes, at);
    const std::string_view type = bytes.substr(at + 4, 4);
    if (length > bytes.size() - at - 12) return damaged("a chunk is cut off");
    const std::string_view data = bytes.substr(at + 8, length);
    at += 12 + size_t{length};
    if (type == "IHDR") {
      if (data.size() != kHeaderLength) return damaged("the header");
      picture.width = number_at(data, 0);
      picture.height = number_at(data, 4);
      channels = data[9] == 2 ? 3 : data[9] == 6 ? 4 : 0;
      if (data[8] != 8 || channels == 0 || data[12] != 0) {
        return Error{ErrorCode::kUnsupported,
                     "PNG of another kind than 8 bits a channel in red, green and blue"};
      }
    } else if (type == "IDAT") {
      packed += data;
    }
  }
  if (channels == 0 || picture.width == 0 || picture.height == 0) return damaged("no header");
  if (uint64_t{picture.width} * picture.height > max_pixels)
    return Error{ErrorCode::kLimitExceeded, "the picture is too large"};
  const size_t row_bytes = size_t{picture.width} * channels;
  std::string rows((row_bytes + 1) * picture.height, '\0');
  uLongf size = rows.size();
  if (uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      size != rows.size() || !unfilter(rows, row_bytes, channels))
    return damaged("its pixels");
  picture.pixels.reserve(size_t{picture.width} * picture.height);
  for (size_t y = 0; y < picture.height; ++y) {
    for (size_t i = 0; i < row_bytes; i += channels) {
      const size_t at = y * (row_bytes + 1) + 1 + i;
      uint32_t pixel = 0;
      for (size_t c = 0; c < 3; ++c) pixel = pixel << 8 | static_cast<uint8_t>(rows[at + c]);
      picture.pixels.push_back(pixel);
    }
  }
  return picture;
}

uint64_t look_of(const Picture& picture, const dom::Box& box) {
  const auto within = [](float place, uint32_t end) {
    return static_cast<uint32_t>(std::clamp(std::round(place), 0.0F, static_cast<float>(end)));
  };
  const uint32_t left = within(box.left, picture.width);
  const uint32_t right = within(box.right(), picture.width);
  const uint32_t top = within(box.top, picture.height);
  const uint32_t bottom = within(box.bottom(), picture.height);
  if (left >= right || top >= bottom) return 0;
  uint64_t look = hash_combine(right - left, bottom - top);
  for (uint32_t y = top; y < bottom; ++y) {
    const auto* row =
        reinterpret_cast<const char*>(&picture.pixels[size_t{y} * picture.width + left]);
    look = hash_combine(look, hash_bytes({row, (right - left) * sizeof(uint32_t)}));
  }
  return look;
}

}  // namespace weft::render
