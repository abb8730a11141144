#include "induce/text_edge.h"

#include <string>

#include "gtest/gtest.h"

namespace weft::induce {
namespace {

// All of it at every place in 40 bytes of a buffer, so that it lies near either end in some.
template <typename Check>
void at_every_place(const std::string& text, Check check) {
  for (size_t before = 0; before < 40; ++before) {
    for (const size_t after : {0, 1, 7, 8, 15, 16, 40}) {
      const std::string around = std::string(before, '#') + text + std::string(after, '#');
      check(dom::PlacedString{std::string_view(around).substr(before, text.size()), around});
    }
  }
}

size_t pair(char first, char second) {
  return static_cast<unsigned char>(first) + 256U * static_cast<unsigned char>(second);
}

TEST(TextEdgeTest, KnowsTheFirstTwoVisibleBytesOrSaysThatItDoesNot) {
  for (size_t space = 0; space < 30; ++space) {
    for (const std::string word : {"x", "xy", "xyz", "price of it"}) {
      const std::string text = std::string(space, '\n') + word;
      const size_t expected = pair(word[0], word.size() > 1 ? word[1] : ' ');
      at_every_place(text, [&](const dom::PlacedString& placed) {
        const TextEdge edge = beginning_of(placed);
        ASSERT_NE(edge.kind, TextEdge::Kind::kBlank);
        if (edge.kind == TextEdge::Kind::kKnown) {
          ASSERT_EQ(edge.bigram, expected) << space << word;
        }
        ASSERT_FALSE(is_short_blank(placed));
      });
    }
  }
}

TEST(TextEdgeTest, KnowsTheLastTwoVisibleBytesOrSaysThatItDoesNot) {
  for (size_t space = 0; space < 30; ++space) {
    for (const std::string word : {"xy", "xyz", "price of it"}) {
      const std::string text = word + std::string(space, ' ');
      at_every_place(text, [&](const dom::PlacedString& placed) {
        const TextEdge edge = ending_of(placed);
        ASSERT_NE(edge.kind, TextEdge::Kind::kBlank);
        if (edge.kind == TextEdge::Kind::kKnown) {
          ASSERT_EQ(edge.bigram, pair(word[word.size() - 2], word.back())) << space << word;
        }
      });
    }
  }
}

TEST(TextEdgeTest, NeverTakesBlankTextForSomethingElse) {
  for (size_t space = 0; space < 40; ++space) {
    at_every_place(std::string(space, '\t'), [&](const dom::PlacedString& placed) {
      EXPECT_NE(beginning_of(placed).kind, TextEdge::Kind::kKnown);
      EXPECT_NE(ending_of(placed).kind, TextEdge::Kind::kKnown);
      if (space > 16) {
        EXPECT_FALSE(is_short_blank(placed));
      }
    });
  }
  const std::string around = "a \n\t b and so on, and so on";
  EXPECT_TRUE(is_short_blank({std::string_view(around).substr(1, 4), around}));
  EXPECT_EQ(beginning_of({std::string_view(around).substr(1, 4), around}).kind,
            TextEdge::Kind::kBlank);
}

}  // namespace
}  // namespace weft::induce
