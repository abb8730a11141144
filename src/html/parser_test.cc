// The parser on small pages, in the notation of the html5lib tests. The full conformance suites
// need the data set; these cases are here so that a fresh clone tests every part of the parser.

#include "html/parser.h"

#include <iterator>
#include <random>
#include <string>

#include "gtest/gtest.h"
#include "html/testing/dump.h"
#include "html/testing/promises.h"

namespace weft::html {
namespace {

using dom::Document;
using dom::NodeId;

ParseOptions utf8(ParseOptions options = {}) {
  options.transport_charset = "utf-8";
  return options;
}

// What is in <body>, two levels less indented.
std::string body_of(std::string_view page) {
  const std::string all = testing::dump(parse(page, utf8()).document);
  std::string out;
  bool inside = false;
  for (size_t at = 0; at < all.size();) {
    const size_t end = all.find('\n', at);
    const std::string line = all.substr(at, end - at);
    if (inside) out += (line.starts_with("|     ") ? line.substr(6) : line) + "\n";
    inside |= line == "|   <body>";
    at = end + 1;
  }
  return out;
}

std::string fragment(std::string_view context, std::string_view text) {
  ParseOptions options;
  options.fragment_context = context;
  return testing::dump(parse(text, options).document);
}

struct Case {
  const char* page;
  const char* body;
};

void expect_bodies(std::initializer_list<Case> cases) {
  for (const Case& test : cases) EXPECT_EQ(body_of(test.page), test.body) << test.page;
}

TEST(ParserTest, MakesUpWhatIsMissing) {
  EXPECT_EQ(testing::dump(parse("", utf8()).document), "| <html>\n|   <head>\n|   <body>\n");
  EXPECT_EQ(testing::dump(parse("<!doctype html><title>a</title>b", utf8()).document),
            "| <!DOCTYPE html>\n| <html>\n|   <head>\n|     <title>\n|       \"a\"\n|   <body>\n|  "
            "   \"b\"\n");
}

// The kind bytes of the nodes in <body>, in document order: what each may have.
std::vector<uint8_t> promises(std::string_view body) {
  const ParseResult parsed = parse(body, utf8());
  EXPECT_TRUE(testing::keeps_promises(parsed.document));
  std::vector<uint8_t> out;
  for (uint32_t n = 4; n < parsed.document.size(); ++n)
    out.push_back(dom::may_have_of(parsed.document.storage().kind[n]));
  return out;
}

TEST(ParserTest, SaysWhatNodesCannotHave) {
  using Bits = std::vector<uint8_t>;
  EXPECT_EQ(promises("<i></i><i class=a></i><i ID=a></i><i title=a id=b class=c></i>"),
            (Bits{0, dom::kMayHaveClass, dom::kMayHaveId, dom::kMayHaveId | dom::kMayHaveClass}));
  EXPECT_EQ(promises("<i>a</i> <i>\t \n             \n</i>\r\n\r\n <i> < </i>"),
            (Bits{0, dom::kMayBeVisible, 0, 0, 0, 0, 0, dom::kMayBeVisible}));
  // Text that arrives in parts, or that is moved out of a table.
  EXPECT_EQ(promises("<table> <tr> </table>"), (Bits{0, 0, 0, 0, 0}));
  EXPECT_EQ(promises("<table> x</table>"), (Bits{dom::kMayBeVisible, 0}));
  EXPECT_EQ(promises("<b> &#32;</b>&amp;"), (Bits{0, 0, dom::kMayBeVisible}));
}

TEST(ParserTest, ClosesWhatEndTagsAreMissingFor) {
  expect_bodies({
      {"<p>a<p>b", "<p>\n  \"a\"\n<p>\n  \"b\"\n"},
      {"<ul><li>a<li>b</ul>c", "<ul>\n  <li>\n    \"a\"\n  <li>\n    \"b\"\n\"c\"\n"},
      {"<dl><dt>a<dd>b", "<dl>\n  <dt>\n    \"a\"\n  <dd>\n    \"b\"\n"},
      {"<p>a<div>b", "<p>\n  \"a\"\n<div>\n  \"b\"\n"},
      {"<p><button><p>", "<p>\n  <button>\n    <p>\n"},
      {"a</p>b", "\"a\"\n<p>\n\"b\"\n"},
      {"<h1>a<h2>b", "<h1>\n  \"a\"\n<h2>\n  \"b\"\n"},
      {"<select><option>a<option>b<optgroup>c</select>",
       "<select>\n  <option>\n    \"a\"\n  <option>\n    \"b\"\n  <optgroup>\n    \"c\"\n"},
      {"<ruby>a<rt>b<rp>c", "<ruby>\n  \"a\"\n  <rt>\n    \"b\"\n  <rp>\n    \"c\"\n"},
  });
}

TEST(ParserTest, RepairsMisnestedFormatting) {
  expect_bodies({
      {"<b>1<p>2</b>3</p>", "<b>\n  \"1\"\n<p>\n  <b>\n    \"2\"\n  \"3\"\n"},
      {"<b>1<i>2</b>3</i>", "<b>\n  \"1\"\n  <i>\n    \"2\"\n<i>\n  \"3\"\n"},
      {"<a>1<a>2", "<a>\n  \"1\"\n<a>\n  \"2\"\n"},
      {"<p><b>1</p>2", "<p>\n  <b>\n    \"1\"\n<b>\n  \"2\"\n"},
      // The Noah's Ark clause: three of a kind are reopened, not four.
      {"<p><b><b><b><b>x<p>y",
       "<p>\n  <b>\n    <b>\n      <b>\n        <b>\n          \"x\"\n<p>\n  <b>\n    <b>\n      "
       "<b>\n        \"y\"\n"},
      {"<b><i><p>x</b>y", "<b>\n  <i>\n<i>\n  <p>\n    <b>\n      \"x\"\n    \"y\"\n"},
  });
}

TEST(ParserTest, BuildsTablesAndMovesWhatDoesNotBelongInThem) {
  expect_bodies({
      {"<table><tr><td>a<td>b",
       "<table>\n  <tbody>\n    <tr>\n      <td>\n        \"a\"\n      <td>\n        \"b\"\n"},
      {"<table>a<tr><td>b</table>c",
       "\"a\"\n<table>\n  <tbody>\n    <tr>\n      <td>\n        \"b\"\n\"c\"\n"},
      {"<table><b>x<tr>y", "<b>\n  \"x\"\n<b>\n  \"y\"\n<table>\n  <tbody>\n    <tr>\n"},
      {"<table> <!--c--><caption>x<col>",
       "<table>\n  \" \"\n  <!-- c -->\n  <caption>\n    \"x\"\n  <colgroup>\n    <col>\n"},
      {"a<table>b</x>c<tr>d", "\"abcd\"\n<table>\n  <tbody>\n    <tr>\n"},
  });
}

TEST(ParserTest, DecodesCharacterReferences) {
  expect_bodies({
      {"&lt;&amp;&notit;&#65;&#x80;&nope;&", "\"<&\xC2\xACit;A\xE2\x82\xAC&nope;&\"\n"},
      {"<p title='&copy;&copy=1&copyx'>", "<p>\n  title=\"\xC2\xA9&copy=1&copyx\"\n"},
      {"<p title=a&amp;b>", "<p>\n  title=\"a&b\"\n"},
      {"&#0;&#xD800;&#x110000;", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},
  });
}

TEST(ParserTest, NormalisesLineEndsAndNulls) {
  using std::string_literals::operator""s;
  EXPECT_EQ(body_of("<p>\r\na\rb\r\n"), "<p>\n  \"\na\nb\n\"\n");
  EXPECT_EQ(body_of("a\0b"s), "\"ab\"\n");
  EXPECT_EQ(body_of("<svg>a\0b"s), "<svg svg>\n  \"a\xEF\xBF\xBD"s + "b\"\n");
  EXPECT_EQ(body_of("<pre>\n\nx"), "<pre>\n  \"\nx\"\n");
}

TEST(ParserTest, ReadsScriptsToTheirEnd) {
  expect_bodies({
      {"<body><script>a<b</script>", "<script>\n  \"a<b\"\n"},
      {"<body><script><!--<script></script>--></script>x",
       "<script>\n  \"<!--<script></script>-->\"\n\"x\"\n"},
      {"<body><script><!--></script>x", "<script>\n  \"<!-->\"\n\"x\"\n"},
      {"<textarea>\n<b>&lt;</textareax></TEXTAREA >y",
       "<textarea>\n  \"<b><</textareax>\"\n\"y\"\n"},
      {"<xmp><b></xmp>", "<xmp>\n  \"<b>\"\n"},
      {"<plaintext></plaintext>", "<plaintext>\n  \"</plaintext>\"\n"},
  });
}

TEST(ParserTest, ReadsOddMarkup) {
  expect_bodies({
      {"<body><!--a--!>b<!-->c<!--->d", "<!-- a -->\n\"b\"\n<!--  -->\n\"c\"\n<!--  -->\n\"d\"\n"},
      {"x<?php y?></ z></>", "\"x\"\n<!-- ?php y? -->\n<!--  z -->\n"},
      {"a < b <3 <", "\"a < b <3 <\"\n"},
      {"<p =x a=1 A=2 b / c='d'e>", "<p>\n  =x=\"\"\n  a=\"1\"\n  b=\"\"\n  c=\"d\"\n  e=\"\"\n"},
      {"x<p unfinished", "\"x\"\n"},
      {"<UnknownElementNameThatIsLong DataAttribute=1>",
       "<unknownelementnamethatislong>\n  dataattribute=\"1\"\n"},
  });
}

TEST(ParserTest, KnowsForeignContent) {
  expect_bodies({
      {"<svg viewbox=1 xlink:href=2><foreignobject><p>x</p></foreignobject></svg>y",
       "<svg svg>\n  viewBox=\"1\"\n  xlink href=\"2\"\n  <svg foreignObject>\n    <p>\n      "
       "\"x\"\n\"y\"\n"},
      {"<svg><g/><path></g><div>x", "<svg svg>\n  <svg g>\n  <svg path>\n<div>\n  \"x\"\n"},
      {"<math><mi><b>x</mi></math>", "<math math>\n  <math mi>\n    <b>\n      \"x\"\n"},
      {"<svg><![CDATA[<x>]]></svg>", "<svg svg>\n  \"<x>\"\n"},
      {"<body><![CDATA[x]]>", "<!-- [CDATA[x]] -->\n"},
  });
}

TEST(ParserTest, KeepsTheContentOfTemplatesAsChildren) {
  expect_bodies({
      {"<body><template><td>x</td></template>", "<template>\n  content\n    <td>\n      \"x\"\n"},
      {"<body><template><template>a</template>b",
       "<template>\n  content\n    <template>\n      content\n        \"a\"\n    \"b\"\n"},
  });
}

TEST(ParserTest, PutsLateContentWhereItBelongs) {
  EXPECT_EQ(
      testing::dump(
          parse(
              "<head></head> <script>x</script><body class=a>y</body><!--c--> z<body id=b class=d>",
              utf8())
              .document),
      "| <html>\n|   <head>\n|     <script>\n|       \"x\"\n|   \" \"\n|   <body>\n|     "
      "class=\"a\"\n|     id=\"b\"\n"
      "|     \"y z\"\n|   <!-- c -->\n");
}

TEST(ParserTest, ReadsFramesets) {
  EXPECT_EQ(
      testing::dump(parse("<p></p><frameset><frame></frameset>x<noframes>y", utf8()).document),
      "| <html>\n|   <head>\n|   <frameset>\n|     <frame>\n|   <noframes>\n|     \"y\"\n");
}

TEST(ParserTest, ParsesFragmentsInTheirContext) {
  EXPECT_EQ(fragment("div", "<td>x"), "| \"x\"\n");
  EXPECT_EQ(fragment("tr", "<td>x"), "| <td>\n|   \"x\"\n");
  EXPECT_EQ(fragment("svg desc", "<p>x"), "| <p>\n|   \"x\"\n");
  EXPECT_EQ(fragment("svg g", "<a>x"), "| <svg a>\n|   \"x\"\n");
  EXPECT_EQ(fragment("textarea", "<p>&amp;</textarea>"), "| \"<p>&</textarea>\"\n");
}

TEST(ParserTest, CopiesTheSelectedOptionIntoSelectedcontent) {
  EXPECT_EQ(
      body_of("<select><button><selectedcontent></button><option>a<option selected>b<i>c"),
      "<select>\n  <button>\n    <selectedcontent>\n      \"b\"\n      <i>\n        \"c\"\n"
      "  <option>\n    \"a\"\n  <option>\n    selected=\"\"\n    \"b\"\n    <i>\n      \"c\"\n");
}

TEST(ParserTest, SaysWhetherThePageIsInQuirksMode) {
  EXPECT_TRUE(parse("<p>", utf8()).quirks_mode);
  EXPECT_FALSE(parse("<!DOCTYPE html>", utf8()).quirks_mode);
  EXPECT_TRUE(parse("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", utf8()).quirks_mode);
  EXPECT_TRUE(
      parse("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", utf8()).quirks_mode);
  EXPECT_FALSE(parse("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'>", utf8())
                   .quirks_mode);
  // A paragraph stays open around a table in quirks mode only.
  EXPECT_EQ(body_of("<p><table>"), "<p>\n  <table>\n");
  EXPECT_EQ(body_of("<!DOCTYPE html><p><table>"), "<p>\n<table>\n");
}

TEST(ParserTest, KnowsWhereNodesComeFrom) {
  const std::string page = "<body><p class=a>x&amp;y</p><ul><li>1<li>2</ul><br><!--c--></body>";
  const Document doc = parse(page, utf8()).document;
  const auto source_of = [&](NodeId n) {
    const dom::SourceRange range = doc.source_range(n);
    return page.substr(range.begin, range.end - range.begin);
  };
  std::vector<std::string> ranges;
  for (const NodeId n : doc.descendants(doc.document_element())) ranges.push_back(source_of(n));
  const std::vector<std::string> expected = {"",
                                             page,
                                             "<p class=a>x&amp;y</p>",
                                             "x&amp;y",
                                             "<ul><li>1<li>2</ul>",
                                             "<li>1",
                                             "1",
                                             "<li>2",
                                             "2",
                                             "<br>",
                                             "<!--c-->"};
  EXPECT_EQ(ranges, expected);
}

TEST(ParserTest, TextAndValuesAreViewsOfTheSourceWhereTheyCanBe) {
  const std::string page = "<p title='plain'>plain text</p>";
  Parser parser;
  const Document doc = parser.parse(dom::Source::borrow(page), utf8()).document;
  for (const NodeId n : doc.nodes()) {
    if (!doc.is_text(n)) continue;
    EXPECT_EQ(doc.text(n).data(), page.data() + 17);
    EXPECT_EQ(doc.attribute(doc.parent(n), dom::atoms::kTitle)->data(), page.data() + 10);
  }
}

TEST(ParserTest, AParserCanBeUsedForPageAfterPage) {
  Parser parser;
  for (const char* page : {"<p>a<x-y>b", "<table>a<td>b", "<svg><foo>", "", "<b><p></b>x<y z=1>"}) {
    ParseResult result = parser.parse(dom::Source::borrow(page), utf8());
    EXPECT_EQ(testing::dump(result.document), testing::dump(parse(page, utf8()).document)) << page;
    parser.recycle(std::move(result.document));
  }
}

// An end tag with a space in it and white space before "</>" are read the long way round; the tree
// is the same.
TEST(ParserTest, TheShortWayForUsualTokensGivesTheSameTree) {
  // clang-format off
  constexpr std::string_view kPieces[] = {
      "<div>", "<p>", "<b>", "<a>", "<li>", "<ul>", "<h1>", "<h2>", "<span>", "<table>", "<tr>",
      "<td>", "<svg>", "<foreignObject>", "<select>", "<option>", "<pre>", "<button>", "<br>",
      "<template>", "<object>", "<x-y>", "<i class=c>", "text", "\n", "&amp;", "<!-- -->"};
  constexpr std::string_view kEnds[] = {
      "div", "p", "b", "a", "li", "ul", "h1", "h2", "span", "table", "tr", "td", "svg",
      "foreignObject", "select", "option", "pre", "button", "template", "object", "x-y", "i", "body"};
  // clang-format on
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return random() % n; };
  for (int round = 0; round < 4000; ++round) {
    std::string usual;
    std::string odd;
    for (size_t i = below(40) + 1; i > 0; --i) {
      if (below(2) == 0) {
        const std::string_view piece = kPieces[below(std::size(kPieces))];
        usual += piece;
        odd += piece;
      } else if (below(3) == 0) {
        usual += " ";
        odd += " </>";
      } else {
        const std::string name(kEnds[below(std::size(kEnds))]);
        usual += "</" + name + ">";
        odd += "</" + name + " >";
      }
    }
    const std::string rest = "<!-- as long as the longest end tag -->";
    ASSERT_EQ(testing::dump(parse(usual + rest, utf8()).document),
              testing::dump(parse(odd + rest, utf8()).document))
        << usual;
  }
}

}  // namespace
}  // namespace weft::html
