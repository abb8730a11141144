// Pages made to break or slow down a parser. Each must come back with a well-formed tree; that none
// of them takes quadratic time is measured by bench/parse, since a timing never decides a unit
// test. The sizes here are such that a quadratic step would make this test take minutes.

#include <string>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::html {
namespace {

using dom::Document;
using dom::NodeId;

std::string repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// Ids, parents, depths and ends agree with each other.
void expect_well_formed(const Document& doc) {
  std::vector<uint32_t> open{0};
  ASSERT_EQ(doc.end(dom::kRoot), NodeId{doc.size()});
  for (uint32_t i = 1; i < doc.size(); ++i) {
    while (dom::index(doc.end(NodeId{open.back()})) <= i) open.pop_back();
    ASSERT_EQ(dom::index(doc.parent(NodeId{i})), open.back()) << i;
    ASSERT_EQ(doc.depth(NodeId{i}), open.size()) << i;
    ASSERT_GT(dom::index(doc.end(NodeId{i})), i) << i;
    ASSERT_LE(dom::index(doc.end(NodeId{i})), dom::index(doc.end(NodeId{open.back()}))) << i;
    open.push_back(i);
  }
}

bool has(const ParseResult& result, DiagnosticKind kind) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.kind == kind) return true;
  }
  return false;
}

TEST(HostileTest, TreesOfMisnestedPagesAreWellFormed) {
  const std::vector<std::string> pages = {
      repeat("<div>", 150'000),
      repeat("<span>", 90'000) + repeat("</x>", 90'000),
      "<p><button>" + repeat("<span>", 90'000) + repeat("<hr>", 90'000),
      repeat("<div>", 50'000) + repeat("<table></table>", 50'000),
      repeat("<div>", 50'000) + repeat("<li></li>", 50'000),
      repeat("<table><td>", 30'000),
      "<table>" + repeat(" </x>a</x>", 50'000),
      "<svg>" + repeat("<g>", 90'000) + repeat("</x>", 90'000),
      "<b>" + repeat("<span><div>", 40'000) + repeat("</b>", 40'000),
      repeat("<p><b><i><u>x", 20'000),
      repeat("<a><table><td>", 30'000) + repeat("<a>x", 60'000),
      repeat("</p></br><b></table>", 20'000),
      repeat("<template>", 20'000),
      std::string(100'000, '\0'),
  };
  for (const std::string& page : pages) {
    SCOPED_TRACE(page.substr(0, 40));
    expect_well_formed(parse(page).document);
  }
}

TEST(HostileTest, AMillionAttributesAreReadOnce) {
  std::string page = "<p ";
  for (int i = 0; i < 300'000; ++i) page += "a" + std::to_string(i) + "=1 ";
  page += page.substr(3) + ">";
  const Document doc = parse(page).document;
  const NodeId p{doc.size() - 1};
  // A few names share the 31 bits of an unknown atom and count as one.
  EXPECT_GT(doc.attribute_count(p), 299'900U);
  EXPECT_LE(doc.attribute_count(p), 300'000U);
  EXPECT_EQ(doc.attribute_at(p, doc.attribute_count(p) - 1).name_text, "a299999");
}

TEST(HostileTest, ManyUnknownNamesKeepTheirSpelling) {
  std::string page;
  for (int i = 0; i < 200'000; ++i) page += "<x" + std::to_string(i) + ">";
  const Document doc = parse(page).document;
  EXPECT_EQ(doc.name_text(NodeId{doc.size() - 1}), "x199999");
  expect_well_formed(doc);
}

TEST(HostileTest, ReopeningFormattingElementsIsBounded) {
  std::string page = "<p>";
  for (int i = 0; i < 2'000; ++i) page += "<b a=" + std::to_string(i) + ">";
  page += repeat("<p>x", 20'000);
  const ParseResult result = parse(page);
  EXPECT_TRUE(has(result, DiagnosticKind::kLimit));
  EXPECT_LT(result.document.size(), page.size());
  expect_well_formed(result.document);
}

TEST(HostileTest, DepthIsCutWithADiagnostic) {
  ParseOptions options;
  options.limits.max_depth = 50;
  const ParseResult result =
      parse(repeat("<div>a", 1'000) + repeat("</div>", 500) + "<p>x", options);
  EXPECT_TRUE(has(result, DiagnosticKind::kTruncatedDepth));
  for (const NodeId n : result.document.nodes()) EXPECT_LE(result.document.depth(n), 50U);
  expect_well_formed(result.document);
}

TEST(HostileTest, NodesAttributesAndBytesAreCutWithADiagnostic) {
  ParseOptions options;
  options.limits.max_nodes = 100;
  const ParseResult nodes = parse(repeat("<p>x", 1'000), options);
  EXPECT_TRUE(has(nodes, DiagnosticKind::kTruncatedNodes));
  EXPECT_EQ(nodes.document.size(), 100U);
  expect_well_formed(nodes.document);

  options = {};
  options.limits.max_attributes = 3;
  const ParseResult attributes = parse("<p a b c d e>", options);
  EXPECT_TRUE(has(attributes, DiagnosticKind::kTruncatedAttributes));
  EXPECT_EQ(attributes.document.attribute_count(NodeId{attributes.document.size() - 1}), 3U);

  options = {};
  options.limits.max_bytes = 10;
  const ParseResult bytes = parse("<p>0123456789", options);
  EXPECT_TRUE(has(bytes, DiagnosticKind::kTruncatedBytes));
  EXPECT_EQ(bytes.document.text(NodeId{bytes.document.size() - 1}), "0123456");
}

TEST(HostileTest, EveryPrefixOfAPageIsParsed) {
  const std::string page =
      "<!DOCTYPE html PUBLIC \"a\" 'b'><html "
      "lang=en><!--c--><title>t&amp;</title><script><!--<script>x</script>--></script>"
      "<body><p a=1 b='2' "
      "c=\"3&lt;\">x&notin;<table>y<tr><td><svg><![CDATA[z]]><desc><b><p></b></"
      "table><textarea>\r\n";
  for (size_t length = 0; length <= page.size(); ++length) {
    // A copy of exactly that length, so that a sanitizer sees a read past the end.
    const std::unique_ptr<char[]> bytes(new char[length]);
    page.copy(bytes.get(), length);
    Parser parser;
    ParseOptions options;
    options.transport_charset = "utf-8";
    expect_well_formed(parser.parse(dom::Source::borrow({bytes.get(), length}), options).document);
  }
}

}  // namespace
}  // namespace weft::html
