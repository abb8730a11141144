#include "base/strings.h"

#include "base/shortened.h"
#include "base/split.h"
#include "base/unicode_space.h"
#include "gtest/gtest.h"

namespace weft {
namespace {

TEST(StringsTest, NormalizeSpaceFoldsEveryUnicodeSpace) {
  EXPECT_EQ(normalize_space("  a \n\t b\xC2\xA0\xE2\x80\x83"
                            "c \xE3\x80\x80"),
            "a b c");
  EXPECT_EQ(normalize_space(" \n "), "");
  EXPECT_EQ(normalize_space("\xC2"), "\xC2");  // Cut off in the middle of a character.
}

TEST(StringsTest, SpacesOfAnyKindAtTheEndsAreSeen) {
  EXPECT_TRUE(ends_with_space("by\xC2\xA0"));
  EXPECT_TRUE(begins_with_space("\u3000by"));
  for (const char* text : {"", "by", "caf\xC3\xA9", "\xA0", "\xC2"}) {
    EXPECT_FALSE(ends_with_space(text)) << text;
    EXPECT_FALSE(begins_with_space(text)) << text;
  }
}

TEST(StringsTest, Utf8RoundTripsAndRejectsMalformedBytes) {
  for (const char32_t c : {U'a', U'\u00e9', U'\u20ac', U'\U0001F600'}) {
    std::string text;
    append_utf8(text, c);
    size_t at = 0;
    EXPECT_EQ(next_code_point(text, at), c);
    EXPECT_EQ(at, text.size());
  }
  for (const std::string_view bad :
       {"\x80", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82"}) {
    size_t at = 0;
    EXPECT_EQ(next_code_point(bad, at), U'\uFFFD');
    EXPECT_EQ(at, 1U);
  }
}

TEST(SplitTest, EmptyPartsAreParts) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(split("a..b.", '.'), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(split("", '.'), Parts{""});
}

TEST(ShortenedTest, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("price", 5), "price");
  EXPECT_EQ(shortened("prices", 5), "price…");
  EXPECT_EQ(shortened("caf\xC3\xA9s", 4), "caf…");
  EXPECT_EQ(shortened("\xE2\x82\xAC", 2), "…");
}

}  // namespace
}  // namespace weft
