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

TEST(HiddenTest, HidesWhatIsInside) { EXPECT_TRUE(hidden("<div hidden><ul><li id=x>a")); }

}  // namespace
}  // namespace weft::mine
