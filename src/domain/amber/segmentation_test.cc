#include <fmt/format.h>
#include <gmock/gmock.h>

#include "domain/amber/steps.h"
#include "html/parser.h"

namespace weft::domain::amber {
namespace {

using ::testing::ElementsAre;

annotate::Recognizer property() {
  annotate::Domain domain{.name = "property"};
  domain.attributes.push_back(
      {.name = "price", .type = annotate::EntityType::kMoney, .pivot = true});
  domain.attributes.push_back({.name = "beds", .pattern = R"(\d beds?)"});
  domain.attributes.push_back({.name = "type", .terms = {"house", "flat"}});
  return annotate::Recognizer(std::move(domain));
}

// The texts of the records of the page's first area.
std::vector<std::string> records_of(std::string_view html, const Parameters& parameters = {}) {
  const auto parsed = html::parse(html);
  const dom::Document& doc = parsed.document;
  const annotate::Recognizer recognizer = property();
  const MarkedPage page(doc, recognizer, recognizer.annotate(doc), nullptr);
  const auto areas = identify_areas(doc, page.pivots(default_pivot(recognizer)), parameters);
  std::vector<std::string> texts;
  if (areas.empty()) return texts;
  for (const Record& record : segment_area(page, areas[0], parameters)) {
    std::string text;
    for (dom::NodeId n = record.begin; n < record.end; n = next(n)) {
      if (!page.has_words(n)) continue;
      if (!text.empty()) text += '|';
      text += doc.text(n);
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(SegmentationTest, AListHasARecordAnItem) {
  EXPECT_THAT(records_of("<ul><li><p>£1<p>2 beds<p>house"
                         "<li><p>£2<p>3 beds<p>flat</ul>"),
              ElementsAre("£1|2 beds|house", "£2|3 beds|flat"));
}

// [Amber] Figure 4.6: records of four nodes side by side, the price in the third of them.
constexpr std::string_view kFlat =
    "<div><p>2 beds</p><p>house</p><div>£860</div><p>north</p>"
    "<p>3 beds</p><p>flat</p><div>£900</div><p>south</p>"
    "<p>1 bed</p><p>flat</p><div>£500</div><p>east</p></div>";

TEST(SegmentationTest, SegmentsAreShiftedUntilMostAreValid) {
  EXPECT_THAT(records_of(kFlat), ElementsAre("2 beds|house|£860|north", "3 beds|flat|£900|south",
                                             "1 bed|flat|£500|east"));
}

TEST(SegmentationTest, AdvertsBetweenRecordsAreLeftOut) {
  EXPECT_THAT(records_of("<ul><li><p>£1<p>2 beds<p>house<li>Buy lamps"
                         "<li><p>£2<p>3 beds<p>flat"
                         "<li><p>£3<p>3 beds<p>flat</ul>"),
              ElementsAre("£1|2 beds|house", "£2|3 beds|flat", "£3|3 beds|flat"));
}

// [Amber] Figure 4.4: rows of two records; the last row may have one.
TEST(SegmentationTest, AGridIsCutIntoCells) {
  EXPECT_THAT(records_of("<table><tr><td><p>£1<p>2 beds<p>house"
                         "<td><p>£2<p>3 beds<p>flat"
                         "<tr><td><p>£3<p>4 beds<p>flat</table>"),
              ElementsAre("£1|2 beds|house", "£2|3 beds|flat", "£3|4 beds|flat"));
}

// [Amber] Figure 4.5: prices within a record are no records.
TEST(SegmentationTest, PricesWithinARecordDoNotSplitIt) {
  EXPECT_THAT(records_of("<div><div><div><p>£1<p>2 beds<p>house</div>"
                         "<div><p>£10 a month<p>£20 a month</div></div>"
                         "<div><div><p>£2<p>3 beds<p>flat</div>"
                         "<div><p>£11 a month<p>£21 a month</div></div></div>"),
              ElementsAre("£1|2 beds|house|£10 a month|£20 a month",
                          "£2|3 beds|flat|£11 a month|£21 a month"));
}

// "It is able to infer new records which do not contain a pivot attribute."
TEST(SegmentationTest, RecordsWithoutAPriceAreInferred) {
  EXPECT_THAT(records_of("<ul><li><p>£1<p>1 bed<p>flat <a href=/1>more</a>"
                         "<li><p>£2<p>2 beds<p>house <a href=/2>more</a>"
                         "<li><p>on request<p>3 beds<p>house <a href=/3>more</a>"
                         "<li><p>£4<p>4 beds<p>house <a href=/4>more</a></ul>"),
              ElementsAre("£1|1 bed|flat |more", "£2|2 beds|house |more",
                          "on request|3 beds|house |more", "£4|4 beds|house |more"));
}

TEST(SegmentationTest, WithoutEnoughTypesThereAreNoRecords) {
  EXPECT_THAT(records_of("<ul><li><p>£1<li><p>£2<li><p>£3</ul>"), ElementsAre());
}

}  // namespace
}  // namespace weft::domain::amber
