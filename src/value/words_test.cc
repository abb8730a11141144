#include "value/words.h"

#include "gtest/gtest.h"

namespace weft::value {
namespace {

TEST(WordsTest, CaseAccentsAndPunctuationDoNotCount) {
  EXPECT_TRUE(same_words("Crème Brûlée!", "creme brulee"));
  EXPECT_TRUE(same_words("1½ cups flour", "1 1/2 cups (flour)"));
  EXPECT_TRUE(same_words("“Stir‑fry”", "stir-fry"));
  EXPECT_FALSE(same_words("red shoe", "shoe red"));
}

TEST(WordsTest, SpacesBetweenWordsDoNotCountButBetweenNumbersTheyDo) {
  EXPECT_TRUE(same_words("Pork Stir-Frywith Rice", "Pork Stir-Fry with Rice"));
  EXPECT_FALSE(same_words("12.50", "1,250"));
  EXPECT_TRUE(same_words("1,250", "1.250"));
}

TEST(WordsTest, TextsWithoutWordsCompareAsTheyAre) {
  EXPECT_TRUE(same_words("★★★", " ★★★ "));
  EXPECT_FALSE(same_words("★★★", "★★"));
}

TEST(WordsTest, IdeographsAreWordsByThemselves) {
  EXPECT_EQ(words_of("東京都").size(), 3u);
  EXPECT_EQ(words_of("Tokyo 東京").size(), 3u);
}

TEST(WordsTest, AnAmountWithoutItsCurrencyIsAnotherValue) {
  EXPECT_FALSE(same_words("€ 12.50", "12.50"));
  EXPECT_FALSE(same_words("$12.50", "£12.50"));
  EXPECT_TRUE(same_words("€12.50", "€ 12.50"));
}

TEST(WordsTest, SaysWhichBytesAWordCameFrom) {
  const auto words = placed_words("Größe: 42");
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].begin, 0u);
  EXPECT_EQ(words[0].end, 7u);
  EXPECT_EQ(words[1].begin, 9u);
}

TEST(WordsTest, OverlapIsSharedWordsOverMeanLength) {
  EXPECT_DOUBLE_EQ(word_overlap(words_of("a b c d"), words_of("b c d e")), 0.75);
  EXPECT_DOUBLE_EQ(word_overlap(words_of(""), words_of("")), 0);
}

}  // namespace
}  // namespace weft::value
