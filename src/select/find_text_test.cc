#include "select/find_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace weft::select {
namespace {

TEST(FindTextTest, AgreesWithTheStandardLibrary) {
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    std::string text(random() % 80, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    std::string part(random() % 6, 'a');
    for (char& c : part) c = static_cast<char>('a' + random() % 3);
    ASSERT_EQ(find_text(text, part), text.find(part)) << text << ' ' << part;
  }
}

TEST(FindTextTest, ComparesNormalizedTextWithoutMakingIt) {
  EXPECT_TRUE(equals_normalized(" \n a  b\t", "a b"));
  EXPECT_TRUE(equals_normalized("  ", ""));
  EXPECT_TRUE(equals_normalized("ab", "ab"));
  EXPECT_FALSE(equals_normalized("a b", "ab"));
  EXPECT_FALSE(equals_normalized("a", "a "));
  EXPECT_FALSE(equals_normalized("a b", "a"));
  EXPECT_FALSE(equals_normalized("a", "a b"));
  EXPECT_FALSE(equals_normalized("a", " a"));
}

}  // namespace
}  // namespace weft::select
