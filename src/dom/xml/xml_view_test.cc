#include "dom/xml/xml_view.h"

#include <libxml/xpath.h>

#include "dom/builder.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

using testing::tree;

// The ids of the nodes that libxml2 finds.
std::vector<NodeId> evaluate(const XmlView& view, const char* xpath) {
  std::vector<NodeId> ids;
  xmlXPathContext* context = xmlXPathNewContext(view.get());
  xmlXPathObject* result = xmlXPathEvalExpression(reinterpret_cast<const xmlChar*>(xpath), context);
  if (result != nullptr && result->nodesetval != nullptr) {
    for (int i = 0; i < result->nodesetval->nodeNr; ++i)
      ids.push_back(view.id(result->nodesetval->nodeTab[i]));
  }
  xmlXPathFreeObject(result);
  xmlXPathFreeContext(context);
  return ids;
}

TEST(XmlViewTest, EveryNodeMapsThereAndBackOnAllSmallTrees) {
  for (const Document& doc : testing::all_trees(5, "ab")) {
    const XmlView view(doc);
    for (const NodeId n : doc.nodes()) {
      ASSERT_EQ(view.id(view.node(n)), n);
      if (n == kRoot) continue;
      ASSERT_EQ(view.id(view.node(n)->parent), doc.parent(n));
      ASSERT_EQ(view.id(view.node(n)->next), doc.next_sibling(n));
      ASSERT_EQ(view.id(view.node(n)->prev), doc.previous_sibling(n));
      ASSERT_EQ(view.id(view.node(n)->children), doc.first_child(n));
    }
    std::vector<NodeId> all;
    for (const NodeId n : doc.descendants(kRoot)) all.push_back(n);
    ASSERT_EQ(evaluate(view, "//node()"), all);
  }
}

TEST(XmlViewTest, XPathSeesElementsAttributesTextAndComments) {
  DocumentBuilder b;
  b.doctype("html").open("div").attribute("class", "x & y").attribute("id", "i");
  b.text("one").comment("c").text("two").text("three").open("svg", Namespace::kSvg).close().close();
  const Document doc = b.finish();
  const XmlView view(doc);
  const NodeId div = doc.document_element();
  EXPECT_EQ(evaluate(view, "/div[@class='x & y']"), std::vector<NodeId>{div});
  EXPECT_EQ(evaluate(view, "//@class"), std::vector<NodeId>{div});
  EXPECT_EQ(evaluate(view, "id('i')"), std::vector<NodeId>{div});
  EXPECT_EQ(evaluate(view, "//comment()"), std::vector<NodeId>{NodeId{4}});
  EXPECT_EQ(evaluate(view, "/div/text()[3]"),
            std::vector<NodeId>{NodeId{6}});  // Neighbours stay apart.
  EXPECT_EQ(evaluate(view, "//svg"), std::vector<NodeId>{NodeId{7}});
  EXPECT_EQ(view.node(NodeId{1}), nullptr);  // The doctype.
}

TEST(XmlViewTest, TheFirstElementWithAnIdHasIt) {
  const Document doc = tree("div(a#x b#x)");
  const XmlView view(doc);
  EXPECT_EQ(evaluate(view, "id('x')"), std::vector<NodeId>{NodeId{2}});
}

TEST(XmlViewTest, ForeignNodesHaveNoId) {
  const Document doc = tree("a");
  const XmlView view(doc);
  const XmlView other(doc);
  EXPECT_EQ(view.id(nullptr), kNoNode);
  EXPECT_EQ(view.id(other.node(NodeId{1})), kNoNode);
  EXPECT_EQ(evaluate(view, "//namespace::*"),
            std::vector<NodeId>{kNoNode});  // The implied one of `xml`.
}

TEST(XmlViewTest, AnEmptyDocumentIsAnEmptyTree) {
  const Document doc;
  const XmlView view(doc);
  EXPECT_EQ(view.get()->children, nullptr);
  EXPECT_TRUE(evaluate(view, "//node()").empty());
}

TEST(XmlViewTest, SurvivesDeepTreesAndLongAttributeLists) {
  const Document deep = testing::chain(200'000);
  const XmlView deep_view(deep);
  EXPECT_EQ(deep_view.id(deep_view.node(NodeId{200'000})), NodeId{200'000});
  DocumentBuilder b;
  b.open("a");
  for (int i = 0; i < 100'000; ++i) b.attribute("x", "1");
  const Document wide = b.finish();
  const XmlView wide_view(wide);
  EXPECT_EQ(evaluate(wide_view, "//@x").size(), 100'000U);
}

TEST(XmlSafeNameTest, KeepsNamesAndSpellsOutWhatXmlForbids) {
  struct Case {
    const char* html;
    const char* xml;
  };
  constexpr Case kCases[] = {
      {"div", "div"},
      {"data-x.y", "data-x.y"},
      {"xlink:href", "xlink:href"},
      {"@click", "U00040click"},
      {"1a", "U00031a"},
      {":a", "U0003Aa"},
      {"a:", "aU0003A"},
      {"a:b:c", "a:bU0003Ac"},
      {"a:1", "aU0003A1"},
      {"\"", "U00022"},
      {"\xC3\xA9", "\xC3\xA9"},
      {"a<b", "aU0003Cb"},
      {"", "U"},
      {"\xFF", "U0FFFD"},
      {"-a", "U0002Da"},
  };
  for (const Case& c : kCases) EXPECT_EQ(xml_safe_name(c.html), c.xml) << c.html;
}

}  // namespace
}  // namespace weft::dom
