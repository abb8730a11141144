#include "select/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "dom/builder.h"
#include "dom/testing/tree.h"
#include "html/parser.h"

namespace weft::select {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kQueryPage =
    R"(<!DOCTYPE html><html><head><title>Tea shop</title></head><body>
<ul id="list"><li class="item">one</li><li class="item sale">two</li><li>three</li></ul>
<p>Price: <b>12.50</b> EUR</p><p lang="en-GB"><a href="/r/1">first</a> <a href="/r/2" title="t">second</a></p>
<svg><foreignObject viewBox="0"/></svg><fb:like>x</fb:like></body></html>)";

const dom::Document& query_page() {
  static const dom::Document doc = html::parse(kQueryPage).document;
  return doc;
}

// The string-values of what the expression finds.
std::vector<std::string> strings(std::string_view xpath, const Context& context = {}) {
  const auto query = Query::xpath(xpath);
  EXPECT_TRUE(query.ok()) << xpath << ": " << (query.ok() ? "" : query.error().message);
  std::vector<std::string> out;
  if (!query.ok()) return out;
  const auto nodes = query->select(query_page(), context);
  EXPECT_TRUE(nodes.ok()) << xpath;
  if (!nodes.ok()) return out;
  for (const NodeRef node : *nodes) out.push_back(string_value(query_page(), node));
  return out;
}

std::string text(std::string_view xpath, const Context& context = {}) {
  const auto query = Query::xpath(xpath);
  if (!query.ok()) return query.error().message;
  const auto value = query->evaluate(query_page(), context);
  return value.ok() ? to_string(query_page(), *value) : value.error().message;
}

std::string error(std::string_view xpath) {
  const auto query = Query::xpath(xpath);
  return query.ok() ? "" : query.error().message;
}

TEST(QueryTest, FindsElementsAttributesAndText) {
  EXPECT_THAT(strings("//li[@class='item']"), ElementsAre("one"));
  EXPECT_THAT(strings("//a/@href"), ElementsAre("/r/1", "/r/2"));
  EXPECT_THAT(strings("//li[2]/text()"), ElementsAre("two"));
  EXPECT_THAT(strings("//b | //li[last()] | //title"), ElementsAre("Tea shop", "three", "12.50"));
  EXPECT_THAT(strings("id('list')/li[position() <= 2]"), ElementsAre("one", "two"));
  EXPECT_THAT(strings("//processing-instruction() | //namespace::*"), ElementsAre());
}

TEST(QueryTest, MatchesHtmlNamesWhateverTheirCase) {
  EXPECT_EQ(text("count(//LI)"), "3");
  EXPECT_EQ(text("count(//A/@HREF)"), "2");
  EXPECT_EQ(text("count(//foreignObject)"), "1");
  EXPECT_EQ(text("count(//svg:*)"), "2");
  EXPECT_EQ(text("count(//html:svg)"), "0");
  EXPECT_EQ(text("count(//fb:like)"), "1");
  const Query exact = *Query::xpath("//LI", {.names = QueryOptions::Names::kXml});
  EXPECT_TRUE(exact.select(query_page())->empty());
}

TEST(QueryTest, TheDoctypeIsNoNode) {
  EXPECT_EQ(text("count(/node())"), "1");
  EXPECT_EQ(text("name(/node())"), "html");
  EXPECT_EQ(text("count(//html)"), "1");
}

TEST(QueryTest, EvaluatesTheCoreFunctions) {
  const std::pair<const char*, const char*> kCases[] = {
      {"concat('a', 1, true())", "a1true"},
      {"substring('12345', 1.5, 2.6)", "234"},
      {"substring('12345', 0, 3)", "12"},
      {"substring('12345', 0 div 0, 3)", ""},
      {"substring('12345', -42, 1 div 0)", "12345"},
      {"substring('12345', -1 div 0, 1 div 0)", ""},
      {"substring('\xC3\xA9t\xC3\xA9', 2, 1)", "t"},
      {"string-length('\xC3\xA9t\xC3\xA9')", "3"},
      {"substring-before('1999/04/01', '/')", "1999"},
      {"substring-after('1999/04/01', '/')", "04/01"},
      {"normalize-space('  a \t b\n')", "a b"},
      {"translate('bar', 'abc', 'AB')", "BAr"},
      {"translate('--aaa--', 'abc-', 'ABC')", "AAA"},
      {"string(1 div 3 > 0.33)", "true"},
      {"string(-0.5)", "-0.5"},
      {"string(1000000000000000000000)", "1000000000000000000000"},
      {"string(0.000001)", "0.000001"},
      {"1 div 0", "Infinity"},
      {"-1 div 0", "-Infinity"},
      {"0 div 0", "NaN"},
      {"number('12x')", "NaN"},
      {"number(' -12.5 ')", "-12.5"},
      {"number('1e3')", "NaN"},
      {"number('+1')", "NaN"},
      {"round(2.5)", "3"},
      {"round(-2.5)", "-2"},
      {"floor(-1.5)", "-2"},
      {"ceiling(1.2)", "2"},
      {"5 mod -2", "1"},
      {"-5 mod 2", "-1"},
      {"sum(//li)", "NaN"},
      {"number(//b) * 2", "25"},
      {"boolean('false')", "true"},
      {"not(//nothing)", "true"},
      {"name(//a/@href)", "href"},
      {"local-name(//ul)", "ul"},
      {"namespace-uri(//svg)", "http://www.w3.org/2000/svg"},
      {"count(//a[lang('en')])", "2"},
      {"starts-with('abc', 'ab') and contains('abc', 'bc')", "true"},
      {"2 < 3 < 1", "false"},
      {"3 > 2 > 1", "false"},
      {"//li = 'two'", "true"},
      {"//li != 'two'", "true"},
      {"//b > 12 and not(//b > 13)", "true"},
      {"//nothing = //nothing", "false"},
      {"true() = '0'", "true"},
      {"'a' < 'b'", "false"},
      {"count(//li[position() mod 2 = 1])", "2"},
      {"string(//li[last() - 1])", "two"},
  };
  for (const auto& [xpath, expected] : kCases) EXPECT_EQ(text(xpath), expected) << xpath;
}

TEST(QueryTest, EvaluatesTheExtensions) {
  EXPECT_THAT(strings("//li[has-class('sale')]"), ElementsAre("two"));
  EXPECT_THAT(strings("//li[has-class('item', 'sale')]"), ElementsAre("two"));
  EXPECT_THAT(strings("//li[has-class('ite')]"), ElementsAre());
  EXPECT_THAT(strings("//li[has-class('item sale')]"), ElementsAre());
  EXPECT_THAT(strings("//li[contains(concat(' ', normalize-space(@class), ' '), ' sale ')]"),
              ElementsAre("two"));
  EXPECT_THAT(strings("//a[ends-with(@href, '2')]"), ElementsAre("second"));
  EXPECT_THAT(strings("//a[re:test(@href, '^/R/[0-9]$', 'i')]"), ElementsAre("first", "second"));
  EXPECT_EQ(text("re:match(//p, '([0-9]+)\\.')"), "12");
  EXPECT_EQ(text("re:match(//p, '[0-9.]+')"), "12.50");
  EXPECT_EQ(text("re:match('abc', 'x')"), "");
  EXPECT_EQ(text("re:replace('a1b2', '([0-9])', 'g', '<$1>')"), "a<1>b<2>");
  EXPECT_EQ(text("re:replace('a1b2', '[0-9]', '', '-')"), "a-b2");
  EXPECT_EQ(text("re:test('a', concat('[', string(//title), ']'))"), "true");
  EXPECT_EQ(text("re:test('a', concat('[', string(//title)))"), "false");
}

TEST(QueryTest, VariablesHaveAnyType) {
  const Variables variables = {{"wanted", std::string("two")},
                               {"n", 2.0},
                               {"yes", true},
                               {"items", *Query::xpath("//li")->select(query_page())}};
  const Context context{{}, &variables};
  EXPECT_THAT(strings("//li[. = $wanted]", context), ElementsAre("two"));
  EXPECT_THAT(strings("//li[$n]", context), ElementsAre("two"));
  EXPECT_THAT(strings("//ul[$yes]/li[1]", context), ElementsAre("one"));
  EXPECT_THAT(strings("$items[3] | $items/@class", context),
              ElementsAre("item", "item sale", "three"));
  EXPECT_EQ(text("count($items) + $n", context), "5");
  EXPECT_EQ(text("$items = 'three'", context), "true");
  EXPECT_EQ(text("$none", context), "xpath: the variable $none has no value");
  EXPECT_EQ(text("count($n)", context), "xpath: the variable $n must be a node-set, not a number");
}

TEST(QueryTest, ErrorsCarryTheColumn) {
  EXPECT_EQ(error("/invoice/@test[abcd"), "xpath: expected ']' at column 20");
  EXPECT_EQ(error("//a[@href='x'"), "xpath: expected ']' at column 14");
  EXPECT_EQ(error("//a[contains(., 'x]"), "xpath: unterminated string at column 17");
  EXPECT_EQ(error("\xC3\xA9\xC3\xA9[#]"), "xpath: unexpected character '#' at column 4");
  EXPECT_EQ(error(""), "xpath: expected an expression at column 1");
  EXPECT_EQ(error("//"), "xpath: expected a step at column 3");
  EXPECT_EQ(error("/inv/child::"), "xpath: expected a step at column 13");
  EXPECT_EQ(error("/descendant::()"), "xpath: expected a step at column 14");
  EXPECT_EQ(error("sideways::a"), "xpath: there is no axis 'sideways' at column 1");
  EXPECT_EQ(error("a[frobnicate(.)]"), "xpath: there is no function frobnicate() at column 3");
  EXPECT_EQ(error("1 + contains('a')"), "xpath: contains() takes 2 arguments, not 1 at column 5");
  EXPECT_EQ(error("count('a')"), "xpath: count() needs a node-set, not the string 'a' at column 7");
  EXPECT_EQ(error("1 | //a"), "xpath: a union needs a node-set, not the number 1 at column 1");
  EXPECT_EQ(error("'a'[1]"), "xpath: a predicate needs a node-set, not the string 'a' at column 1");
  EXPECT_EQ(error("//a[re:test(., '(')]"), "xpath: bad regular expression '(' at column 16");
  EXPECT_EQ(error("/numbers numbers"), "xpath: expected an operator, found 'numbers' at column 10");
  EXPECT_EQ(error("(1 + 1"), "xpath: expected ')' at column 7");
}

TEST(QueryTest, RefusesDeepNestingAndEndlessText) {
  for (const auto& [open, close] : {std::pair("(", ")"), {"a[", "]"}, {"not(", ")"}, {"-", ""}}) {
    std::string xpath;
    for (int i = 0; i < 100'000 / 4; ++i) xpath += open;
    xpath += "1";
    for (int i = 0; i < 100'000 / 4; ++i) xpath += close;
    const auto query = Query::xpath(xpath);
    ASSERT_FALSE(query.ok());
    EXPECT_EQ(query.error().code, ErrorCode::kLimitExceeded) << query.error().message;
  }
  std::string sum = "1";
  for (int i = 0; i < 10'000; ++i) sum += "+1";
  EXPECT_FALSE(Query::xpath(sum).ok());
  EXPECT_FALSE(Query::xpath(std::string(1 << 20, ' ') + "a").ok());
}

TEST(QueryTest, LongUnionsAndPathsAreFine) {
  std::string xpath = "//a";
  for (int i = 0; i < 3000; ++i) xpath += " | //b/..";
  EXPECT_EQ(Query::xpath(xpath)->select(query_page())->size(), 3u);
  std::string steps = ".";
  for (int i = 0; i < 5'000; ++i) steps += "/self::node()[true()]/self::*";
  EXPECT_TRUE(Query::xpath("//a[" + steps + "]")->select(query_page()).ok());
}

TEST(QueryTest, GivesUpAfterItsBudget) {
  QueryOptions options;
  options.limits.max_visits = 500;
  const Query slow = *Query::xpath(
      "//node()[count(.//node()[count(preceding::node()) > 1]) > count(following::node())]",
      options);
  const auto result = slow.select(query_page());
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kLimitExceeded);
}

TEST(QueryTest, SurvivesPagesOfAnyDepth) {
  const dom::Document deep = dom::testing::chain(200'000);
  EXPECT_EQ(Query::xpath("//a")->select(deep)->size(), 200'000u);
  EXPECT_EQ(Query::xpath("//a[not(a)]/ancestor::a")->select(deep)->size(), 199'999u);
  EXPECT_EQ(Query::xpath("//a/a/a/..")->select(deep)->size(), 199'998u);
  EXPECT_EQ(Query::xpath("//a[contains(., 'x')]")->select(deep)->size(), 0u);
  EXPECT_EQ(Query::css("a a > a:last-child")->select(deep)->size(), 199'998u);
}

TEST(QueryTest, SiblingTestsAreLinear) {
  dom::DocumentBuilder builder;
  builder.open("ul");
  for (int i = 0; i < 200'000; ++i) builder.open("li").close();
  const dom::Document wide = builder.finish();
  EXPECT_EQ(Query::xpath("//li[preceding-sibling::li]")->select(wide)->size(), 199'999u);
  EXPECT_EQ(Query::xpath("//li[following-sibling::li[@x]]")->select(wide)->size(), 0u);
  EXPECT_EQ(Query::xpath("//li[count(preceding-sibling::li) = 7]")->select(wide)->size(), 1u);
  EXPECT_EQ(Query::css("li:nth-child(3n+1)")->select(wide)->size(), 66'667u);
  EXPECT_EQ(Query::css("li:nth-last-child(2n)")->select(wide)->size(), 100'000u);
  EXPECT_EQ(Query::css("*:nth-of-type(3n+1)")->select(wide)->size(), 66'668u);
  EXPECT_EQ(Query::css("*:nth-last-of-type(2n)")->select(wide)->size(), 100'000u);
  EXPECT_EQ(Query::xpath("//li/preceding-sibling::li")->select(wide)->size(), 199'999u);
  EXPECT_EQ(Query::xpath("//li/following::li")->select(wide)->size(), 199'999u);
}

TEST(QueryTest, FirstStopsEarlyAndAgreesWithSelect) {
  for (const char* xpath : {"//li", "//a/@href", "//li/..", "//b/ancestor::*", "(//li)[3]",
                            "//nothing", "//li/preceding::*"}) {
    const Query query = *Query::xpath(xpath);
    const NodeSet all = *query.select(query_page());
    const std::optional<NodeRef> first = *query.first(query_page());
    EXPECT_EQ(first, all.empty() ? std::nullopt : std::optional(all.front())) << xpath;
  }
}

TEST(QueryTest, MatchesTellsWhetherANodeIsSelected) {
  const Query css = *Query::css("ul > li.item + li, p:has(b)");
  const Query xpath = *Query::xpath("//li[2] | //li[3] | //p[b]");
  const NodeSet selected = *xpath.select(query_page());
  for (uint32_t n = 0; n < query_page().size(); ++n) {
    const NodeRef node{dom::NodeId{n}, 0};
    EXPECT_EQ(*css.matches(query_page(), node),
              *Query::css("ul > li.item + li, p:has(b)")->select(query_page()) == NodeSet{node} ||
                  std::ranges::count(*css.select(query_page()), node) == 1);
    EXPECT_EQ(*xpath.matches(query_page(), node), std::ranges::count(selected, node) == 1);
  }
}

TEST(QueryTest, OneQueryRunsOnSeveralThreads) {
  const Query query =
      *Query::xpath("//li[preceding-sibling::li][contains(., 't')] | //a[re:test(@href, '1')]");
  std::vector<std::thread> threads;
  std::vector<size_t> counts(4);
  for (size_t t = 0; t < counts.size(); ++t) {
    threads.emplace_back([&, t] {
      Scratch scratch;
      NodeSet found;
      for (int i = 0; i < 200; ++i) {
        if (query.select_into(query_page(), {}, scratch, found).ok()) counts[t] += found.size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(counts, ElementsAre(600, 600, 600, 600));
}

TEST(QueryTest, ReusesItsScratchAcrossPagesAndQueries) {
  const dom::Document other = dom::testing::tree("ul(li('x') li.item('y' b('z')) li)");
  const Query query = *Query::xpath("//li[preceding-sibling::li][. = //li[2]]");
  Scratch scratch;
  NodeSet found;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(query.select_into(query_page(), {}, scratch, found).ok());
    EXPECT_EQ(found.size(), 1u);
    ASSERT_TRUE(query.select_into(other, {}, scratch, found).ok());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(string_value(other, found[0]), "yz");
  }
}

TEST(QueryTest, GuessesTheLanguage) {
  EXPECT_EQ(Query::guess("h1")->to_string(), "descendant-or-self::h1");
  EXPECT_EQ(Query::guess("div > p.x")->to_string(), "descendant-or-self::div/p[has-class('x')]");
  EXPECT_EQ(Query::guess("//h1")->to_string(), "//h1");
  EXPECT_EQ(Query::guess("count(//a)")->to_string(), "count(//a)");
  EXPECT_EQ(Query::guess("a[2]")->to_string(), "a[2]");
  EXPECT_EQ(Query::guess(".")->to_string(), ".");
  EXPECT_THAT(Query::guess("//a[").error().message, HasSubstr("xpath: "));
  EXPECT_THAT(Query::guess("div > > p").error().message, HasSubstr("css: "));
  EXPECT_THAT(Query::guess("a:frob").error().message,
              HasSubstr("css: there is no pseudo-class :frob"));
}

}  // namespace
}  // namespace weft::select
