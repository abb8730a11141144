#include "wrap/tree/wrapper_tree.h"

#include "gtest/gtest.h"

namespace weft::wrap {
namespace {

Sign sign(const char* text) { return *parse_sign(text); }

struct Cell {
  const char* a;
  const char* b;  // nullptr: NULL
  const char* result;
};

// Every line of the table in [Zheng] 8.4.1.3, with 3 and 5 for N.
constexpr Cell kTable[] = {
    {"1", nullptr, "?"}, {"?", "3", "*"}, {"?", nullptr, "?"}, {"?", "+", "*"},
    {"3", nullptr, "*"}, {"1", "*", "*"}, {"+", nullptr, "*"}, {"3", "*", "*"},
    {"*", nullptr, "*"}, {"?", "*", "*"}, {"1", "1", "1"},     {"+", "*", "*"},
    {"3", "3", "3"},     {"1", "3", "+"}, {"+", "+", "+"},     {"3", "+", "+"},
    {"?", "?", "?"},     {"1", "+", "+"}, {"*", "*", "*"},     {"3", "5", "+"},
    {"1", "?", "?"},
};

TEST(Sign, IsInferredAsInTheTable) {
  for (const Cell& cell : kTable) {
    if (cell.b == nullptr) {
      EXPECT_EQ(sign_text(infer_sign_alone(sign(cell.a))), cell.result) << cell.a;
      continue;
    }
    EXPECT_EQ(sign_text(infer_sign(sign(cell.a), sign(cell.b))), cell.result) << cell.a << cell.b;
    EXPECT_EQ(sign_text(infer_sign(sign(cell.b), sign(cell.a))), cell.result) << cell.b << cell.a;
  }
}

TEST(Sign, IsReadAndWritten) {
  for (const char* text : {"1", "2", "700", "?", "+", "*"}) EXPECT_EQ(sign_text(sign(text)), text);
  for (const char* text : {"", "0", "-1", "x", "2x", "??"}) EXPECT_FALSE(parse_sign(text).ok());
}

}  // namespace
}  // namespace weft::wrap
