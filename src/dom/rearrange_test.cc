#include "dom/rearrange.h"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>

#include "dom/builder.h"
#include "dom/serialize.h"
#include "dom/testing/tree.h"

namespace weft::dom {
namespace {

TEST(RearrangeTest, TheBeginningKeepsIdsAndCutsSubtreesOff) {
  const Document doc = testing::tree("ul#list(li.a('one') li.b('two') li.c('three'))");
  const Document first = first_nodes(doc, 5);
  EXPECT_EQ(first.size(), 5U);
  EXPECT_EQ(first.end(kRoot), NodeId{5});
  EXPECT_EQ(testing::to_string(first, NodeId{1}), "ul(li('one') li)");
}

TEST(RearrangeTest, TheBeginningIsTheSameDocumentWhenNothingIsCut) {
  DocumentBuilder builder;
  builder.doctype("html").open("html").open("my-own").attribute("x", "1").comment("c");
  const Document doc = builder.finish();
  EXPECT_EQ(outer_html(first_nodes(doc, doc.size()), kRoot), outer_html(doc, kRoot));
  EXPECT_EQ(outer_html(first_nodes(doc, 1), kRoot), "");
}

TEST(RearrangeTest, PutsNodesInAnotherOrderAndCopiesThem) {
  const Document doc = testing::tree("table(tr(td('a') td('b')))");
  const std::array<NodeId, 8> nodes = {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{5},
                                       NodeId{6}, NodeId{2}, NodeId{3}, NodeId{4}};
  const std::array<uint32_t, 8> parents = {0, 0, 1, 2, 3, 1, 5, 6};
  const Document other = rearranged(doc, nodes, parents);
  EXPECT_EQ(testing::to_string(other, NodeId{1}), "table(tr(td('b')) tr(td('a')))");
  EXPECT_EQ(other.depth(NodeId{7}), 4U);
}

TEST(RearrangeTest, TheBeginningHoldsForEverySmallTreeAndLength) {
  for (const Document& doc : testing::all_trees(4, "ab")) {
    for (uint32_t count = 1; count <= doc.size(); ++count) {
      const Document first = first_nodes(doc, count);
      for (const NodeId n : first.nodes()) {
        EXPECT_EQ(first.parent(n), doc.parent(n));
        EXPECT_EQ(index(first.end(n)), std::min(index(doc.end(n)), count));
      }
    }
  }
}

}  // namespace
}  // namespace weft::dom
