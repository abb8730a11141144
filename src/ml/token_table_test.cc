#include "ml/token_table.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weft::ml {
namespace {

TEST(TokenTableTest, KnowsItsKeys) {
  const TokenValues values = {
      {"article", {22, kUnknownValue}}, {"sidebar", {-31, -40}}, {"div/p", {0, 0}}};
  const auto table = read_token_table(write_token_table(values, 2, "Classes"));
  ASSERT_TRUE(table.ok()) << table.error().message;
  EXPECT_EQ(table->size(), 3U);
  ASSERT_NE(table->find(TokenTable::key("sidebar")), nullptr);
  EXPECT_FLOAT_EQ(table->find(TokenTable::key("sidebar"))[0], -0.31F);
  EXPECT_FLOAT_EQ(table->find(TokenTable::key("sidebar"))[1], -0.40F);
  EXPECT_FLOAT_EQ(table->find(TokenTable::key("div/p"))[0], 0.0F);
  EXPECT_TRUE(std::isnan(table->find(TokenTable::key("article"))[1]));
  EXPECT_EQ(table->find(TokenTable::key("nothing")), nullptr);
  EXPECT_EQ(TokenTable().find(TokenTable::key("sidebar")), nullptr);
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
