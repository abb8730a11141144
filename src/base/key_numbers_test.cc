#include "base/key_numbers.h"

#include <unordered_map>

#include <gtest/gtest.h>

#include "base/hash.h"

namespace weft {
namespace {

TEST(KeyNumbersTest, NumbersKeysInTheOrderTheyFirstOccur) {
  KeyNumbers numbers;
  EXPECT_EQ(numbers.number(70), 0U);
  EXPECT_EQ(numbers.number(0), 1U);
  EXPECT_EQ(numbers.number(70), 0U);
  EXPECT_TRUE(numbers.insert(UINT64_MAX));
  EXPECT_FALSE(numbers.insert(0));
  EXPECT_EQ(numbers.size(), 3U);
}

TEST(KeyNumbersTest, SaysWhatItKnowsAndNumbersNothingNew) {
  KeyNumbers numbers;
  numbers.number(7);
  numbers.number(8);
  EXPECT_EQ(numbers.known(8), 1U);
  EXPECT_EQ(numbers.known(9), numbers.size());
  EXPECT_EQ(numbers.size(), 2U);
}

TEST(KeyNumbersTest, ForgetsWhenCleared) {
  KeyNumbers numbers;
  for (uint64_t round = 0; round < 50; ++round) {
    for (uint64_t key = round; key < 2 * round; ++key) EXPECT_EQ(numbers.number(key), key - round);
    numbers.clear();
    EXPECT_EQ(numbers.size(), 0U);
  }
}

TEST(KeyNumbersTest, EqualsAMapOnManyKeys) {
  KeyNumbers numbers(4);
  std::unordered_map<uint64_t, uint32_t> expected;
  for (uint64_t i = 0; i < 20'000; ++i) {
    const uint64_t key = i % 3 == 0 ? i % 700 : mix64(i % 5'000) & 0xFFFF;
    const auto [found, added] = expected.emplace(key, static_cast<uint32_t>(expected.size()));
    ASSERT_EQ(numbers.number(key), found->second);
  }
  EXPECT_EQ(numbers.size(), expected.size());
}

}  // namespace
}  // namespace weft
