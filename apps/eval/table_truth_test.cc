#include "eval/table_truth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::eval {
namespace {

using ::testing::ElementsAre;

TruthTable table_of(const dom::Document& doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) == dom::atoms::kTable) return read_table(doc, n).value_or(TruthTable{});
  }
  return {};
}

TEST(TableTruthTest, SpansFillTheirSlotsAndHeadersAreJoined) {
  const dom::Document doc =
      html::parse(
          "<table><thead><tr><th rowspan=2>City<th colspan=2>People<tr><th>2010<th>2020"
          "<tbody><tr><td rowspan=0>Ulm<td>9<td>12<tr><td colspan=2>none")
          .document;
  const TruthTable table = table_of(doc);
  EXPECT_THAT(table.names, ElementsAre("City", "People 2010", "People 2020"));
  EXPECT_THAT(table.cells,
              ElementsAre(ElementsAre("Ulm", "9", "12"), ElementsAre("Ulm", "none", "none")));
}

TEST(TableTruthTest, HeadingsAndRepeatedHeadersAreNoData) {
  const dom::Document doc = html::parse(
                                "<table><tr><th>A<th>B<tr><td "
                                "colspan=2>Birds<tr><th>Owl<td><tr><th>A<th>B<tr><th>Cat<td>2"
                                "<tfoot><tr><td>Sum<td>2</table>")
                                .document;
  const TruthTable table = table_of(doc);
  EXPECT_THAT(table.cells, ElementsAre(ElementsAre("Owl", ""), ElementsAre("Cat", "2")));
}

TEST(TableTruthTest, LettersOfAnIndexAreNoData) {
  const dom::Document doc = html::parse(
                                "<table><tr><td><th>Entry<th>Page<tr><th>A<td><td>"
                                "<tr><td><td>abs<td>3<tr><th>B<td><td><tr><td><td>bits<td>5")
                                .document;
  EXPECT_THAT(table_of(doc).cells,
              ElementsAre(ElementsAre("", "abs", "3"), ElementsAre("", "bits", "5")));
}

TEST(TableTruthTest, TablesOfTheSameNamesMayBeTakenAlong) {
  const std::string header = "<table><tr><th>A<th>B<th>C";
  std::string rows;
  for (int r = 0; r < 8; ++r) rows += "<tr><td>one<td>two<td>three";
  const dom::Document doc =
      html::parse(header + rows + "</table>" + header + "<tr><td>1<td>2<td>3</table>").document;
  const auto table = dominant_table(doc);
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(table->rows.size(), 8u);
  EXPECT_EQ(table->further_rows.size(), 1u);
}

}  // namespace
}  // namespace weft::eval
