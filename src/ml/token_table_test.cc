#include "ml/token_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace weft::ml {
namespace {

TEST(TokenTableTest, KnowsItsKeys) {
  const TokenValues values = {
      {"article", {22, kUnknownValue}}, {"sidebar", {-31, -40}}, {"div/p", {0, 0}}};
  const auto table = read_token_table(write_token_table(values, 2, "Classes"));
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->size(), 3U);
  ASSERT_NE(table->find(TokenTable::key("sidebar")), nullptr);
  EXPECT_EQ(table->find(TokenTable::key("sidebar"))[0], -31);
  EXPECT_EQ(table->find(TokenTable::key("sidebar"))[1], -40);
  EXPECT_EQ(table->find(TokenTable::key("div/p"))[0], 0);
  EXPECT_EQ(table->find(TokenTable::key("article"))[1], TokenTable::kUnknown);
  EXPECT_EQ(table->find(TokenTable::key("nothing")), nullptr);
  EXPECT_EQ(TokenTable().find(TokenTable::key("sidebar")), nullptr);
}

TEST(TokenTableTest, KeysOfTextsAreMadeOfThoseOfWords) {
  const uint64_t read = TokenTable::word_key("read"), more = TokenTable::word_key("more");
  EXPECT_EQ(TokenTable::key("read more"), TokenTable::joined(read, more));
  EXPECT_NE(TokenTable::key("read more"), TokenTable::key("more read"));
  // Words of all lengths, also such that share their first and last letters.
  std::set<uint64_t> keys;
  std::string word;
  for (int length = 0; length < 40; ++length, word += 'a') keys.insert(TokenTable::key(word));
  for (const char* other : {"cx", "bxx", "cxx", "baab", "abba"})
    keys.insert(TokenTable::key(other));
  EXPECT_EQ(keys.size(), 45U);
}

TEST(TokenTableTest, RefusesWhatIsNoTable) {
  const auto error_of = [](const std::string& keys) {
    const auto table = read_token_table("weft-model 1 table\nabout x\nwidth 1\n" + keys);
    return table.ok() ? "" : table.error().message;
  };
  EXPECT_EQ(error_of("keys 1\n101 a\n"),
            "model, line 5: a key has whole numbers from -100 to 100, or -, before it");
  EXPECT_EQ(error_of("keys 1\n5\n"), "model, line 5: values without their key");
  EXPECT_EQ(error_of("keys 2\n5 a\n6 a\n"), "model, line 6: the key 'a' for the second time");
  EXPECT_EQ(error_of("keys 2\n5 a\n"), "model, line 6: the file ends where a key should stand");
}

}  // namespace
}  // namespace weft::ml
