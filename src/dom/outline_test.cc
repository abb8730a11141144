#include "dom/outline.h"

#include "dom/builder.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

TEST(OutlineTest, ShowsElementsAsSelectorsAndTextInQuotes) {
  DocumentBuilder b;
  b.doctype("html")
      .open("ul")
      .attribute("id", "list")
      .attribute("class", "a  b")
      .attribute("hidden", "");
  b.text("\n ").open("li").attribute("title", "x\ny").text(" one  two ").close().comment(" c ");
  b.open("svg", Namespace::kSvg).close().close();
  EXPECT_EQ(outline(b.finish(), kRoot),
            "<!DOCTYPE html>\n"
            "ul#list.a.b[hidden]\n"
            "  li[title=\"x y\"]\n"
            "    \"one two\"\n"
            "  <!-- c -->\n"
            "  svg|svg\n");
}

TEST(OutlineTest, CutsLongTextBetweenCharacters) {
  const Document doc = testing::tree("p('\xC3\xA9\xC3\xA9\xC3\xA9')");
  EXPECT_EQ(outline(doc, NodeId{2}, {.max_text = 2}), "\"\xC3\xA9\xC3\xA9…\"\n");
  EXPECT_EQ(outline(doc, NodeId{2}, {.max_text = 3}), "\"\xC3\xA9\xC3\xA9\xC3\xA9\"\n");
}

TEST(OutlineTest, ASubtreeBeginsAtTheMarginAndIdsAreShownOnRequest) {
  const Document doc = testing::tree("a(b(c))");
  EXPECT_EQ(outline(doc, NodeId{2}), "b\n  c\n");
  EXPECT_EQ(outline(doc, NodeId{2}, {.show_ids = true}), "      2  b\n      3    c\n");
}

TEST(OutlineTest, DeepTreesStayProportionateToTheirSize) {
  const Document deep = testing::chain(200'000);
  const std::string text = outline(deep, kRoot);
  EXPECT_LT(text.size(), 200'000U * 110);
  EXPECT_NE(text.find("(depth 200000) a\n"), std::string::npos);
}

TEST(TreeJsonTest, ListsNodesInDocumentOrderWithTheirParents) {
  DocumentBuilder b;
  b.doctype("html").open("p").attribute("class", "a\"b").text("x\ny").comment("c").close();
  std::string json;
  append_tree_json(json, b.finish());
  EXPECT_EQ(
      json,
      "[{\"kind\":\"document\"},"
      "{\"kind\":\"doctype\",\"parent\":0,\"name\":\"html\"},"
      "{\"kind\":\"element\",\"parent\":0,\"name\":\"p\",\"attributes\":{\"class\":\"a\\\"b\"}},"
      "{\"kind\":\"text\",\"parent\":2,\"text\":\"x\\ny\"},"
      "{\"kind\":\"comment\",\"parent\":2,\"text\":\"c\"}]");
}

}  // namespace
}  // namespace weft::dom
