#include "dom/box_tree.h"

#include <random>

#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

using testing::find;
using testing::to_string;
using testing::tree;

// [Liu] Fig. 23: a table of two rows and two columns whose tags nobody closed, so that by tags
// everything is inside what came before. Boxes alone give the table back.
TEST(BoxTreeTest, ATableWithUnclosedTagsIsBuiltFromItsBoxes) {
  const Document doc = tree("table(tr(td('a' td('b' tr(td('c' td('d')))))))");
  Layout layout(doc);
  const Box boxes[] = {
      {200, 300, 400, 200},                        // table
      {200, 300, 400, 100},                        // tr
      {200, 300, 200, 100}, {400, 300, 200, 100},  // td td
      {200, 400, 400, 100},                        // tr
      {200, 400, 200, 100}, {400, 400, 200, 100},  // td td
  };
  size_t next_box = 0;
  layout.set_box(kRoot, {0, 0, 800, 600});
  for (const NodeId n : doc.descendants(kRoot)) {
    if (doc.is_element(n)) layout.set_box(n, boxes[next_box++]);
  }
  const BoxTree built = tree_of_boxes(doc, layout);
  EXPECT_EQ(to_string(built.document, NodeId{1}), "table(tr(td('a') td('b')) tr(td('c') td('d')))");
}

TEST(BoxTreeTest, WhatHasNoBoxStaysWithItsElement) {
  const Document doc = tree("div(p('a') b('hidden'))");
  Layout layout(doc);
  layout.set_box(kRoot, {0, 0, 100, 100});
  layout.set_box(find(doc, "div"), {0, 0, 100, 50});
  layout.set_box(find(doc, "p"), {0, 0, 100, 20});
  EXPECT_EQ(to_string(tree_of_boxes(doc, layout).document, NodeId{1}), "div(p('a') b('hidden'))");
}

// As the boxes of a page that knows none of <html>.
TEST(BoxTreeTest, WhatIsDrawnElsewhereMovesThere) {
  const Document doc = tree("html(body(div(p('a')) span('b')))");
  Layout layout(doc);
  layout.set_box(find(doc, "body"), {0, 0, 100, 100});
  layout.set_box(find(doc, "div"), {0, 0, 100, 50});
  layout.set_box(find(doc, "p"), {0, 0, 100, 20});
  layout.set_box(find(doc, "span"), {10, 30, 20, 10});
  EXPECT_EQ(to_string(tree_of_boxes(doc, layout).document, NodeId{1}),
            "html(body(div(p('a') span('b'))))");
}

TEST(BoxTreeTest, EqualBoxesNestAsInThePage) {
  const Document doc = tree("div(section(p('a')))");
  Layout layout(doc);
  for (const NodeId n : doc.nodes()) layout.set_box(n, {0, 0, 100, 50});
  EXPECT_EQ(to_string(tree_of_boxes(doc, layout).document, NodeId{1}), "div(section(p('a')))");
}

// Whatever the boxes are, every node is there once.
TEST(BoxTreeTest, AnyBoxesGiveATree) {
  std::mt19937 random(1);
  for (const Document& doc : testing::all_trees(5, "ab")) {
    for (int round = 0; round < 5; ++round) {
      Layout layout(doc);
      const auto side = [&] { return static_cast<float>(random() % 5) - 1; };
      for (const NodeId n : doc.nodes()) layout.set_box(n, {side(), side(), side(), side()});
      const BoxTree built = tree_of_boxes(doc, layout);
      ASSERT_EQ(built.document.size(), doc.size());
    }
  }
}

}  // namespace
}  // namespace weft::dom
