#include "dom/crossed.h"

#include <gmock/gmock.h>

#include "dom/text.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/region.h"

namespace weft::mine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kCrossed =
    "<table>"
    "<tr><td><img src=1><td><img src=2><td><img src=3>"
    "<tr><td><a href=/1>Oak chair</a><td><a href=/2>Pine desk</a><td><a href=/3>Elm shelf</a>"
    "<tr><td>$10.00<td><td>$30.00"
    "<tr><td><img src=4><td><img src=5>"
    "<tr><td><a href=/4>Ash stool</a><td><a href=/5>Fir bench</a>"
    "<tr><td>$40.00<td>$50.00"
    "</table>";

std::vector<std::string> texts_of(const dom::Document& doc, const Region& region) {
  return record_texts(doc, region);
}

TEST(CrossedTest, ColumnsOfEveryBandBecomeRows) {
  const dom::Document doc = html::parse(kCrossed).document;
  const auto straight = dom::straighten_crossed(doc);
  ASSERT_TRUE(straight.has_value());
  EXPECT_THAT(straight->turned, SizeIs(5));
  const Region rows{
      .records = {{straight->turned[1], straight->document.end(straight->turned[1])},
                  {straight->turned[4], straight->document.end(straight->turned[4])}}};
  EXPECT_THAT(texts_of(straight->document, rows), ElementsAre("Pine desk", "Fir bench $50.00"));
}

TEST(CrossedTest, RegionsAreTakenBackToThePage) {
  const dom::Document doc = html::parse(kCrossed).document;
  const std::vector<Region> regions = mine(doc);
  ASSERT_FALSE(regions.empty());
  EXPECT_THAT(texts_of(doc, regions[0]),
              ElementsAre("Oak chair $10.00", "Pine desk", "Elm shelf $30.00", "Ash stool $40.00",
                          "Fir bench $50.00"));
  for (const Column& column : regions[0].columns) {
    for (const Cell& cell : column.cells) {
      if (cell.node == dom::kNoNode || !doc.is_text(cell.node)) continue;
      EXPECT_EQ(cell.text, doc.text(cell.node));
    }
  }
}

// The pictures of the first band are missing: bands begin with the row above the titles all the same.
TEST(CrossedTest, BandsBeginWithEmptyRows) {
  const dom::Document doc =
      html::parse(
          "<table><tr><td><td><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2"
          "<tr><td><img src=c><td><img src=d><tr><td><b>C</b><td><b>D</b><tr><td>3<td>4"
          "<tr><td colspan=2><p>An advert"
          "<tr><td><img src=e><tr><td><b>E</b><tr><td>5</table>")
          .document;
  const auto straight = dom::straighten_crossed(doc);
  ASSERT_TRUE(straight.has_value());
  std::vector<std::string> rows;
  for (const dom::NodeId row : straight->turned) {
    std::string& cells = rows.emplace_back();
    for (const dom::NodeId cell : straight->document.children(row)) {
      const auto picture = straight->document.first_child(cell);
      const bool is_picture = picture != dom::kNoNode && straight->document.is_element(picture) &&
                              straight->document.name(picture) == dom::atoms::kImg;
      cells += is_picture ? *straight->document.attribute(picture, dom::atoms::kSrc)
                          : dom::normalized_text(straight->document, cell);
      cells += "|";
    }
  }
  EXPECT_THAT(rows, ElementsAre("|A|1|", "|B|2|", "c|C|3|", "d|D|4|", "e|E|5|"));
}

TEST(CrossedTest, TheSecondBandMayBeginWithAnEmptyRow) {
  const dom::Document doc =
      html::parse(
          "<table><tr><td><img><td><img><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2"
          "<tr><td><td><tr><td><b>C</b><td><b>D</b><tr><td>3<td>4</table>")
          .document;
  const auto straight = dom::straighten_crossed(doc);
  ASSERT_TRUE(straight.has_value());
  EXPECT_THAT(straight->turned, SizeIs(4));
}

TEST(CrossedTest, RowsBetweenBandsStayAndTheLastBandMayBeASingleRecord) {
  const dom::Document doc = html::parse(
                                "<table><tr><td><img><td><img><tr><td><b>A</b><td><b>B</b>"
                                "<tr><td colspan=2>An advert<tr><td><img><tr><td><b>C</b></table>")
                                .document;
  const auto straight = dom::straighten_crossed(doc);
  ASSERT_TRUE(straight.has_value());
  EXPECT_THAT(straight->turned, SizeIs(3));
  EXPECT_EQ(record_text(straight->document, {dom::kRoot, dom::NodeId{straight->document.size()}}),
            "A B An advert C");
}

TEST(CrossedTest, OneBandIsEnoughWhenItHasThreeKinds) {
  const dom::Document doc = html::parse(
                                "<table><tr><td><img><td><img><tr><td><b>A</b><td><b>B</b>"
                                "<tr><td>10<td>20</table>")
                                .document;
  EXPECT_TRUE(dom::straighten_crossed(doc).has_value());
}

TEST(CrossedTest, OrdinaryTablesStayAsTheyAre) {
  for (const std::string_view page :
       {"", "<table></table>", "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>",
        "<table><tr><th>Name<th>Price<tr><td><a>x</a><td>1<tr><td><a>y</a><td>2</table>",
        "<table><tr><td><img><td><b>A</b><td>1<tr><td><img><td><b>B</b><td>2</table>",
        "<table><tr><td><img><td><img><tr><td><b>one band,</b><td><b>two kinds</b></table>"}) {
    EXPECT_FALSE(dom::straighten_crossed(html::parse(page).document).has_value()) << page;
  }
}

TEST(CrossedTest, PapersMethodsSeeThePageAsItIs) {
  const dom::Document doc = html::parse(kCrossed).document;
  for (const Region& region : mine(doc, {.method = Method::kNet}))
    EXPECT_THAT(region.further, IsEmpty());
}

}  // namespace
}  // namespace weft::mine
