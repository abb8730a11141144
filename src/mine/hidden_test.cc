#include <gtest/gtest.h>

#include "dom/testing/tree.h"
#include "html/parser.h"
#include "mine/page_index.h"

namespace weft::mine {
namespace {

bool hidden(std::string_view html) {
  const dom::Document doc = html::parse(html).document;
  return PageIndex(doc).is_hidden(dom::testing::find(doc, "#x"));
}

TEST(HiddenTest, ReadsAttributesAndInlineStyles) {
  EXPECT_TRUE(hidden("<p id=x hidden>a"));
  EXPECT_TRUE(hidden("<p id=x style='color: red; DISPLAY : none'>a"));
  EXPECT_TRUE(hidden("<p id=x style='visibility:hidden'>a"));
  EXPECT_FALSE(hidden("<p id=x style='display: block'>a"));
}

TEST(HiddenTest, KnowsTheClassesOfCommonFrameworks) {
  EXPECT_TRUE(hidden("<p id=x class='card d-none'>a"));
  EXPECT_FALSE(hidden("<p id=x class='hidden-gems'>a"));
}

TEST(HiddenTest, ReadsSimpleRulesOfStyleSheets) {
  EXPECT_TRUE(
      hidden("<style>.off, p.gone { color: red; display: none }</style><p id=x class=off>a"));
  EXPECT_TRUE(hidden("<style>p.gone{display:none!important}</style><p id=x class=gone>a"));
  EXPECT_FALSE(hidden("<style>p.gone{display:none}</style><div id=x class=gone>a</div>"));
  EXPECT_TRUE(hidden("<style>#x { display: none }</style><p id=x>a"));
  EXPECT_FALSE(hidden("<style>@media print { .off { display: none } }</style><p id=x class=off>a"));
  EXPECT_FALSE(hidden("<style>.menu .off { display: none }</style><p id=x class=off>a"));
  EXPECT_FALSE(hidden("<style>.off { display: none</style><p id=x class=off>a")) << "cut short";
}

TEST(HiddenTest, PanelsOfTabsAreShown) {
  EXPECT_FALSE(hidden("<div role=tabpanel hidden><p id=x>a"));
  EXPECT_FALSE(hidden("<div class='tab-pane' style='display:none'><p id=x>a"));
  EXPECT_FALSE(hidden("<style>.tabcontent{display:none}</style><div class=tabcontent><p id=x>a"));
  const std::string list = "<ul><li>a<li>b<li>c<li>d<li>e<li id=x>f</ul></div>";
  EXPECT_FALSE(hidden("<div class=y>2021</div> <div class=y style='display:none'>" + list));
  EXPECT_TRUE(hidden("<div class=y>2021</div> <div class=z style='display:none'>" + list));
  EXPECT_TRUE(hidden("<b class=k>1</b><b class=k style='display:none' id=x>a"));
  EXPECT_TRUE(hidden("<div class='tab-pane'><p id=x hidden>a"));
  EXPECT_TRUE(hidden("<div hidden><div role=tabpanel><p id=x>a"));
}

TEST(HiddenTest, HidesWhatIsInside) { EXPECT_TRUE(hidden("<div hidden><ul><li id=x>a")); }

}  // namespace
}  // namespace weft::mine
