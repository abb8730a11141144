#include "mine/net/record_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::mine {
namespace {

using ::testing::ElementsAre;

std::vector<uint32_t> symbols(std::string_view text) {
  std::vector<uint32_t> result;
  for (const char c : text) result.push_back(static_cast<uint32_t>(c - 'a'));
  return result;
}

std::string pattern(std::string_view text) {
  std::vector<std::string> names;
  for (char c = 'a'; c <= 'z'; ++c) names.emplace_back(1, c);
  return generate_record_pattern(symbols(text)).to_string(names);
}

TEST(RecordPatternTest, GivesThePatternOfFigure36) {
  EXPECT_EQ(pattern("abcbcabcbbc"), "(a(bc?)+)+");
}

TEST(RecordPatternTest, FindsPlainLists) {
  EXPECT_EQ(pattern("aaaa"), "(a)+");
  EXPECT_EQ(pattern("ababab"), "(ab)+");
  EXPECT_EQ(pattern("abc"), "abc");
  EXPECT_EQ(pattern(""), "");
}

TEST(RecordPatternTest, MakesSkippedPartsOptional) {
  EXPECT_EQ(pattern("abcac"), "(ab?c)+");
  EXPECT_EQ(pattern("abcaba"), "(ab?c?)+");
}

TEST(RecordPatternTest, CutsTheRowsOfFigure37) {
  const auto string = symbols("abcbcabcbbc");
  const auto rows = tuples_of(generate_record_pattern(string), string);
  EXPECT_THAT(rows, ElementsAre(ElementsAre(0, 1, 2), ElementsAre(0, 3, 4), ElementsAre(5, 6, 7),
                                ElementsAre(5, 8, kNoItem), ElementsAre(5, 9, 10)));
}

// Whatever the string, its pattern accepts it: every symbol has a place and rows cover each item.
TEST(RecordPatternTest, PlacesEveryItemOfAllShortStrings) {
  for (uint32_t code = 0; code < 4 * 4 * 4 * 4 * 4 * 4; ++code) {
    std::vector<uint32_t> string;
    for (uint32_t rest = code, i = 0; i < 6; ++i, rest /= 4) string.push_back(rest % 4);
    const RecordPattern found = generate_record_pattern(string);
    std::vector<bool> seen(string.size(), false);
    for (const auto& row : tuples_of(found, string)) {
      for (const uint32_t item : row) {
        if (item != kNoItem) seen[item] = true;
      }
    }
    for (const bool item : seen) ASSERT_TRUE(item) << code;
    for (const auto& a : found.loops) {
      for (const auto& b : found.loops) {
        ASSERT_FALSE(a.begin < b.begin && b.begin < a.end && a.end < b.end)
            << "loops nest: " << code;
      }
    }
  }
}

}  // namespace
}  // namespace weft::mine
