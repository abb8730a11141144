#include "base/base64.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Base64Test, ThereAndBack) {
  EXPECT_EQ(to_base64(""), "");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(from_base64(to_base64(all)), all);
  EXPECT_EQ(from_base64("Zm9v\nYmE="), "fooba");
}

}  // namespace
}  // namespace weft
