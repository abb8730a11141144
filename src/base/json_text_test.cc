#include "base/json_text.h"

#include <limits>

#include "gtest/gtest.h"

namespace weft {
namespace {

std::string json(double number) {
  std::string out;
  append_json_number(out, number);
  return out;
}

std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonTextTest, EscapesWhatJsonForbids) {
  EXPECT_EQ(json("plain"), "\"plain\"");
  EXPECT_EQ(json("a\"b\\c\n\t\r"), "\"a\\\"b\\\\c\\n\\t\\r\"");
  EXPECT_EQ(json(std::string_view("\0\x1F\x7F", 3)), "\"\\u0000\\u001f\\u007f\"");
  EXPECT_EQ(json("caf\xC3\xA9 \xF0\x9F\x98\x80"), "\"caf\xC3\xA9 \xF0\x9F\x98\x80\"");
  EXPECT_EQ(json(""), "\"\"");
}

TEST(JsonTextTest, MalformedBytesBecomeReplacementCharacters) {
  EXPECT_EQ(json("a\xFFz"), "\"a\xEF\xBF\xBDz\"");
  EXPECT_EQ(json("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonTextTest, NumbersAreShortAndNeverLookLikeIntegers) {
  EXPECT_EQ(json(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(json(0.0001), "0.0001");
  EXPECT_EQ(json(1e-7), "1e-07");
  EXPECT_EQ(json(-17.0), "-17.0");
  EXPECT_EQ(json(0.0), "0.0");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace weft
