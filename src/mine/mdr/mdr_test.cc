#include "mine/mdr/mdr.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
    ASSERT_FALSE(regions.empty()) << method_name(method);
    EXPECT_THAT(regions[0].records, SizeIs(8)) << method_name(method);
    EXPECT_EQ(record_text(doc, regions[0].records[7]), "Book 8 Author 8 $80.00")
        << method_name(method);
    EXPECT_GE(regions[0].columns.size(), 3U) << method_name(method);
  }
}

}  // namespace
}  // namespace weft::mine
