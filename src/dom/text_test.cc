#include "dom/text.h"

#include <algorithm>
#include <vector>

#include "dom/class_tokens.h"
#include "dom/testing/tree.h"
#include "dom/visible_text.h"
#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::dom {
namespace {

using testing::find;
using testing::tree;

TEST(TextTest, ContentIsAllText) {
  const Document doc = tree("p(' one ' b(' two ') ' three ')");
  EXPECT_EQ(text_content(doc, kRoot), " one  two  three ");
  EXPECT_EQ(normalized_text(doc, kRoot), "one two three");
  EXPECT_EQ(text_content(doc, NodeId{2}), " one ");
  std::string out = "x";
  append_text_content(out, doc, find(doc, "b"));
  EXPECT_EQ(out, "x two ");
}

TEST(TextTest, ValuesArePartedWhereLinesEndAndHaveNoScripts) {
  struct Case {
    const char* html;
    const char* value;
  };
  constexpr Case kCases[] = {
      {"12 Main St<br>Springfield<br/>Ohio", "12 Main St Springfield Ohio"},
      {"<div>a</div>b", "a b"},
      {"<i><div>a</div></i>b", "a b"},
      {"a<div><b>b</b>c</div>", "a bc"},
      {"<b>a</b><b>b</b>", "ab"},
      {"H<sub>2</sub>O", "H2O"},
      {"<table><tr><td>1<td>2<tr><td>3</table>", "1 2 3"},
      {"5 €<script>track('x')</script><style>p{}</style>", "5 €"},
      {"<br>a<br><br>", "a"},
  };
  for (const Case& one : kCases)
    EXPECT_EQ(value_text(html::parse(one.html).document, kRoot), one.value) << one.html;
  for (const Case& one : kCases) {
    std::string lines = value_lines(html::parse(one.html).document, kRoot);
    std::replace(lines.begin(), lines.end(), '\n', ' ');
    EXPECT_EQ(lines, one.value);
  }
  const Document doc = html::parse("<p>x</p> <td>a <b>b</b><br> <br>c").document;
  EXPECT_EQ(value_text(doc, next(find(doc, "p"))), "x");
  EXPECT_EQ(value_lines(doc, kRoot), "x\na b\nc");
}

TEST(TextTest, HasTextWantsMoreThanWhiteSpace) {
  const Document doc = tree("div(p(' ' b) i(' ' u(' x ')))");
  EXPECT_FALSE(has_text(doc, find(doc, "p")));
  EXPECT_TRUE(has_text(doc, find(doc, "i")));
  EXPECT_FALSE(has_text(doc, find(doc, "b")));
}

TEST(ClassTokensTest, PartsAtHtmlSpaceOnly) {
  const auto tokens = [](std::string_view text) {
    std::vector<std::string_view> out;
    for (const std::string_view token : TokenRange(text)) out.push_back(token);
    return out;
  };
  EXPECT_EQ(tokens(" a\tb\n\fc  a\r"), (std::vector<std::string_view>{"a", "b", "c", "a"}));
  EXPECT_EQ(tokens("x"), (std::vector<std::string_view>{"x"}));
  EXPECT_EQ(tokens("a\xC2\xA0"
                   "b\vc"),
            (std::vector<std::string_view>{"a\xC2\xA0"
                                           "b\vc"}));
  EXPECT_TRUE(tokens("").empty());
  EXPECT_TRUE(tokens(" \n").empty());
}

TEST(ClassTokensTest, HasClassComparesWholeTokens) {
  const Document doc = tree("p.price.old('x')");
  EXPECT_TRUE(has_class(doc, NodeId{1}, "price"));
  EXPECT_TRUE(has_class(doc, NodeId{1}, "old"));
  EXPECT_FALSE(has_class(doc, NodeId{1}, "pric"));
  EXPECT_FALSE(has_class(doc, NodeId{1}, "Price"));
  EXPECT_FALSE(has_class(doc, NodeId{1}, ""));
  EXPECT_FALSE(has_class(doc, NodeId{2}, "price"));  // A text node.
}

TEST(InlineStyleTest, FindsTheLastDeclaration) {
  EXPECT_EQ(inline_style_value("color:red; display : none !important", "display"), "none");
  EXPECT_EQ(inline_style_value("display:none;display:block", "display"), "block");
  EXPECT_EQ(inline_style_value("DISPLAY:None", "display"), "None");
  EXPECT_EQ(inline_style_value("background:url(data:a;display:none)", "display"), std::nullopt);
  EXPECT_EQ(inline_style_value("content:';display:none;';width:1px", "display"), std::nullopt);
  EXPECT_EQ(inline_style_value("content:';display:none;';width:1px", "width"), "1px");
  EXPECT_EQ(inline_style_value("display", "display"), std::nullopt);
  EXPECT_EQ(inline_style_value("", "display"), std::nullopt);
  EXPECT_EQ(inline_style_value("a\\", "a"), std::nullopt);
}

}  // namespace
}  // namespace weft::dom
