#include "select/printer.h"

#include <gtest/gtest.h>

#include "select/parser.h"
#include "select/query.h"
#include "select/simplify.h"
#include "select/testing/expressions.h"

namespace weft::select {
namespace {

std::string canonical(std::string_view xpath) { return print(*parse_xpath(xpath)); }
std::string simple(std::string_view xpath) { return print(simplify(*parse_xpath(xpath))); }

TEST(PrinterTest, PrintsTheCanonicalSpelling) {
  const std::pair<const char*, const char*> kCases[] = {
      {"/child::html/child::body", "/html/body"},
      {"/descendant-or-self::node()/child::a", "//a"},
      {"descendant-or-self::node()/child::a", "descendant-or-self::node()/a"},
      {"//a//@href", "//a//@href"},
      {"self::node()/parent::node()", "./.."},
      {"/", "/"},
      {"(/)*2", "(/) * 2"},
      {"a/descendant-or-self::node()", "a/descendant-or-self::node()"},
      {"1+2*3", "1 + 2 * 3"},
      {"(1+2)*3", "(1 + 2) * 3"},
      {"1-(2-3)", "1 - (2 - 3)"},
      {"(1-2)-3", "1 - 2 - 3"},
      {"a or(b and c)or d", "a or b and c or d"},
      {"(a or b)and c", "(a or b) and c"},
      {"-(-1)", "--1"},
      {"-(1+2)", "-(1 + 2)"},
      {"(a|b)/c", "(a | b)/c"},
      {"(a/b)[1]/c", "(a/b)[1]/c"},
      {"a[1][@b='c']", "a[1][@b = 'c']"},
      {"\"it's\"", "\"it's\""},
      {"child::processing-instruction('x')", "processing-instruction('x')"},
      {"div div div", "div div div"},
      {"$a:b/c", "$a:b/c"},
      {"svg:path/@xlink:href", "svg:path/@xlink:href"},
      {"* * *", "* * *"},
  };
  for (const auto& [xpath, expected] : kCases) EXPECT_EQ(canonical(xpath), expected);
}

TEST(PrinterTest, WhatIsPrintedParsesToTheSame) {
  testing::ExpressionGenerator generator(
      3, {{"a", "div", "mod", "and"}, {"x", "y"}, {"t", "u v", ""}});
  for (int i = 0; i < 5000; ++i) {
    const std::string xpath = generator.expression(4);
    const auto first = parse_xpath(xpath);
    ASSERT_TRUE(first.ok()) << xpath << ": " << first.error().message;
    const Expr& parsed = *first;
    const auto again = parse_xpath(print(parsed));
    ASSERT_TRUE(again.ok()) << xpath << " printed as " << print(parsed) << ": "
                            << again.error().message;
    ASSERT_EQ(*again, parsed) << xpath << " printed as " << print(parsed);
    const Expr simplified = simplify(parsed);
    ASSERT_EQ(simplify(*parse_xpath(print(simplified))), simplified)
        << xpath << " simplified to " << print(simplified);
  }
}

TEST(PrinterTest, StringsWithBothQuotesBecomeConcatenations) {
  EXPECT_EQ(quote("a'b\"c"), "concat('a', \"'b\", '\"c')");
  EXPECT_EQ(quote("\"'"), "concat('\"', \"'\")");
}

TEST(SimplifyTest, AppliesItsRules) {
  const std::pair<const char*, const char*> kCases[] = {
      {"//x", "/descendant::x"},
      {"//x[@a]", "/descendant::x[@a]"},
      {"//x[1]", "/descendant::x[not(preceding-sibling::x)]"},
      {"//x[last()]", "/descendant::x[not(following-sibling::x)]"},
      {"//x[3]", "/descendant::x[count(preceding-sibling::x) = 2]"},
      {"//x[@a][2]", "/descendant::x[@a][count(preceding-sibling::x[@a]) = 1]"},
      {"//x[position() > 1]", "/descendant::x[preceding-sibling::x]"},
      {"//x[position() mod 2 = 1]", "/descendant::x[(count(preceding-sibling::x) + 1) mod 2 = 1]"},
      {"//x[0]", "/descendant::x[false()]"},
      {"//x[last() - 1]", "//x[last() - 1]"},
      {"//x[1][2]", "//x[1][2]"},
      {"//x[y[1]]", "/descendant::x[y[1]]"},
      {"a//b", "a/descendant::b"},
      {"//.", "/descendant-or-self::node()"},
      {"//@a", "//@a"},
      {"./a/./b", "a/b"},
      {".", "."},
      {"/.", "/"},
      {"2 * 3 + 1", "7"},
      {"1 div 0", "1 div 0"},
      {"'a' = 'a'", "true()"},
      {"a and true()", "boolean(a)"},
      {"a and 1 = 2", "false()"},
      {"x[a and true()]", "x[a]"},
      {"x[true()]", "x"},
      {"not(not(a))", "boolean(a)"},
      {"count(a) > 0", "boolean(a)"},
      {"x[count(a) = 0]", "x[not(a)]"},
      {"concat('a', 'b', c, 'd')", "concat('ab', c, 'd')"},
      {"//x[$n]", "//x[$n]"},
  };
  for (const auto& [xpath, expected] : kCases) EXPECT_EQ(simple(xpath), expected) << xpath;
}

TEST(SimplifyTest, DoesNotMultiplyNestedPredicates) {
  std::string xpath = "//a";
  for (int i = 0; i < 100; ++i) xpath = "//a[" + xpath + "][1]";
  EXPECT_LT(simple(xpath).size(), 100'000u);
}

}  // namespace
}  // namespace weft::select
