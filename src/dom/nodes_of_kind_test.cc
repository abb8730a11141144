#include "dom/nodes_of_kind.h"

#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

std::vector<uint32_t> nodes_of_kind(const Document& doc, NodeKind kind) {
  std::vector<uint32_t> nodes;
  for_each_of_kind(doc.storage(), kind, [&](uint32_t n) { nodes.push_back(n); });
  return nodes;
}

void expect_all_nodes(const Document& doc) {
  for (const NodeKind kind : {NodeKind::kDocument, NodeKind::kElement, NodeKind::kText}) {
    std::vector<uint32_t> expected;
    for (const NodeId n : doc.nodes()) {
      if (doc.kind(n) == kind) expected.push_back(index(n));
    }
    EXPECT_EQ(nodes_of_kind(doc, kind), expected);
  }
}

TEST(NodesOfKindTest, GivesEveryNodeOfTheKindInDocumentOrder) {
  const Document doc = testing::tree("html(body('a' b('c') p()))");
  expect_all_nodes(doc);
  EXPECT_EQ(nodes_of_kind(doc, NodeKind::kText).size(), 2u);
}

TEST(NodesOfKindTest, GivesThoseOfPagesOfManyBlocks) {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += i % 3 == 0 ? "'a' " : "b() ";
  expect_all_nodes(testing::tree("html(body(" + body + "))"));
}

}  // namespace
}  // namespace weft::dom
