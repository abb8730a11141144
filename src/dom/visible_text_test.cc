#include "dom/visible_text.h"

#include "dom/testing/tree.h"
#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::dom {
namespace {

std::string seen(std::string_view html) { return visible_text(html::parse(html).document, kRoot); }

struct Case {
  const char* html;
  const char* text;
};

TEST(VisibleTextTest, BlocksMakeLinesAndParagraphsEmptyLines) {
  constexpr Case kCases[] = {
      {"a b", "a b"},
      {"  a \n\t b  ", "a b"},
      {"<div>a</div><div>b</div>", "a\nb"},
      {"<div><div><div>a</div></div></div>b", "a\nb"},
      {"<p>a</p><p>b</p>", "a\n\nb"},
      {"<h1>a</h1><p>b</p>c", "a\n\nb\n\nc"},
      {"<div>a <b>b</b> c</div>", "a b c"},
      {"<b>a</b> <b>b</b>", "a b"},
      {"<b>a</b><b>b</b>", "ab"},
      {"<div>a </div> <div> b</div>", "a\nb"},
      {"a<hr>b", "a\nb"},
      {"<ul><li>a<li>b<ul><li>c</ul></ul>d", "a\nb\nc\nd"},
      {"<dl><dt>t<dd>d</dl>", "t\nd"},
      {"", ""},
      {"<div> </div>", ""},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, BrBreaksLines) {
  constexpr Case kCases[] = {
      {"a<br>b", "a\nb"},
      {"a <br> b", "a\nb"},
      {"a<br><br>b", "a\n\nb"},
      {"<div>a<br></div>b", "a\nb"},  // The break is the block's own end.
      {"<div>a<br><br></div>b", "a\n\nb"},
      {"<br>a<br>", "a"},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, PreservesSpaceInPreAndItsLike) {
  constexpr Case kCases[] = {
      {"<pre>a\n  b\n</pre>c", "a\n  b\nc"},
      {"x<pre>  a</pre>", "x\n  a"},
      {"<pre>a <b> b </b></pre>", "a  b "},
      {"<span style='white-space: pre-wrap'>a  b</span>", "a  b"},
      {"<pre style='white-space:normal'>a  b</pre>", "a b"},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, TablesAreLinesWithTabs) {
  constexpr Case kCases[] = {
      {"<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"},
      {"<table><tr> <td> a </td> <td> b </td> </tr></table>", "a\tb"},
      {"<table><tr><td><p>a</p><td><p>b</p><tr><td>c</table>", "a\tb\nc"},
      {"<table><tr><td><td>b<td><td>d</table>", "\tb\t\td"},
      {"x<table><tr><td><td>b</table>", "x\n\tb"},
      {"<table><tr><td>a<tr><td><td><tr><td>b</table>",
       "a\nb"},  // A row without text leaves nothing.
      {"<table><tr><td>a<table><tr><td>i<td>j</table><td>b</table>", "a\ni\tj\tb"},
      {"<table><caption>k</caption><thead><tr><th>h<tbody><tr><td>1</table>x", "k\nh\n1\nx"},
      {"<table><tr><td>a<br>b<td>c</table>", "a\nb\tc"},
      {"<p>x</p><table><tr><td><p>a</p></table>", "x\n\na"},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, LeavesOutWhatNobodySees) {
  constexpr Case kCases[] = {
      {"<title>t</title>a<script>s</script><style>s</style><template>t</template>b", "ab"},
      {"a<noscript>n</noscript>", "a"},
      {"a<p hidden>b</p>c", "ac"},
      {"a<i style='color:red;DISPLAY : None !important'>b</i>c", "ac"},
      {"a<i style='visibility:hidden'>b<u style='visibility:visible'>c</u></i>d", "acd"},
      {"a<dialog>b</dialog><dialog open>c</dialog>", "a\nc"},
      {"a<iframe>b</iframe><video>c</video><object>d</object>", "a"},
      {"<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "ab"},
      {"<svg><title>t</title><style>s</style></svg>", "ts"},
      {"a<!-- c -->b", "ab"},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, InlineStylesMakeBlocksAndLines) {
  constexpr Case kCases[] = {
      {"<span style='display:block'>a</span>b", "a\nb"},
      {"<div style='display:inline'>a</div>b", "ab"},
      {"<div style='display:table-row'><b style='display:table-cell'>a</b><b "
       "style='display:table-cell'>b</b></div>",
       "a\tb"},
  };
  for (const Case& c : kCases) EXPECT_EQ(seen(c.html), c.text) << c.html;
}

TEST(VisibleTextTest, NoscriptCountsOnRequest) {
  const auto page = html::parse("a<noscript>n</noscript>");
  EXPECT_EQ(
      visible_text(page.document, kRoot, {.noscript = VisibleTextOptions::Noscript::kInclude}),
      "an");
}

TEST(VisibleTextTest, ReadsAHiddenNodeThatWasAskedFor) {
  const auto page = html::parse("<p hidden>a<b>b</b></p><script>s</script>");
  EXPECT_EQ(visible_text(page.document, testing::find(page.document, "p")), "ab");
  EXPECT_EQ(visible_text(page.document, testing::find(page.document, "script")), "s");
}

TEST(VisibleTextTest, SurvivesDeepTrees) {
  EXPECT_EQ(visible_text(testing::chain(200'000), kRoot), "");
}

}  // namespace
}  // namespace weft::dom
