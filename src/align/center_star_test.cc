#include "align/center_star.h"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::align {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> align(const std::vector<std::string>& texts, uint32_t change = 1) {
  std::vector<std::vector<Symbol>> symbols;
  for (const std::string& text : texts) symbols.push_back(symbols_of(text));
  const std::vector<Sequence> sequences(symbols.begin(), symbols.end());
  const auto alignment = center_star(sequences, {.change = change});
  std::vector<std::string> rows;
  for (size_t i = 0; i < texts.size(); ++i) {
    rows.emplace_back();
    for (const uint32_t at : alignment->rows[i]) rows.back() += at == kGap ? '-' : texts[i][at];
  }
  return rows;
}

TEST(CenterStarTest, AlignsTheExampleOfTheSlides) {
  EXPECT_THAT(align({"ABC", "XBC", "XAB"}), ElementsAre("-ABC", "-XBC", "XAB-"));
}

// [Liu], Shortcomings: "disallowing changing a letter"; which of both ways is better is not clear.
TEST(CenterStarTest, ChangesThatCostTwoOrMoreAreNeverMade) {
  for (const uint32_t change : {2U, 3U}) {
    EXPECT_THAT(align({"ABC", "XBC"}, change), ElementsAre("-ABC", "X-BC"));
    EXPECT_THAT(align({"ABC", "XBC", "XAB"}, change), ElementsAre("-ABC", "X-BC", "XAB-"));
  }
}

TEST(CenterStarTest, ReusesASpaceThatIsAlreadyThere) {
  EXPECT_THAT(align({"AC", "AC", "ABC", "ABC"}), ElementsAre("A-C", "A-C", "ABC", "ABC"));
}

TEST(CenterStarTest, HandlesNoneOneAndEmptyStrings) {
  EXPECT_TRUE(align({}).empty());
  EXPECT_THAT(align({"AB"}), ElementsAre("AB"));
  EXPECT_THAT(align({"", "A", "A"}), ElementsAre("-", "A", "A"));
}

TEST(CenterStarTest, KeepsEverySymbolInOrderAndRowsOfOneLength) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> texts(2 + random() % 4);
    for (std::string& text : texts) {
      for (size_t n = random() % 6; n > 0; --n) text += static_cast<char>('A' + random() % 3);
    }
    const auto rows = align(texts);
    for (size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i].size(), rows[0].size()) << "round " << round;
      std::string letters;
      for (const char c : rows[i]) letters += c == '-' ? "" : std::string(1, c);
      ASSERT_EQ(letters, texts[i]) << "round " << round;
    }
  }
}

TEST(CenterStarTest, RefusesWorkAboveTheLimit) {
  const std::vector<Symbol> symbols(100, 1);
  const std::vector<Sequence> sequences(100, symbols);
  EXPECT_EQ(center_star(sequences, {}, {.max_steps = 1000}).error().code,
            ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace weft::align
