#include "render/snapshot.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::render {
namespace {

using ::testing::HasSubstr;

// A snapshot from rows: parent, type, name, value; the nodes that are drawn have a box.
class Sketch {
 public:
  int node(int parent, int type, const char* name, const char* value = "", Json box = Json(),
           const char* visibility = "visible") {
    parents_.push_back(parent);
    types_.push_back(type);
    names_.push_back(string(name));
    values_.push_back(string(value));
    attributes_.push_back(Json::array());
    const int n = count_++;
    if (!box.is_null()) {
      places_.push_back(n);
      boxes_.push_back(std::move(box));
      auto styles = Json::array();
      for (const char* style : {visibility, "1", "20px", "700", "italic", "rgb(1, 2, 3)",
                                "rgba(0, 0, 0, 0)", "center", "visible", "visible"}) {
        styles.push_back(string(style));
      }
      styles_.push_back(std::move(styles));
    }
    return n;
  }
  void attribute(int node, const char* name, const char* value) {
    attributes_[node].push_back(string(name));
    attributes_[node].push_back(string(value));
  }
  void in_shadow(int node, const char* type) {
    shadow_nodes_.push_back(node);
    shadow_types_.push_back(string(type));
  }
  [[nodiscard]] Json captured() const {
    const Json nodes = {{"parentIndex", parents_},
                        {"nodeType", types_},
                        {"nodeName", names_},
                        {"nodeValue", values_},
                        {"attributes", attributes_},
                        {"shadowRootType", {{"index", shadow_nodes_}, {"value", shadow_types_}}}};
    const Json layout = {{"nodeIndex", places_}, {"bounds", boxes_}, {"styles", styles_}};
    return {{"strings", strings_},
            {"documents", Json::array({{{"nodes", nodes}, {"layout", layout}}})}};
  }

 private:
  int string(const char* text) {
    strings_.push_back(text);
    return static_cast<int>(strings_.size()) - 1;
  }
  Json strings_ = Json::array(), parents_ = Json::array(), types_ = Json::array(),
       names_ = Json::array(), values_ = Json::array(), attributes_ = Json::array(),
       places_ = Json::array(), boxes_ = Json::array(), styles_ = Json::array(),
       shadow_nodes_ = Json::array(), shadow_types_ = Json::array();
  int count_ = 0;
};

Sketch with_body() {
  Sketch sketch;
  sketch.node(-1, 9, "#document");
  sketch.node(0, 1, "HTML");
  sketch.node(1, 1, "HEAD");
  sketch.node(1, 1, "BODY");
  return sketch;
}
constexpr int kBody = 3;

dom::NodeId named(const dom::Document& doc, std::string_view name) {
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name_text(n) == name) return n;
  }
  return dom::kNoNode;
}

TEST(SnapshotTest, BoxAndStyleComeWithTheNode) {
  Sketch sketch = with_body();
  const int p = sketch.node(kBody, 1, "P", "", {8, 10, 300, 40});
  sketch.node(p, 3, "#text", "Lamp", {8, 12, 50, 20});
  const auto page = read_snapshot(sketch.captured());
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(page->html, "<html><head></head><body><p>Lamp</p></body></html>");
  const dom::NodeId n = named(page->document, "p");
  EXPECT_EQ(page->layout.box(n), (dom::Box{8, 10, 300, 40}));
  EXPECT_EQ(page->layout.style(n), (dom::Style{.font_size = 20,
                                               .font_weight = 700,
                                               .italic = true,
                                               .align = dom::TextAlign::kCenter,
                                               .color = 0x010203}));
  EXPECT_EQ(page->layout.box(dom::next(n)), (dom::Box{8, 12, 50, 20}));
  EXPECT_TRUE(page->layout.visible(named(page->document, "body")));
  EXPECT_FALSE(page->layout.visible(named(page->document, "head")));
}

TEST(SnapshotTest, WhatIsHiddenIsNotVisible) {
  Sketch sketch = with_body();
  const int p = sketch.node(kBody, 1, "P", "", {8, 10, 300, 40}, "hidden");
  sketch.node(p, 3, "#text", "Lamp", {8, 12, 50, 20}, "hidden");
  const auto page = read_snapshot(sketch.captured());
  ASSERT_TRUE(page.ok());
  EXPECT_FALSE(page->layout.visible(named(page->document, "p")));
}

// Scripts can nest what no parser nests: the tree is then another, and so is its layout.
TEST(SnapshotTest, ATreeThatNoParserMakesKeepsItsBoxes) {
  Sketch sketch = with_body();
  const int outer = sketch.node(kBody, 1, "P", "", {0, 0, 300, 90});
  sketch.node(outer, 3, "#text", "a", {0, 0, 10, 20});
  const int inner = sketch.node(outer, 1, "DIV", "", {0, 20, 300, 40});
  sketch.node(inner, 3, "#text", "b", {0, 20, 11, 20});
  sketch.node(inner, 3, "#text", "c", {11, 20, 12, 20});
  const auto page = read_snapshot(sketch.captured());
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(page->html, HasSubstr("<p>a<div>bc</div></p>"));
  const dom::NodeId div = named(page->document, "div");
  EXPECT_EQ(page->document.name_text(page->document.parent(div)), "body");
  EXPECT_EQ(page->layout.box(div), (dom::Box{0, 20, 300, 40}));
  EXPECT_EQ(page->layout.box(dom::next(div)),
            (dom::Box{0, 20, 23, 20}));  // Two texts, read as one.
}

TEST(SnapshotTest, ShadowTreesTakeTheirHostsChildren) {
  Sketch sketch = with_body();
  const int host = sketch.node(kBody, 1, "X-CARD");
  const int root = sketch.node(host, 11, "#document-fragment");
  const int heading = sketch.node(root, 1, "H3");
  const int slot = sketch.node(heading, 1, "SLOT");
  sketch.node(slot, 3, "#text", "fallback");
  for (const int n : {root, heading, slot}) sketch.in_shadow(n, "open");
  sketch.node(host, 3, "#text", "Lamp");
  const int unplaced = sketch.node(host, 1, "B");
  sketch.attribute(unplaced, "slot", "price");
  const int input = sketch.node(kBody, 1, "INPUT");
  const int inside = sketch.node(input, 11, "#document-fragment");
  sketch.in_shadow(inside, "user-agent");
  sketch.in_shadow(sketch.node(inside, 1, "DIV"), "user-agent");
  const auto page = read_snapshot(sketch.captured());
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(page->html,
              HasSubstr("<x-card><h3><slot>Lamp</slot></h3><b slot=\"price\"></b></x-card>"
                        "<input></body>"));
}

TEST(SnapshotTest, WhatIsNoSnapshotIsRefused) {
  EXPECT_FALSE(read_snapshot(Json()).ok());
  EXPECT_FALSE(read_snapshot({{"documents", Json::array()}, {"strings", Json::array()}}).ok());
  EXPECT_FALSE(read_snapshot({{"documents", {{{"nodes", 7}}}}, {"strings", Json::array()}}).ok());
}

TEST(SnapshotTest, TooManyNodesAreLeftOutAndItIsSaid) {
  Sketch sketch = with_body();
  for (int i = 0; i < 50; ++i) sketch.node(kBody, 1, "P");
  const auto page = read_snapshot(sketch.captured(), {.max_nodes = 20});
  ASSERT_TRUE(page.ok());
  EXPECT_LE(page->document.size(), 21u);
  ASSERT_EQ(page->diagnostics.size(), 1u);
  EXPECT_EQ(page->diagnostics[0].kind, DiagnosticKind::kTruncatedNodes);
}

}  // namespace
}  // namespace weft::render
