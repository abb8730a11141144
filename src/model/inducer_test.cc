#include "model/inducer.h"

#include "gtest/gtest.h"

namespace weft::model {
namespace {

Result<Induced> induce_nothing(const InducerInput& input) {
  if (input.labels.empty()) return Error{ErrorCode::kInvalidArgument, "no labels"};
  return Induced{};
}
const InducerKind kNothing("test-nothing", &induce_nothing);

TEST(InducerTest, IsFoundByTheNameItRegistered) {
  const auto found = find_inducer("test-nothing");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)({}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE((*found)({.pages = {}, .labels = {Label{}}}).ok());
}

TEST(InducerTest, NamesTheKnownOnesWhenAskedForAnother) {
  const auto found = find_inducer("oracle");
  EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(found.error().message.find("test-nothing"), std::string::npos);
}

}  // namespace
}  // namespace weft::model
