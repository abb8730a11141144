#include "ml/token_table.h"

#include <gtest/gtest.h>

namespace weft::ml {
namespace {

TEST(TokenTableTest, KnowsItsKeys) {
  const std::map<std::string, int> values = {{"article", 22}, {"sidebar", -31}, {"div/p", 0}};
  const auto table = read_token_table(write_token_table(values, "Classes"));
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->size(), 3U);
  ASSERT_NE(table->find(TokenTable::key("sidebar")), nullptr);
  EXPECT_FLOAT_EQ(*table->find(TokenTable::key("sidebar")), -0.31F);
  EXPECT_FLOAT_EQ(*table->find(TokenTable::key("div/p")), 0.0F);
  EXPECT_EQ(table->find(TokenTable::key("nothing")), nullptr);
  EXPECT_EQ(TokenTable().find(TokenTable::key("sidebar")), nullptr);
}

TEST(TokenTableTest, RefusesWhatIsNoTable) {
  const auto error_of = [](const std::string& keys) {
    const auto table = read_token_table("weft-model 1 table\nabout x\n" + keys);
    return table.ok() ? "" : table.error().message;
  };
  EXPECT_EQ(error_of("keys 1\n101 a\n"),
            "model, line 4: a key has a whole number from -100 to 100 before it");
  EXPECT_EQ(error_of("keys 1\n5\n"), "model, line 4: a value without its key");
  EXPECT_EQ(error_of("keys 2\n5 a\n6 a\n"), "model, line 5: the key 'a' for the second time");
  EXPECT_EQ(error_of("keys 2\n5 a\n"), "model, line 5: the file ends where a key should stand");
}

}  // namespace
}  // namespace weft::ml
