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
  for_each_block(doc.storage(), {kind}, [&](const RowBlock& rows) {
    nodes.insert(nodes.end(), rows.begin(), rows.end());
  });
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

TEST(ColumnScanTest, LeavesOutWhatCannotHaveTheThing) {
  std::string body;
  std::vector<size_t> with_class;
  for (size_t i = 0; i < 500; ++i) {
    const bool has = i % 7 == 3;
    body += has ? "p.x() " : i % 2 == 0 ? "p#x() " : "p() ";
    if (has) with_class.push_back(i);
  }
  const Document doc = testing::tree("html(body(" + body + "))");
  std::vector<size_t> found;
  for_each_block(doc.storage(), {NodeKind::kElement, kMayHaveClass}, [&](const RowBlock& rows) {
    for (const uint32_t row : rows) found.push_back(row - 3);
  });
  EXPECT_EQ(found, with_class);
}

TEST(ColumnScanTest, ThinsBlocksOut) {
  const Document doc = testing::tree("html(body('a' b('c') p()))");
  for_each_block(doc.storage(), {NodeKind::kText}, [&](const RowBlock& texts) {
    const RowBlock kept(texts, [&](uint32_t n) { return placed_text(doc, n).text == "c"; });
    ASSERT_EQ(kept.end() - kept.begin(), 1);
    EXPECT_EQ(doc.text(NodeId{*kept.begin()}), "c");
  });
}

}  // namespace
}  // namespace weft::dom
