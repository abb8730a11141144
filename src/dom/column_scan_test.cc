#include "dom/column_scan.h"

#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

std::vector<uint32_t> nodes_of_kind(const Document& doc, NodeKind kind) {
  std::vector<uint32_t> nodes;
  for_each_block(
      doc.storage(), [&](uint32_t n) { return is_of_kind(doc.storage(), n, kind); },
      [&](const RowBlock& rows) { nodes.insert(nodes.end(), rows.begin(), rows.end()); });
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

TEST(ColumnScanTest, GivesEveryNodeOfTheKindInDocumentOrder) {
  const Document doc = testing::tree("html(body('a' b('c') p()))");
  expect_all_nodes(doc);
  EXPECT_EQ(nodes_of_kind(doc, NodeKind::kText).size(), 2u);
}

TEST(ColumnScanTest, GivesThoseOfPagesOfManyBlocks) {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += i % 3 == 0 ? "'a' " : "b() ";
  expect_all_nodes(testing::tree("html(body(" + body + "))"));
}

TEST(ColumnScanTest, ThinsBlocksOut) {
  const Document doc = testing::tree("html(body('a' b('c') p()))");
  const auto is_text = [&](uint32_t n) { return is_of_kind(doc.storage(), n, NodeKind::kText); };
  for_each_block(doc.storage(), is_text, [&](const RowBlock& texts) {
    const RowBlock kept(texts, [&](uint32_t n) { return placed_text(doc, n).text == "c"; });
    ASSERT_EQ(kept.end() - kept.begin(), 1);
    EXPECT_EQ(doc.text(NodeId{*kept.begin()}), "c");
  });
}

}  // namespace
}  // namespace weft::dom
