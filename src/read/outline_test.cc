// Everything of a small page as Markdown, HTML and text: the blocks are chosen by the test, not by a model.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "read/article.h"

namespace weft::read {
namespace {

struct Everything {
  model::Page page;
  Article article;
};

Everything all_of(std::string_view html) {
  Everything all;
  all.page.url = "http://a.example/dir/page";
  all.page.document = html::parse(html).document;
  const dom::Document& doc = all.page.document;
  for (const Block& block : blocks_of(doc).blocks) {
    BlockKind kind = BlockKind::kText;
    for (dom::NodeId n = block.node; n != dom::kNoNode; n = doc.parent(n)) {
      if (doc.name(n) == dom::atoms::kPre) kind = BlockKind::kCode;
      if (doc.name(n) == dom::atoms::kLi) kind = BlockKind::kItem;
      if (doc.name(n) == dom::atoms::kTd || doc.name(n) == dom::atoms::kTh) kind = BlockKind::kCell;
    }
    all.article.blocks.push_back({block.node, block.first, block.end, kind, 1});
  }
  return all;
}
std::string markdown_of(std::string_view html) {
  const Everything all = all_of(html);
  return markdown(all.page, all.article);
}
std::string html_of(std::string_view html) {
  const Everything all = all_of(html);
  return clean_html(all.page, all.article);
}

TEST(MarkdownTest, WritesParagraphsHeadingsAndEmphasis) {
  EXPECT_EQ(
      markdown_of("<h2>Tea</h2><p>Hot <b>and </b><em>strong</em>, <a href='../x "
                  "(1)'>see</a>.<p>Next<br>line"),
      "## Tea\n\nHot **and** *strong*, [see](http://a.example/x%20%281%29).\n\nNext  \nline\n");
}

TEST(MarkdownTest, BeginsWithTheTitle) {
  Everything all = all_of("<h1>Tea<br>and <i>milk</i></h1><p>Hot");
  all.article.title.node = all.article.blocks[0].node;
  EXPECT_EQ(markdown(all.page, all.article), "# Tea and *milk*\n\nHot\n");
  all.article.blocks.erase(all.article.blocks.begin());
  EXPECT_EQ(markdown(all.page, all.article), "# Tea and *milk*\n\nHot\n");
  EXPECT_EQ(plain_text(all.page.document, all.article), "Hot\n");
  all.article.output = Output::kBody;
  EXPECT_EQ(markdown(all.page, all.article), "Hot\n");
}

TEST(MarkdownTest, PutsSpacesOutsideTheMarks) {
  EXPECT_EQ(markdown_of("<p>a<b> b </b>c <a href=/d>d </a>e<i></i> <a href=/f></a>f"),
            "a **b** c [d](http://a.example/d) e f\n");
}

TEST(MarkdownTest, WritesListsOneInTheOther) {
  EXPECT_EQ(markdown_of("<ol><li>one<ul><li>a<li>b</ul><li>two</ol><p>after"),
            "1. one\n   - a\n   - b\n2. two\n\nafter\n");
}

TEST(MarkdownTest, WritesQuotesAndCode) {
  EXPECT_EQ(markdown_of("<blockquote><p>Said<p>twice</blockquote><pre>if (a &lt; b)\n  "
                        "c();</pre><p>Use <code>a_b</code>"),
            "> Said\n>\n> twice\n\n```\nif (a < b)\n  c();\n```\n\nUse `a_b`\n");
}

TEST(MarkdownTest, CodeStandsInLinksAndEmphasis) {
  EXPECT_EQ(markdown_of("<p><code><a href=/m>Map</a>&lt;<b>K</b>, V></code> and <kbd>a`b</kbd>"
                        "<p><a href=/n><code> List </code></a>x"),
            "[`Map`](http://a.example/m)`<`**`K`**`, V>` and `` a`b ``\n\n"
            "[`List`](http://a.example/n) x\n");
}

TEST(MarkdownTest, SaysTheLanguageOfCode) {
  EXPECT_EQ(markdown_of("<pre><code class='x language-c++'>f();</code></pre>"
                        "<div class=highlight-python3><div><pre>g()</pre></div></div>"
                        "<pre class=lang-none>h</pre>"),
            "```c++\nf();\n```\n\n```python3\ng()\n```\n\n```\nh\n```\n");
}

TEST(MarkdownTest, WritesTablesOfData) {
  EXPECT_EQ(
      markdown_of("<table><tr><th>Tea<th>Price<tr><td>Assam<td>5|6<tr><td>Green<td>7</table>"),
      "| Tea | Price |\n| --- | --- |\n| Assam | 5\\|6 |\n| Green | 7 |\n");
}

TEST(MarkdownTest, WritesCellsWithWhatIsInThem) {
  EXPECT_EQ(markdown_of("<table><caption>Our <b>teas</b></caption><tr><td><a "
                        "href=/a>Assam</a><br>black<td><p><b>5</b> | "
                        "<img src=i.png alt=yes><p>or <code>x|y</code><tr><td>Green<td> </table>"),
            "*Our **teas***\n\n|  |  |\n| --- | --- |\n"
            "| [Assam](http://a.example/a)<br>black | **5** \\| "
            "![yes](http://a.example/dir/i.png)<br>or `x\\|y` |\n"
            "| Green |  |\n");
}

TEST(MarkdownTest, MarksNothingTwice) {
  EXPECT_EQ(markdown_of("<dl><dt><b>size</b> <i>n</i> <dd>Long</dl><p><b>a <b>b</b></b>"),
            "**size *n***\n\nLong\n\n**a b**\n");
}

TEST(MarkdownTest, WritesPowersAndIndices) {
  EXPECT_EQ(markdown_of("<p>H<sub>2</sub>O, x<sup>2 </sup>and<sup><a href=/n>[1]</a></sup>"),
            "H<sub>2</sub>O, x<sup>2</sup> and[\\[1\\]](http://a.example/n)\n");
}

TEST(MarkdownTest, CountsListsFromTheirStart) {
  EXPECT_EQ(markdown_of("<ol start=5><li>a<li>b</ol><p>x<ol start=-1><li>c</ol>"),
            "5. a\n6. b\n\nx\n\n1. c\n");
}

TEST(MarkdownTest, SetsQuotesOffFromWhatStandsBefore) {
  EXPECT_EQ(markdown_of("<p>a<blockquote>b</blockquote><blockquote>c<p>d</"
                        "blockquote><ul><li>e<blockquote>f</ul>"),
            "a\n\n> b\n\n> c\n>\n> d\n\n- e\n\n  > f\n");
}

TEST(MarkdownTest, LeavesPermalinksOut) {
  EXPECT_EQ(markdown_of("<h2>Tea <a href=#tea>¶</a></h2><p>See <a href=#tea>#3</a>"),
            "## Tea\n\nSee [#3](http://a.example/dir/page#tea)\n");
}

TEST(MarkdownTest, WritesNotes) {
  const std::string_view page =
      "<p>Tea<sup><a href=#n1>1</a></sup> is old<a href='#n2'>[2]</a>.<p>See <a "
      "href=#n2>below</a>, <a href=#no>3</a>."
      "<ol><li id=n1>Or coffee. <a href=#r1>↩</a><li><a id=n2></a>Very.</ol>";
  EXPECT_EQ(markdown_of(page),
            "Tea[^1] is old[^2].\n\nSee [below](http://a.example/dir/page#n2), "
            "[3](http://a.example/dir/page#no).\n\n"
            "[^1]: Or coffee.\n[^2]: Very.\n");
  EXPECT_EQ(html_of(page),
            "<p>Tea<sup><a href=\"#note-1\">1</a></sup> is old<a href=\"#note-2\">2</a>.</p>\n"
            "<p>See <a href=\"http://a.example/dir/page#n2\">below</a>, <a "
            "href=\"http://a.example/dir/page#no\">3</a>.</p>\n"
            "<ol>\n<li><a id=\"note-1\"></a>Or coffee. </li>\n<li><a "
            "id=\"note-2\"></a>Very.</li>\n</ol>\n");
}

TEST(MarkdownTest, WritesEachPictureBetweenTextsOnce) {
  EXPECT_EQ(markdown_of("<p>a<figure><img src=x.png></figure><figure><img src=x.png></figure><p>b"),
            "a\n\n![](http://a.example/dir/x.png)\n\nb\n");
}

TEST(CleanHtmlTest, KeepsTablesWithLinks) {
  EXPECT_EQ(html_of("<table><tr><th>Tea<th>Price<tr><td><a href=/a>Assam</a><td>5</table><ol "
                    "start=3><li>x</ol>"),
            "<table>\n<tr><th>Tea</th><th>Price</th></tr>\n<tr><td><a "
            "href=\"http://a.example/a\">Assam</a></td><td>5</td></tr>\n</table>\n<ol "
            "start=\"3\">\n<li>x</li>\n</ol>\n");
}

TEST(MarkdownTest, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(markdown_of("<p># not *a* [link] &lt;b>"), "\\# not \\*a\\* \\[link\\] \\<b>\n");
  EXPECT_EQ(markdown_of("<p>&gt; a_b _c_ 1 &lt; 2 > 1, ~ ~~d~~"),
            "\\> a_b \\_c\\_ 1 < 2 > 1, ~ \\~~d\\~~\n");
  EXPECT_EQ(markdown_of("<p>3. no list: &amp;copy; is AT&amp;T's; so"),
            "3\\. no list: \\&copy; is AT&T's; so\n");
}

TEST(MarkdownTest, WritesPicturesWithTheirText) {
  EXPECT_EQ(markdown_of("<p>Before<figure><img src=/t.png alt='A "
                        "cup'><figcaption>Tea</figcaption></figure><p>After"),
            "Before\n\n![A cup](http://a.example/t.png)\n\n*Tea*\n\nAfter\n");
}

TEST(CleanHtmlTest, KeepsWhatSaysWhatTextIs) {
  EXPECT_EQ(html_of("<div class=x><p style=y>A <span>b</span> &amp; <a href=/c "
                    "onclick=z>c</a></p><ul><li>d</ul></div>"),
            "<p>A b &amp; <a href=\"http://a.example/c\">c</a></p>\n<ul>\n<li>d</li>\n</ul>\n");
}

TEST(CleanHtmlTest, HasNoScripts) {
  EXPECT_EQ(
      html_of(
          "<p><a href='javascript:alert(1)'>x</a><img src=x onerror=alert(1)> y<script>z</script>"),
      "<p><a>x</a> <img src=\"http://a.example/dir/x\" alt=\"\">\n y</p>\n");
}

TEST(PlainTextTest, PartsParagraphsItemsAndCells) {
  const Everything all =
      all_of("<p>a<p>b<ul><li>c<li>d</ul><table><tr><td>e<td>f<tr><td>g</table>");
  EXPECT_EQ(plain_text(all.page.document, all.article), "a\n\nb\n\nc\nd\n\ne\tf\ng\n");
}

}  // namespace
}  // namespace weft::read
