// The engine against libxml2: every small tree with a family of expressions, and random expressions
// on real pages.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/file.h"
#include "dom/builder.h"
#include "dom/testing/tree.h"
#include "html/parser.h"
#include "select/query.h"
#include "select/testing/expressions.h"
#include "select/testing/oracle.h"

namespace weft::select {
namespace {

using testing::describe;
using testing::ExpressionGenerator;
using testing::Oracle;
using testing::same;

void expect_same(Oracle& oracle, const dom::Document& doc, const std::string& xpath,
                 NodeRef context = {}, int* gave_up = nullptr) {
  const auto expected = oracle.evaluate(xpath, context);
  if (!expected && gave_up != nullptr) {
    ++*gave_up;
    return;
  }
  ASSERT_TRUE(expected.has_value()) << "libxml2 refuses " << xpath;
  const auto query = Query::xpath(xpath);
  ASSERT_TRUE(query.ok()) << xpath << ": " << query.error().message;
  const auto plain = Query::xpath(xpath, {.simplify = false});
  const auto as_written = plain->evaluate(doc, {context, nullptr});
  ASSERT_TRUE(same(*as_written, *expected)) << xpath << "\n  as written " << describe(*as_written)
                                            << "\n  expected   " << describe(*expected);
  const auto found = query->evaluate(doc, {context, nullptr});
  ASSERT_TRUE(found.ok()) << xpath << ": " << found.error().message;
  ASSERT_TRUE(same(*found, *expected))
      << xpath << "\n  run as " << query->to_simplified_string() << "\n  from node "
      << index(context.node) << "\n  found    " << describe(*found).substr(0, 2000)
      << "\n  expected " << describe(*expected).substr(0, 2000);
}

// Every axis and node test, every position, and what the compiler treats specially.
std::vector<std::string> small_family() {
  const std::vector<std::string> axes = {
      "ancestor",  "ancestor-or-self",  "child",  "descendant", "descendant-or-self",
      "following", "following-sibling", "parent", "preceding",  "preceding-sibling",
      "self"};
  const std::vector<std::string> predicates = {"",
                                               "[1]",
                                               "[2]",
                                               "[last()]",
                                               "[position() > 1]",
                                               "[b]",
                                               "[b][1]",
                                               "[1][b]",
                                               "[not(preceding-sibling::b)]",
                                               "[count(preceding-sibling::a) = 1]",
                                               "[following-sibling::b]",
                                               "[count(following-sibling::*) < 2]"};
  std::vector<std::string> family;
  for (const std::string& axis : axes) {
    for (const std::string& predicate : predicates) {
      for (const char* test : {"a", "*"}) {
        const std::string step = axis + "::" + test + predicate;
        family.push_back(step);
        family.push_back("//b/" + step);
        family.push_back("//" + step);
        if (predicate.empty()) family.push_back("//*[" + step + "]/..");
      }
    }
  }
  for (const char* more : {"//a//b", "//a/b/a", "(//a)[2]", "//a | //b/a", "//*[count(.//*) = 2]",
                           "//*[. = ../..]", "count(//a) > count(//b)", "//a[//b]",
                           "//*[position() = last()]", "//*[position() mod 2 = 1]", "//a[1]/b[1]",
                           "//*[last() - 1]", "//*[a][b]", "//*[a or b]", "/*/*/a/.."}) {
    family.emplace_back(more);
  }
  return family;
}

TEST(XPathOracleTest, AgreesOnAllSmallTrees) {
  const std::vector<std::string> family = small_family();
  std::vector<Query> queries;
  for (const std::string& xpath : family) queries.push_back(*Query::xpath(xpath));
  Scratch scratch;
  for (const dom::Document& doc : dom::testing::all_trees(4, "ab")) {
    Oracle oracle(doc);
    for (size_t i = 0; i < family.size(); ++i) {
      for (uint32_t n = 0; n < doc.size(); ++n) {
        const NodeRef context{dom::NodeId{n}, 0};
        const auto found = queries[i].evaluate(doc, {context, nullptr}, scratch);
        ASSERT_TRUE(found.ok());
        const auto expected = oracle.evaluate(family[i], context);
        if (same(*found, *expected)) continue;
        FAIL() << family[i] << " from node " << n << " of "
               << dom::testing::to_string(doc, dom::NodeId{1}) << "\n  run as "
               << queries[i].to_simplified_string() << "\n  found    " << describe(*found)
               << "\n  expected " << describe(*expected);
      }
    }
  }
}

const char* const kOraclePage =
    R"(<!DOCTYPE html><html lang=en><head><title>A shop</title><meta name=x content="12"></head>
<body class="a b"><!-- note --><div id=main class="box price"><h2>Tea &amp; coffee</h2><p>one <b>two</b> three<p class="b">4</p>
<ul><li class=a>1<li class="a  b">2<li>3.5<li id=last><a href="/recipe/1" title=one>one</a></ul></div>
<div class="box"><table><tr><td>1<td>2<tr><td>3<td>4</table><div class=b><div class=b><span>two</span></div></div>
<svg viewBox="0 0 1 1"><foreignObject><p>in svg</p></foreignObject></svg></div><p>  spaced
  out </p></body></html>)";

TEST(XPathOracleTest, AgreesOnRandomExpressionsOverASmallPage) {
  const dom::Document doc = html::parse(kOraclePage).document;
  Oracle oracle(doc);
  ExpressionGenerator generator(7, {{"div", "p", "li", "a", "b", "td", "tr", "span", "ul", "body"},
                                    {"class", "id", "href", "title"},
                                    {"a", "b", "box", "one", "two", "1", "2", "", "e"}});
  for (int i = 0; i < 6000; ++i) {
    const NodeRef context{dom::NodeId{static_cast<uint32_t>(i * 37) % doc.size()}, 0};
    if (doc.kind(context.node) == dom::NodeKind::kDoctype) continue;
    expect_same(oracle, doc, generator.expression(3), context);
    if (HasFatalFailure()) return;
  }
}

TEST(XPathOracleTest, AgreesFromAttributeNodes) {
  const dom::Document doc = html::parse(kOraclePage).document;
  Oracle oracle(doc);
  const NodeSet attributes = *Query::xpath("//@*")->select(doc);
  for (const char* xpath :
       {"..", ".", "ancestor::*", "ancestor-or-self::node()", "self::node()", "self::*",
        "self::class", "preceding::*", "following-sibling::*", "preceding-sibling::node()",
        "child::node()", "descendant-or-self::node()", "../@*", "string()", "name()",
        "../..//@class", "@*"}) {
    for (const NodeRef attribute : attributes) expect_same(oracle, doc, xpath, attribute);
  }
}

std::vector<std::string> real_pages(size_t wanted, size_t most_bytes) {
  namespace fs = std::filesystem;
  const char* set = std::getenv("WEFT_DATA");
  const char* home = std::getenv("HOME");
  const fs::path root =
      set != nullptr ? fs::path(set) : fs::path(home == nullptr ? "" : home) / ".cache/weft-data";
  std::vector<fs::path> files;
  std::error_code error;
  for (const char* folder : {"recipes", "swde-book/pages", "swde-camera/pages"}) {
    for (fs::recursive_directory_iterator it(root / folder, error), end; !error && it != end;
         it.increment(error)) {
      const std::string extension = it->path().extension().string();
      if ((extension == ".testhtml" || extension == ".htm") && it->file_size(error) < most_bytes)
        files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> pages;
  for (size_t i = 0; i < wanted && !files.empty(); ++i) {
    pages.push_back(*read_file(files[i * files.size() / wanted]));
  }
  return pages;
}

TEST(XPathOracleTest, AgreesOnRandomExpressionsOverRealPages) {
  const std::vector<std::string> pages = real_pages(10, 30'000);
  if (pages.empty()) GTEST_SKIP() << "the data sets recipes and swde-* are not there";
  uint32_t seed = 100;
  int compared = 0;
  int gave_up = 0;
  for (const std::string& page : pages) {
    const dom::Document doc = html::parse(page).document;
    Oracle oracle(doc, /*max_operations=*/60'000);
    ExpressionGenerator generator(
        seed++, {{"div", "p", "li", "a", "b", "td", "tr", "span", "ul", "h2", "img", "script"},
                 {"class", "id", "href", "src", "style", "title"},
                 {"a", "title", "content", "price", "http", "1", "main", ":", "the"}});
    for (int i = 0; i < 50; ++i, ++compared) {
      expect_same(oracle, doc, generator.expression(2), {}, &gave_up);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_LT(gave_up, compared / 2);
}

}  // namespace
}  // namespace weft::select
