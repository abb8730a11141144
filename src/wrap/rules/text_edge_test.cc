#include "wrap/rules/folded_text.h"

#include <string>

#include "gtest/gtest.h"

namespace weft::wrap {
namespace {

// The text at many places of a buffer, so that it lies near either end of it in some.
template <typename Check>
void at_every_place(const std::string& text, Check check) {
  for (size_t before = 0; before < 40; ++before) {
    for (const size_t after : {0, 1, 2, 31, 32, 33, 34, 70}) {
      const std::string around = std::string(before, '#') + text + std::string(after, '#');
      check(dom::PlacedString{std::string_view(around).substr(before, text.size()), around});
    }
  }
}

// Whether the place alone makes the answer known.
bool has_room(const dom::PlacedString& placed) {
  return placed.around.size() - (placed.text.data() - placed.around.data()) >= kVisibleStep + 2;
}

BytePairs only(char first, char second) {
  BytePairs pairs;
  pairs.set(byte_pair(first, second));
  return pairs;
}

TEST(TextEdgeTest, FindsTheFirstTwoVisibleBytes) {
  for (size_t space = 0; space < 70; ++space) {
    for (const std::string word : {"x", "xy", "xyz", "xylophones in the sun"}) {
      const BytePairs own = only('x', word.size() > 1 ? 'y' : ' ');
      at_every_place(std::string(space, '\n') + word, [&](const dom::PlacedString& placed) {
        ASSERT_TRUE(may_begin_with(placed, own)) << space << word;
        if (space < kVisibleStep && has_room(placed)) {
          ASSERT_FALSE(may_begin_with(placed, ~own)) << space << word;
        }
      });
    }
  }
}

TEST(TextEdgeTest, FindsTheLastTwoVisibleBytes) {
  for (size_t space = 0; space < 70; ++space) {
    for (const std::string word : {"yx", "zyx", "on the soundbox of yx"}) {
      const BytePairs own = only('y', 'x');
      at_every_place(word + std::string(space, ' '), [&](const dom::PlacedString& placed) {
        ASSERT_TRUE(may_end_with(placed, own)) << space << word;
        const bool before = placed.text.end() - placed.around.begin() >= kVisibleStep;
        if (space < kVisibleStep - 1 && before) {
          ASSERT_FALSE(may_end_with(placed, ~own)) << space << word;
        }
      });
    }
  }
}

TEST(TextEdgeTest, DropsShortBlanksAndKeepsALoneByte) {
  const BytePairs all = ~BytePairs();
  for (size_t space = 1; space < 70; ++space) {
    at_every_place(std::string(space, '\t'), [&](const dom::PlacedString& placed) {
      if (has_room(placed)) {
        EXPECT_EQ(may_begin_with(placed, all), space > kVisibleStep);
      }
    });
  }
  at_every_place(
      "x", [](const dom::PlacedString& placed) { EXPECT_TRUE(may_end_with(placed, BytePairs())); });
}

}  // namespace
}  // namespace weft::wrap
