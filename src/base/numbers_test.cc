#include "base/numbers.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace weft {
namespace {

TEST(NumbersTest, TheWholeTextIsTheNumberOrThereIsNone) {
  EXPECT_EQ(parse_number<int>("-42"), -42);
  EXPECT_EQ(parse_number<double>("1e3"), 1000);
  EXPECT_EQ(parse_number<uint8_t>("255"), 255);
  for (const char* none : {"", " 7", "7 ", "7px", "+7", "256"})
    EXPECT_FALSE(parse_number<uint8_t>(none)) << none;
  for (const char* none : {"inf", "nan", "1e999"}) EXPECT_FALSE(parse_number<double>(none)) << none;
}

TEST(NumbersTest, ANumberMayLeadAText) {
  EXPECT_EQ(leading_number<int>("12px"), 12);
  EXPECT_EQ(leading_number("wide", 7), 7);
  EXPECT_EQ(leading_number<uint8_t>("999", 3), 3) << "it does not fit";
}

}  // namespace
}  // namespace weft
