#include "dom/nodes_of_kind.h"

#include "dom/document.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

TEST(NodesOfKindTest, GivesEveryNodeOfTheKindInDocumentOrder) {
  const Document doc = testing::tree("html(body('a' b('c') p()))");
  for (const NodeKind kind : {NodeKind::kDocument, NodeKind::kElement, NodeKind::kText}) {
    std::vector<uint32_t> expected;
    for (const NodeId n : doc.nodes()) {
      if (doc.kind(n) == kind) expected.push_back(index(n));
    }
    EXPECT_EQ(nodes_of_kind(doc.storage(), kind), expected);
  }
  EXPECT_EQ(nodes_of_kind(doc.storage(), NodeKind::kText).size(), 2u);
}

}  // namespace
}  // namespace weft::dom
