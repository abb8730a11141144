#include "mine/mdr/mdr.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/layout.h"
#include "dom/testing/tree.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/region.h"

namespace weft::mine {
namespace {

using ::testing::SizeIs;

class MdrTest : public ::testing::TestWithParam<MdrOptions::Comparison> {
 protected:
  MdrOptions options_{.comparison = GetParam()};
};

TEST_P(MdrTest, FindsARegionOfSingleNodes) {
  const dom::Document doc = dom::testing::tree("div(h1 ul(li(a b) li(a b) li(a b)) p)");
  const auto regions = find_data_regions(doc, options_);
  ASSERT_THAT(regions, SizeIs(1));
  EXPECT_EQ(regions[0].length, 1U);
  EXPECT_THAT(records_of(doc, regions[0], options_), SizeIs(3));
}

TEST_P(MdrTest, CombinesNodesThatRepeatTogether) {
  const dom::Document doc = dom::testing::tree(
      "div(dl(dt(a) dd(p(b) p(b) p(c)) dt(a) dd(p(b) p(b) p(c)) dt(a) dd(p(b) p(b) p(c))))");
  const auto regions = find_data_regions(doc, options_);
  ASSERT_THAT(regions, SizeIs(1));
  EXPECT_EQ(regions[0].length, 2U);
  EXPECT_THAT(records_of(doc, regions[0], options_), SizeIs(3));
}

TEST_P(MdrTest, MinesChildrenThatNoRegionCovers) {
  const dom::Document doc = dom::testing::tree(
      "body(div(ul(li(a b c) li(a b c))) table(tr(td(i) td(i)) tr(td(i) td(i))))");
  EXPECT_THAT(find_data_regions(doc, options_), SizeIs(2));
}

// [Liu] Fig. 27: ten children, combinations of up to three.
TEST(CombCompTest, ComparesWhatFigure27Lists) {
  std::vector<std::string> said;
  const auto nodes = [](size_t first, uint32_t length) {
    std::string text = std::to_string(first + 1);
    for (size_t k = 1; k < length; ++k) text += "-" + std::to_string(first + 1 + k);
    return text;
  };
  for (const auto& [begin, length] : combinations(10, 3))
    said.push_back(nodes(begin, length) + " " + nodes(begin + length, length));
  EXPECT_THAT(said, ::testing::ElementsAre(
                        // From node 1,
                        "1 2", "2 3", "3 4", "4 5", "5 6", "6 7", "7 8", "8 9", "9 10",  //
                        "1-2 3-4", "3-4 5-6", "5-6 7-8", "7-8 9-10",                     //
                        "1-2-3 4-5-6", "4-5-6 7-8-9",
                        // from node 2,
                        "2-3 4-5", "4-5 6-7", "6-7 8-9",  //
                        "2-3-4 5-6-7", "5-6-7 8-9-10",
                        // and from node 3, which the slides leave out.
                        "3-4-5 6-7-8"));
}

// "Find data records from generalized nodes": eight products in rows of four.
TEST_P(MdrTest, TakesCellsOfRowsAsRecords) {
  std::string cell = "td(img a(b) p(c d))";
  std::string row = "tr(" + cell + " " + cell + " " + cell + " " + cell + ")";
  const dom::Document doc = dom::testing::tree("table(" + row + " " + row + ")");
  const auto regions = find_data_regions(doc, options_);
  ASSERT_THAT(regions, SizeIs(1));
  EXPECT_THAT(records_of(doc, regions[0], options_), SizeIs(8));
}

// A row of names above a row of descriptions: records do not lie together.
TEST_P(MdrTest, JoinsNonContiguousRecordsOfSeveralRows) {
  const std::string names = "tr(td(b(a i)) td(b(a i)) td(b(a i)))";
  const std::string texts = "tr(td(p(u) p(u) p(u s)) td(p(u) p(u) p(u s)) td(p(u) p(u) p(u s)))";
  const dom::Document doc = dom::testing::tree("table(" + names + texts + names + texts + ")");
  const auto regions = find_data_regions(doc, options_);
  ASSERT_THAT(regions, SizeIs(1));
  ASSERT_EQ(regions[0].length, 2U);
  const auto records = records_of(doc, regions[0], options_);
  ASSERT_THAT(records, SizeIs(6));
  EXPECT_THAT(records[0], SizeIs(2));
}

TEST_P(MdrTest, StopsAtItsBudget) {
  std::string list = "div(ul(";
  for (int i = 0; i < 200; ++i) list += "li(a b(c)) ";
  const dom::Document doc = dom::testing::tree(list + "))");
  options_.max_steps = 50;
  Diagnostics diagnostics;
  find_data_regions(doc, options_, &diagnostics);
  EXPECT_THAT(diagnostics, SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(Comparisons, MdrTest,
                         ::testing::Values(MdrOptions::Comparison::kString,
                                           MdrOptions::Comparison::kTree));

TEST(ClassicMethodsTest, AllMethodsFindAPlainList) {
  std::string html = "<body><div><h1>Books</h1></div><div id=list>";
  for (int i = 1; i <= 8; ++i) {
    const std::string n = std::to_string(i);
    html += "<div><h2><a href=/b" + n + ">Book " + n + "</a></h2><p><span>Author " + n +
            "</span> <b>$" + n + "0.00</b></p></div>";
  }
  const dom::Document doc = html::parse(html + "</div></body>").document;
  for (const Method method : {Method::kWeft, Method::kMdr, Method::kDepta, Method::kNet}) {
    const auto regions = mine(doc, {.method = method});
    ASSERT_FALSE(regions.empty()) << name_of(method);
    EXPECT_THAT(regions[0].records, SizeIs(8)) << name_of(method);
    EXPECT_EQ(record_text(doc, regions[0].records[7]), "Book 8 Author 8 $80.00") << name_of(method);
    EXPECT_GE(regions[0].columns.size(), 3U) << name_of(method);
  }
}

// Headings and texts in turn, one below the other or side by side, with these gaps within and between
// pairs. How many records DEPTA sees.
size_t records_by_gaps(bool beside, float within, float between) {
  std::string html = "<body><div id=list>";
  for (int i = 1; i <= 4; ++i) {
    const std::string n = std::to_string(i);
    html += "<h3><a>Lamp number " + n + "</a><i>new</i></h3><div><p><b>Made of brass " + n +
            "</b></p><p><u>In stock</u></p><ul><li>Red</li></ul></div>";
  }
  const dom::Document doc = html::parse(html + "</div></body>").document;
  dom::Layout layout(doc);
  float at = 0;
  for (const dom::NodeId n : doc.nodes()) {
    const bool heading = doc.name(n) == dom::atoms::kH3;
    if (!heading && (doc.name(n) != dom::atoms::kDiv || doc.attribute(n, dom::atoms::kId)))
      continue;
    layout.set_box(n, beside ? dom::Box{at, 0, 50, 20} : dom::Box{0, at, 50, 20});
    at += (beside ? 50 : 20) + (heading ? within : between);
  }
  const auto regions = mine(doc, {.method = Method::kDepta, .layout = &layout});
  return regions.empty() ? 0 : regions[0].records.size();
}

TEST(DeptaTest, GapsWithinRecordsAreNotLargerThanBetweenThem) {
  for (const bool beside : {false, true}) {
    EXPECT_EQ(records_by_gaps(beside, 5, 30), 4U) << beside;
    EXPECT_EQ(records_by_gaps(beside, 30, 5), 8U) << beside;
  }
}

// Every second book lacks its author: prices stay in one column, whichever way records are aligned.
TEST(DeptaTest, OptionalItemsDoNotShiftOthers) {
  std::string html = "<body><div><h1>Books</h1></div><div id=list>";
  for (int i = 1; i <= 8; ++i) {
    const std::string n = std::to_string(i);
    html += "<div><h2><a href=/b" + n + ">Book " + n + "</a></h2>";
    if (i % 2 == 0) html += "<em>Author " + n + "</em>";
    html += "<p><b>$" + n + "0.00</b></p></div>";
  }
  const dom::Document doc = html::parse(html + "</div></body>").document;
  for (const Alignment alignment : {Alignment::kPartial, Alignment::kStar}) {
    const auto regions = mine(doc, {.method = Method::kDepta, .alignment = alignment});
    ASSERT_FALSE(regions.empty());
    ASSERT_THAT(regions[0].columns, SizeIs(3));
    for (size_t r = 0; r < 8; ++r) {
      EXPECT_EQ(regions[0].columns[1].cells[r].text.empty(), r % 2 == 0);
      EXPECT_EQ(regions[0].columns[2].cells[r].text, "$" + std::to_string(r + 1) + "0.00");
    }
  }
}

}  // namespace
}  // namespace weft::mine
