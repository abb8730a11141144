#include "base/json_text.h"

#include "gtest/gtest.h"

namespace weft {
namespace {

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

}  // namespace
}  // namespace weft
