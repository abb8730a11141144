#include "mine/data_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "mine/page_index.h"

namespace weft::mine {
namespace {

using ::testing::ElementsAre;

std::vector<RecordSpan> all_rows(const dom::Document& doc) {
  std::vector<RecordSpan> rows;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) == dom::atoms::kTr) rows.push_back({n, doc.end(n)});
  }
  return rows;
}

std::vector<std::string> texts_of(const dom::Document& doc, const std::vector<RecordSpan>& rows) {
  std::vector<std::string> texts;
  for (const RecordSpan row : rows) texts.push_back(record_text(doc, row));
  return texts;
}

TEST(DataTablesTest, RowsAreThoseOfData) {
  const dom::Document doc =
      html::parse(
          "<table><tr><th>Name<th>Year<tr><td>Ada<td>1815<tr><td colspan=2>Later<tr><td>Bob<td>"
          "<tfoot><tr><td>Sum<td>1</table>")
          .document;
  std::vector<RecordSpan> rows = all_rows(doc);
  rows.erase(rows.begin() + 3);  // Bob's, as if it were not alike.
  EXPECT_FALSE(DataTables(doc).complete(doc, rows)) << "half of four rows are data";
  rows.erase(rows.begin());
  rows.erase(rows.begin() + 1);
  rows.erase(rows.begin() + 1);
  EXPECT_TRUE(DataTables(doc).complete(doc, rows));
  EXPECT_THAT(texts_of(doc, rows), ElementsAre("Ada 1815", "Bob"));
}

TEST(DataTablesTest, RowsHaveTheirDetails) {
  const dom::Document doc = html::parse(
                                "<table><tr><td>A<td>1<tr><td colspan=2>First"
                                "<tr><td>B<td>2<tr><td colspan=2>Second"
                                "<tr><td>C<td>3"
                                "<tr><td>D<td>4<tr><td colspan=2>Fourth"
                                "<tr><td>E<td>5<tr><td colspan=2>Fifth")
                                .document;
  std::vector<RecordSpan> rows = all_rows(doc);
  EXPECT_TRUE(DataTables(doc).complete(doc, rows));
  EXPECT_THAT(texts_of(doc, rows),
              ElementsAre("A 1 First", "B 2 Second", "C 3", "D 4 Fourth", "E 5 Fifth"));
}

TEST(DataTablesTest, TablesOfOneHeaderAreOneAndOthersLeave) {
  const std::string table = "<table><tr><th>Name<th>Year<tr><td>Ada<td>1815<tr><td>Bob<td>2";
  const dom::Document doc =
      html::parse(table + "</table>" + table + "</table><table><tr><th>A<th>B<tr><td>1<td>2")
          .document;
  std::vector<RecordSpan> rows = all_rows(doc);
  std::erase_if(rows, [&](RecordSpan r) { return record_text(doc, r).starts_with("Name"); });
  EXPECT_TRUE(DataTables(doc).complete(doc, rows));
  EXPECT_THAT(texts_of(doc, rows), ElementsAre("Ada 1815", "Bob 2", "Ada 1815", "Bob 2"));
}

TEST(DataTablesTest, RowsWithoutHeaderStayAsTheyAre) {
  const dom::Document doc = html::parse("<table><tr><td>1<td>2<tr><td>3<td>4").document;
  std::vector<RecordSpan> rows = all_rows(doc);
  EXPECT_FALSE(DataTables(doc).complete(doc, rows));
  EXPECT_EQ(rows, all_rows(doc));
}

}  // namespace
}  // namespace weft::mine
