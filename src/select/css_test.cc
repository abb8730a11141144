#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/testing/tree.h"
#include "html/parser.h"
#include "select/query.h"

namespace weft::select {
namespace {

const char* const kPage = R"(<html><body>
<div id=d1 class="box big"><p id=p1>one <b id=b1>bold</b></p><p id=p2 class=x>two</p><span id=s1></span><p id=p3>three</p></div>
<div id=d2 class="box"><!-- c --></div>
<div id=d3 lang=en-GB data-k="A b c"><ul id=u1><li id=l1 class=x>1<li id=l2>2<li id=l3 class=x>3<li id=l4 class=x>4</ul>
<a id=a1 href="http://x.org/a.pdf" hreflang=en>pdf</a><a id=a2 href="/b.html" hreflang=en-US>html</a><a id=a3>none</a></div>
</body></html>)";

const dom::Document& page() {
  static const dom::Document doc = html::parse(kPage).document;
  return doc;
}

// The ids, or the values, of what a selector finds; or its error.
std::string found(std::string_view selector) {
  const auto query = Query::css(selector);
  if (!query.ok()) return query.error().message;
  std::string out;
  const NodeSet nodes = *query->select(page());
  for (const NodeRef node : nodes) {
    if (!out.empty()) out += ' ';
    const auto id = page().attribute(node.node, dom::atoms::kId);
    const bool element = !node.is_attribute() && page().is_element(node.node);
    out += element ? (id ? std::string(*id) : std::string(page().name_text(node.node)))
                   : string_value(page(), node);
  }
  return out;
}

TEST(CssTest, SelectsAsTheStandardSays) {
  const std::pair<const char*, const char*> kCases[] = {
      {"p", "p1 p2 p3"},
      {"P.x", "p2"},
      {"#d2", "d2"},
      {"div.box.big", "d1"},
      {"*.x", "p2 l1 l3 l4"},
      {"div p", "p1 p2 p3"},
      {"body > p", ""},
      {"div > p", "p1 p2 p3"},
      {"p + p", "p2"},
      {"p ~ p", "p2 p3"},
      {"p + span + p", "p3"},
      {"b, span", "b1 s1"},
      {"div ul, ul", "u1"},
      {"[href]", "a1 a2"},
      {"[hreflang=en]", "a1"},
      {"[hreflang|=en]", "a1 a2"},
      {"[href^=http]", "a1"},
      {"[href$='.pdf']", "a1"},
      {"[href*=\"b.h\"]", "a2"},
      {"[data-k~=b]", "d3"},
      {"[data-k~='A b']", ""},
      {"[href^='']", ""},
      {"[hreflang=EN]", ""},
      {"[hreflang=EN i]", "a1"},
      {"[HREFLANG='en-us' i]", "a2"},
      {":root", "html"},
      {"div:empty", "d2"},
      {"span:empty", "s1"},
      {"p:first-child", "p1"},
      {"p:last-child", "p3"},
      {"b:only-child", "b1"},
      {"span:only-of-type", "s1"},
      {"p:first-of-type", "p1"},
      {"p:last-of-type", "p3"},
      {"p:nth-child(2)", "p2"},
      {"p:nth-child(3)", ""},
      {"p:nth-of-type(3)", "p3"},
      {"*:nth-of-type(3)", "p3 d3 l3 a3"},
      {"p:nth-last-of-type(2)", "p2"},
      {"li:nth-child(odd)", "l1 l3"},
      {"li:nth-child(even)", "l2 l4"},
      {"li:nth-child(-n+2)", "l1 l2"},
      {"li:nth-child(n+3)", "l3 l4"},
      {"li:nth-child( 3n - 1 )", "l2"},
      {"li:nth-child(2n+5)", ""},
      {"li:nth-child(-2n+3)", "l1 l3"},
      {"li:nth-child(0)", ""},
      {"li:nth-last-child(2)", "l3"},
      {"li:nth-child(2 of .x)", "l3"},
      {"li:nth-last-child(odd of .x)", "l1 l4"},
      {":not(div):not(p):not(li):not(a):not(html):not(head):not(body)", "b1 s1 u1"},
      {"li:not(.x)", "l2"},
      {"li:not(.x, #l1)", "l2"},
      {":is(ul, div) > :is(p, li).x", "p2 l1 l3 l4"},
      {":where(#d1 p) > b", "b1"},
      {":is(div > p + p)", "p2"},
      {":is(p ~ p)", "p2 p3"},
      {"div:has(> ul)", "d3"},
      {"div:has(b)", "d1"},
      {"p:has(+ span)", "p2"},
      {"p:has(~ span)", "p1 p2"},
      {"div:has(p b, ul)", "d1 d3"},
      {"div:not(:has(*))", "d2"},
      {"p:contains('two')", "p2"},
      {"p:contains(bold)", "p1"},
      {"a:link", "a1 a2"},
      {"p:lang(en)", ""},
      {"a:lang(en)", "a1 a2 a3"},
      {"p::text", "one  two three"},
      {"#p1 ::text", "one  bold"},
      {"a::attr(href)", "http://x.org/a.pdf /b.html"},
      {"#u1 ::attr(class)", "x x x"},
      {"b::text, a::attr(hreflang)", "bold en en-US"},
      {"#\\64 1", "d1"},
      {"li[id=l2]", "l2"},
      {" p  ,  b ", "p1 b1 p2 p3"},
  };
  for (const auto& [selector, expected] : kCases) EXPECT_EQ(found(selector), expected) << selector;
}

TEST(CssTest, SelectingAndTestingAgree) {
  Scratch scratch;
  for (const char* selector :
       {"div p", "p + p", "p ~ p, li", "div > ul > li.x", ":is(p ~ p) , b", "li:nth-child(2 of .x)",
        "*", "div:has(> ul) a", "body *:not(li)", "html div + div ul li:last-child"}) {
    const Query query = *Query::css(selector);
    const NodeSet selected = *query.select(page());
    for (uint32_t n = 0; n < page().size(); ++n) {
      const NodeRef node{dom::NodeId{n}, 0};
      const bool wanted = std::binary_search(selected.begin(), selected.end(), node);
      EXPECT_EQ(*query.matches(page(), node, scratch), wanted) << selector << " at node " << n;
    }
  }
}

TEST(CssTest, StartsAtTheContextNode) {
  const NodeRef list = *Query::css("#u1")->first(page()).value();
  EXPECT_EQ(Query::css("li")->select(page(), {list, nullptr})->size(), 4u);
  EXPECT_EQ(Query::css("ul")->select(page(), {list, nullptr})->size(), 1u);
  EXPECT_EQ(Query::css("p")->select(page(), {list, nullptr})->size(), 0u);
  EXPECT_EQ(Query::css(":scope > li.x")->select(page(), {list, nullptr})->size(), 3u);
}

TEST(CssTest, PrintsAsXPath) {
  const std::pair<const char*, const char*> kCases[] = {
      {"div > p.x", "descendant-or-self::div/p[has-class('x')]"},
      {"a b", "descendant-or-self::a/descendant::b"},
      {"a + b", "descendant-or-self::a/following-sibling::*[1][self::b]"},
      {"#main ::text", "descendant-or-self::*[@id = 'main']/descendant-or-self::text()"},
      {"a::attr(href)", "descendant-or-self::a/@href"},
      {"td:nth-child(2)", "descendant-or-self::td[count(preceding-sibling::*) = 1]"},
  };
  for (const auto& [selector, xpath] : kCases) EXPECT_EQ(Query::css(selector)->to_string(), xpath);
  EXPECT_EQ(Query::css(".x")->to_standard_string(),
            "descendant-or-self::*[contains(concat(' ', normalize-space(@class), ' '), ' x ')]");
  EXPECT_EQ(Query::css("[a$=bc]")->to_standard_string(),
            "descendant-or-self::*[(substring(@a, string-length(@a) - 1) = 'bc')]");
}

TEST(CssTest, ErrorsCarryTheColumn) {
  EXPECT_EQ(found("div >"), "css: expected a selector at column 6");
  EXPECT_EQ(found(""), "css: expected a selector at column 1");
  EXPECT_EQ(found("p:not(.x"), "css: expected ')' at column 9");
  EXPECT_EQ(found("p[a"), "css: expected ']' at column 4");
  EXPECT_EQ(found("p[a='x]"), "css: unterminated string at column 5");
  EXPECT_EQ(found("p:frob"), "css: there is no pseudo-class :frob at column 2");
  EXPECT_EQ(found("p:nth-child(x)"), "css: expected a position such as 2n+1 at column 13");
  EXPECT_EQ(found("p::before"), "css: there is no pseudo-element ::before at column 2");
  EXPECT_EQ(found("p::text b"), "css: nothing may follow a pseudo-element at column 9");
  EXPECT_EQ(found("p..x"), "css: expected a name at column 3");
  EXPECT_EQ(found("p:not(a::text)"), "css: a pseudo-element cannot stand here at column 8");
  EXPECT_EQ(found("p)"), "css: unexpected ')' at column 2");
}

TEST(CssTest, RefusesDeepNesting) {
  std::string deep;
  for (int i = 0; i < 10'000; ++i) deep += ":not(";
  EXPECT_EQ(Query::css(deep).error().code, ErrorCode::kLimitExceeded);
  std::string chain = "a";
  for (int i = 0; i < 10'000; ++i) chain += " a";
  EXPECT_EQ(Query::css(chain).error().code, ErrorCode::kLimitExceeded);
  std::string nth = "a";
  for (int i = 0; i < 50; ++i) nth += ":nth-child(1 of a";
  EXPECT_EQ(Query::css(nth).error().code, ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace weft::select
