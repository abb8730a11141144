#include "html/utf8.h"

#include <vector>

#include "base/strings.h"
#include "gtest/gtest.h"

namespace weft::html {
namespace {

// The decoder of the standard, state by state: https://encoding.spec.whatwg.org/#utf-8-decoder.
std::string by_definition(std::string_view bytes) {
  std::string out;
  char32_t code_point = 0;
  int seen = 0;
  int needed = 0;
  unsigned lower = 0x80;
  unsigned upper = 0xBF;
  for (size_t at = 0; at < bytes.size();) {
    const unsigned byte = static_cast<unsigned char>(bytes[at]);
    if (needed == 0) {
      ++at;
      if (byte < 0x80) {
        append_utf8(out, byte);
      } else if (byte >= 0xC2 && byte <= 0xDF) {
        needed = 1;
        code_point = byte & 0x1F;
      } else if (byte >= 0xE0 && byte <= 0xEF) {
        if (byte == 0xE0) lower = 0xA0;
        if (byte == 0xED) upper = 0x9F;
        needed = 2;
        code_point = byte & 0xF;
      } else if (byte >= 0xF0 && byte <= 0xF4) {
        if (byte == 0xF0) lower = 0x90;
        if (byte == 0xF4) upper = 0x8F;
        needed = 3;
        code_point = byte & 0x7;
      } else {
        append_utf8(out, 0xFFFD);
      }
      continue;
    }
    if (byte < lower || byte > upper) {
      code_point = 0, needed = 0, seen = 0, lower = 0x80, upper = 0xBF;
      append_utf8(out, 0xFFFD);
      continue;
    }
    ++at;
    lower = 0x80, upper = 0xBF;
    code_point = code_point << 6 | (byte & 0x3F);
    if (++seen != needed) continue;
    append_utf8(out, code_point);
    code_point = 0, needed = 0, seen = 0;
  }
  if (needed != 0) append_utf8(out, 0xFFFD);
  return out;
}

std::string repaired(std::string_view bytes) {
  std::string out;
  append_repaired_utf8(out, bytes);
  return out;
}

TEST(Utf8Test, AgreesWithTheStandardsDecoderOnAllShortStringsOfTellingBytes) {
  // The bounds of every range that the decoder distinguishes.
  constexpr std::string_view kBytes =
      "\x41\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
  std::vector<size_t> digits;
  for (size_t length = 0; length <= 4; ++length) {
    digits.assign(length, 0);
    while (true) {
      std::string text;
      for (const size_t d : digits) text += kBytes[d];
      const std::string expected = by_definition(text);
      ASSERT_EQ(repaired(text), expected);
      ASSERT_EQ(is_valid_utf8(text), expected == text);
      size_t i = 0;
      while (i < length && ++digits[i] == kBytes.size()) digits[i++] = 0;
      if (i == length) break;
    }
  }
}

TEST(Utf8Test, FindsBadBytesBehindLongRuns) {
  for (size_t before = 0; before < 200; ++before) {
    std::string text(before, 'a');
    EXPECT_TRUE(is_valid_utf8(text));
    text += "\xE2\x82";
    EXPECT_FALSE(is_valid_utf8(text));
    EXPECT_EQ(count_utf8(text).first_malformed, before);
    text += "\xAC";
    EXPECT_TRUE(is_valid_utf8(text));
    EXPECT_EQ(skip_ascii(text, 0), before);
  }
}

TEST(Utf8Test, CountsSequences) {
  const Utf8Census census = count_utf8("\xC3\xA9 \xFF \xE2\x82\xAC \xE2\x82");
  EXPECT_EQ(census.multibyte, 2U);
  EXPECT_EQ(census.malformed, 1U);  // The last one is cut off, not malformed.
  EXPECT_EQ(census.first_malformed, 3U);
}

}  // namespace
}  // namespace weft::html
