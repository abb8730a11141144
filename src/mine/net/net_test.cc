#include "mine/net/net.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/testing/tree.h"
#include "html/parser.h"
#include "mine/mine.h"

namespace weft::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Rows as texts, "-" for none; columns that are empty everywhere do not occur.
std::vector<std::string> rows(const dom::Document& doc, const NetTable& table) {
  std::vector<std::string> result;
  for (const auto& row : table.rows) {
    std::string text;
    for (const dom::NodeId n : row)
      text += (n == dom::kNoNode ? "-" : std::string(doc.text(n))) + " ";
    result.push_back(text);
  }
  return result;
}

// Fig. 33: a flat sequence of children, t1 N1 N2 N3 N4 t2 N5 … N9.
TEST(NetTest, FillsTheTableOfFigure37) {
  const dom::Document doc = dom::testing::tree(
      "p(h('t1') b(i('t3') j('t4')) c(k('t5')) b(i('t6') j('t7')) c(k('t8'))"
      "  h('t2') b(i('t9') j('t10')) c(k('t11')) b(i('t12') j('t13')) b(i('t14') j('t15')) "
      "c(k('t16')))");
  const NetResult result = find_nested_records(doc);
  ASSERT_EQ(result.lists.size(), 1U);
  EXPECT_THAT(result.lists[0].symbols, ElementsAre(0, 1, 2, 1, 2, 0, 1, 2, 1, 1, 2));
  EXPECT_EQ(result.lists[0].pattern.to_string({"a", "b", "c"}), "(a(bc?)+)+");
  EXPECT_EQ(result.lists[0].records.size(), 2U);
  EXPECT_THAT(rows(doc, result.tables[0]),
              ElementsAre("t1 t3 t4 t5 ", "t1 t6 t7 t8 ", "t2 t9 t10 t11 ", "t2 t12 t13 - ",
                          "t2 t14 t15 t16 "));
}

// Figs. 38-40: the lists are one level further down and of different lengths.
TEST(NetTest, CollapsesNestedListsAsInFigures38To40) {
  const dom::Document doc = dom::testing::tree(
      "p(n(h('t1') u(b(i('t3') j('t4')) b(i('t5') j('t6') k('t7'))))"
      "  n(h('t2') u(b(i('t8') j('t9')))))");
  const NetResult result = find_nested_records(doc);
  ASSERT_EQ(result.lists.size(), 1U);
  EXPECT_EQ(result.lists[0].records.size(), 2U);
  EXPECT_THAT(rows(doc, result.tables[0]),
              ElementsAre("t1 t3 t4 - ", "t1 t5 t6 t7 ", "t2 t8 t9 - "));
}

// [Liu], Extraction results: organizers with an image and a heading each, and one or two sizes. The
// buttons hold no data.
std::string cabinet_organizers() {
  const auto size = [](const char* inches, const char* name, const char* price) {
    return "<li><i>" + std::string(inches) + "</i> <a href=x>" + name + "</a> <em>*****</em> <b>" +
           price + "</b><input type=submit value=BUY></li>";
  };
  const auto organizer = [](const char* image, const char* heading, const std::string& sizes) {
    return "<tr><td><img src=" + std::string(image) + "></td><td><h3>" + heading + "</h3><ul>" +
           sizes + "</ul></td></tr>";
  };
  return "<h1>Storage</h1><table>" +
         organizer("1.png", "Cabinet Organizers by Copco",
                   size("9-in.", "Round Turntable: White", "$4.95") +
                       size("12-in.", "Round Turntable: White", "$7.95")) +
         organizer("2.png", "Cabinet Organizers",
                   size("14.75x9", "Cabinet Organizer (Non-skid): White", "$7.95")) +
         organizer("3.png", "Cabinet Organizers", size("22x6", "Cookware Lid Rack", "$19.95")) +
         "</table><p>Help</p>";
}

// The cells of a region, row by row.
std::vector<std::string> lines_of(const Region& region) {
  std::vector<std::string> lines(region.records.size());
  for (const Column& column : region.columns) {
    for (size_t r = 0; r < lines.size(); ++r) lines[r] += column.cells[r].text + "|";
  }
  return lines;
}

TEST(NetTest, RowsWithinRecordsAreANestedTableOrFlat) {
  const dom::Document doc = html::parse(cabinet_organizers()).document;
  const auto regions = mine(doc, {.method = Method::kNet, .min_confidence = 0, .nested = true});
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(lines_of(regions[0]),
              ElementsAre("1.png|Cabinet Organizers by Copco|", "2.png|Cabinet Organizers|",
                          "3.png|Cabinet Organizers|"));
  ASSERT_EQ(regions[0].nested.size(), 1U);
  EXPECT_THAT(regions[0].nested[0].owner, ElementsAre(0, 0, 1, 2));
  EXPECT_EQ(regions[0].nested[0].columns.size(), 4U);
  EXPECT_THAT(
      lines_of(flattened(regions[0])),
      ElementsAre(
          "1.png|Cabinet Organizers by Copco|9-in.|Round Turntable: White|*****|$4.95|",
          "1.png|Cabinet Organizers by Copco|12-in.|Round Turntable: White|*****|$7.95|",
          "2.png|Cabinet Organizers|14.75x9|Cabinet Organizer (Non-skid): White|*****|$7.95|",
          "3.png|Cabinet Organizers|22x6|Cookware Lid Rack|*****|$19.95|"));
}

// The default miner takes the sizes for records; what is around them is beside each.
TEST(MineTest, SectionsAroundRecordsAreColumns) {
  const dom::Document doc = html::parse(cabinet_organizers()).document;
  const auto regions = mine(doc, {.min_confidence = 0});
  ASSERT_FALSE(regions.empty());
  const Region& region = regions[0];
  ASSERT_EQ(region.records.size(), 4U);
  ASSERT_GE(region.columns.size(), 6U);
  EXPECT_EQ(region.columns[0].cells[1].text, "1.png");
  EXPECT_EQ(region.columns[1].cells[1].text, "Cabinet Organizers by Copco");
  EXPECT_EQ(region.columns[0].cells[3].text, "3.png");
  EXPECT_EQ(region.columns[1].cells[3].text, "Cabinet Organizers");
  EXPECT_THAT(lines_of(region)[1], HasSubstr("12-in.|"));
  EXPECT_THAT(lines_of(region)[1], HasSubstr("$7.95|"));
}

TEST(NetTest, FillsTheTableOfTheCabinetOrganizers) {
  const dom::Document doc = html::parse(cabinet_organizers()).document;
  const NetResult result = find_nested_records(doc);
  ASSERT_EQ(result.lists.size(), 1U);
  EXPECT_EQ(result.lists[0].records.size(), 3U);
  const std::vector<std::vector<dom::NodeId>>& table = result.tables[0].rows;
  ASSERT_EQ(table.size(), 4U);
  std::vector<std::string> lines;
  for (const auto& row : table) {
    std::string line;
    for (const dom::NodeId n : row) {
      line += n == dom::kNoNode ? "-"
              : doc.is_text(n)  ? std::string(doc.text(n))
                                : std::string(*doc.attribute(n, dom::atoms::kSrc));
      line += '|';
    }
    lines.push_back(line);
  }
  EXPECT_THAT(
      lines,
      ElementsAre(
          "1.png|Cabinet Organizers by Copco|9-in.|Round Turntable: White|*****|$4.95|",
          "1.png|Cabinet Organizers by Copco|12-in.|Round Turntable: White|*****|$7.95|",
          "2.png|Cabinet Organizers|14.75x9|Cabinet Organizer (Non-skid): White|*****|$7.95|",
          "3.png|Cabinet Organizers|22x6|Cookware Lid Rack|*****|$19.95|"));
}

// N12: a header and a footer that match are no list; the items between them are.
TEST(NetTest, AlignedChildrenMustBeConsecutive) {
  const dom::Document doc = dom::testing::tree(
      "body(d(a(b('x'))) u(l(i('1') j('2')) l(i('3') j('4')) l(i('5') j('6'))) d(a(b('y'))))");
  const NetResult result = find_nested_records(doc);
  ASSERT_EQ(result.lists.size(), 1U);
  EXPECT_EQ(doc.name_text(result.lists[0].node), "u");
}

TEST(NetTest, FindsNothingInAPageWithoutRepetition) {
  const dom::Document doc = dom::testing::tree("p(a(b('x')) c(d('y')))");
  EXPECT_TRUE(find_nested_records(doc).lists.empty());
}

TEST(NetTest, SaysWhenItsBudgetIsSpent) {
  std::string text = "p(";
  for (int i = 0; i < 50; ++i) text += "a(b('x') c('y')) ";
  const dom::Document doc = dom::testing::tree(text + ")");
  Diagnostics diagnostics;
  find_nested_records(doc, {.max_steps = 100}, &diagnostics);
  EXPECT_EQ(diagnostics.size(), 1U);
}

TEST(NetTest, SurvivesAChainOf50000Nodes) {
  EXPECT_TRUE(find_nested_records(dom::testing::chain(50'000)).lists.empty());
}

}  // namespace
}  // namespace weft::mine
