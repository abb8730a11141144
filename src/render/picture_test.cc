#include "render/picture.h"

#include <zlib.h>

#include "gtest/gtest.h"

namespace weft::render {
namespace {

std::string number(uint32_t n) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(n >> shift);
  return out;
}
std::string chunk(const std::string& type, const std::string& data) {
  return number(static_cast<uint32_t>(data.size())) + type + data + number(0);
}
// Rows with their filters, RGB.
std::string png(uint32_t width, uint32_t height, const std::string& rows) {
  std::string packed(compressBound(rows.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(rows.data()), rows.size());
  packed.resize(size);
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", number(width) + number(height) + std::string("\x08\x02\0\0\0", 5)) +
         chunk("IDAT", packed.substr(0, 3)) + chunk("IDAT", packed.substr(3)) + chunk("IEND", "");
}

// One picture in all five filters: two pixels a row, each 0x010203 more than the one before.
TEST(PictureTest, FiltersAreUndone) {
  const auto row = [](char filter, std::initializer_list<int> bytes) {
    std::string out(1, filter);
    for (const int byte : bytes) out += static_cast<char>(byte);
    return out;
  };
  const auto picture = read_png(png(2, 5,
                                    row(0, {1, 2, 3, 2, 4, 6}) +       // None
                                        row(1, {3, 6, 9, 1, 2, 3}) +   // Sub
                                        row(2, {2, 4, 6, 2, 4, 6}) +   // Up
                                        row(3, {5, 9, 14, 2, 3, 5}) +  // Average
                                        row(4, {2, 4, 6, 1, 2, 3})));  // Paeth
  ASSERT_TRUE(picture.ok()) << picture.error().message;
  ASSERT_EQ(picture->pixels.size(), 10U);
  for (uint32_t i = 0; i < 10; ++i) EXPECT_EQ(picture->pixels[i], (i + 1) * 0x010203U) << i;
}

TEST(PictureTest, WhatIsNoPictureIsAnError) {
  const std::string whole = png(1, 1, std::string("\0abc", 4));
  ASSERT_TRUE(read_png(whole).ok());
  EXPECT_EQ(read_png("GIF89a").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(read_png(whole.substr(0, 50)).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(read_png(png(1, 1, "\7abc")).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(read_png(png(2, 1, std::string("\0abc", 4))).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(read_png(png(9, 9, ""), 80).error().code, ErrorCode::kLimitExceeded);
}

TEST(PictureTest, CropsLookAlikeWhereverTheyStand) {
  Picture picture{4, 2, {1, 2, 1, 2, 3, 4, 3, 5}};
  EXPECT_EQ(look_of(picture, {0, 0, 2, 1}), look_of(picture, {2, 0, 2, 1}));
  EXPECT_NE(look_of(picture, {0, 0, 2, 2}), look_of(picture, {2, 0, 2, 2}));
  EXPECT_NE(look_of(picture, {0, 0, 2, 1}), look_of(picture, {0, 0, 1, 1}));
  EXPECT_EQ(look_of(picture, {4, 0, 9, 9}), 0U);
}

}  // namespace
}  // namespace weft::render
