#include "report/text_table.h"

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(TextTableTest, AlignsColumns) {
  EXPECT_EQ(render({{"name", "price"}, {{"Lamp", "10"}, {"Long chair", "200"}}}),
            "name        price\nLamp        10\nLong chair  200\n");
}

TEST(TextTableTest, CutsLongValuesAndCountsWideCharacters) {
  EXPECT_EQ(render({{"a", "b"}, {{"abcdefghij", "東京タワー"}}}, {.max_column_width = 6}),
            "a       b\nabcde…  東京…\n");
}

TEST(TextTableTest, NamesColumnsThatDoNotFit) {
  EXPECT_EQ(render({{"first", "second", "third"}, {{"1", "2", "3"}}}, {.width = 14}),
            "first  second\n1      2\n… and third\n");
}

TEST(TextTableTest, AlignsNumbersAtTheRight) {
  EXPECT_EQ(render({{"site", "f1"}, {{"shop", "1"}, {"a", "0.98"}}}, {.number_width = 4}),
            "site    f1\nshop     1\na     0.98\n");
}

TEST(TextTableTest, ShowsNoControlCharacters) {
  EXPECT_EQ(render({{"a"}, {{"x\x1b[31my"}}}), "a\nx [31my\n");
}

}  // namespace
}  // namespace weft::report
