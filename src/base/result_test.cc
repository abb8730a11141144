#include "base/result.h"

#include "base/limits.h"
#include "gtest/gtest.h"

namespace weft {
namespace {

Result<int> half(int x) {
  if (x % 2 != 0) return Error{ErrorCode::kInvalidArgument, "odd"};
  return x / 2;
}

Result<int> quarter(int x) {
  WEFT_ASSIGN(const int h, half(x));
  return half(h);
}

Status check_half(int x) {
  WEFT_TRY(half(x));
  return {};
}

TEST(ResultTest, CarriesValuesAndErrorsThroughCalls) {
  EXPECT_EQ(*quarter(8), 2);
  EXPECT_EQ(quarter(6).error().message, "odd");
  EXPECT_TRUE(check_half(2).ok());
  EXPECT_EQ(check_half(1).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(half(3).value_or(7), 7);
}

TEST(ResultTest, ErrorsTakeContext) {
  EXPECT_EQ(half(1).error().in("halving 1").message, "halving 1: odd");
}

TEST(ResultDeathTest, ReadingAMissingValueStopsTheProcess) {
  EXPECT_DEATH({ (void)*half(1); }, "check failed");
}

TEST(LimitsTest, ReadsNamedCountsWithSuffixes) {
  const auto limits = parse_limits("bytes=1M,depth=512");
  ASSERT_TRUE(limits.ok());
  EXPECT_EQ(limits->max_bytes, 1048576U);
  EXPECT_EQ(limits->max_depth, 512U);
  EXPECT_EQ(limits->max_nodes, Limits().max_nodes);
}

TEST(LimitsTest, NamesTheOffendingPart) {
  EXPECT_NE(parse_limits("byte=1").error().message.find("'byte'"), std::string::npos);
  EXPECT_NE(parse_limits("bytes=1X").error().message.find("'1X'"), std::string::npos);
  EXPECT_FALSE(parse_limits("bytes").ok());
}

}  // namespace
}  // namespace weft
