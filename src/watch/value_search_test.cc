#include "watch/value_search.h"

#include "dom/text.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "watch/found_values.h"

namespace weft::watch {
namespace {

dom::Document parse(std::string_view html) { return html::parse(html).document; }

TEST(ValueSearchTest, FindsAValueWhateverElementsItIsSplitInto) {
  const auto doc = parse("<p><b>Red</b> <i>wine</i>, dry</p><h1>Other</h1>");
  const ValueSearch search(doc);
  const auto found = search.find("red wine dry");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(doc.name(found[0].node), dom::atoms::kP);
  EXPECT_FALSE(found[0].span);
}

TEST(ValueSearchTest, WholeNodesComeBeforePartsOfTexts) {
  const auto doc = parse("<p>Price: 12.50 EUR</p><b>12.50</b>");
  const auto found = ValueSearch(doc).find("12.50");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(doc.name(doc.parent(found[0].node)), dom::atoms::kB);
}

TEST(ValueSearchTest, APartOfATextHasASpan) {
  const auto doc = parse("<p>Price: 12.50 EUR</p>");
  const auto found = ValueSearch(doc).find("12.50");
  ASSERT_EQ(found.size(), 1u);
  ASSERT_TRUE(found[0].span);
  EXPECT_EQ(dom::normalized_text(doc, found[0].node)
                .substr(found[0].span->begin, found[0].span->end - found[0].span->begin),
            "12.50");
}

TEST(ValueSearchTest, TheEndOfOneTextAndTheStartOfTheNextMakeNoValue) {
  const auto doc = parse("<p><b>29 300 €</b><i>29 300 €</i></p>");
  EXPECT_TRUE(ValueSearch(doc).find("€ 29 300").empty());
}

TEST(ValueSearchTest, ScriptsAreNotText) {
  const auto doc = parse("<script>var a = 'Red wine'</script><template>Red wine</template>");
  EXPECT_TRUE(ValueSearch(doc).find("Red wine").empty());
}

TEST(ValueSearchTest, FindsWhatIsMostLikeAnEditedValue) {
  const auto doc = parse("<p>Heat the oil in a large pan, then add onions</p><p>Serve warm</p>");
  const auto near = ValueSearch(doc).find_similar("Heat oil in a large pan and add onions", 0.7);
  ASSERT_NE(near.node, dom::kNoNode);
  EXPECT_GT(near.overlap, 0.7);
  EXPECT_EQ(ValueSearch(doc).find_similar("Something quite different here", 0.7).node,
            dom::kNoNode);
}

TEST(RecallTest, FindsValuesByTheirTypeWhenTheyAreWrittenOtherwise) {
  const auto doc = parse("<dl><dt>Date<dd>12 March 2024</dl>");
  const auto found = find_values(ValueSearch(doc), {"2024-03-12"}, model::ValueType::kDate);
  ASSERT_EQ(found[0].occurrences.size(), 1u);
  EXPECT_EQ(found[0].spelling, "12 March 2024");
}

TEST(RecallTest, BoxesAndBulletsInFrontAreNoOtherSpelling) {
  const auto doc = parse("<li>▢ <b>2</b> eggs</li><p>2 eggs</p><p>2 Eggs</p>");
  const ValueSearch search(doc);
  const auto found = find_values(search, {"2 eggs"}, model::ValueType::kText);
  EXPECT_EQ(found[0].occurrences.size(), 2u);
  const auto labels = labels_of(search, "page", "0", "item", found);
  ASSERT_EQ(labels.size(), 2u);
  EXPECT_EQ(labels[0].value, "▢ 2 eggs");
  EXPECT_EQ(labels[1].value, "2 eggs");
}

TEST(RecallTest, TicksCrossesAndStarsSaySomething) {
  for (const auto& [value, other] :
       {std::pair{"✓ Parking", "✗ Parking"}, {"★★★ Hotel", "★★ Hotel"}}) {
    const auto doc = parse(std::string("<p>") + value + "</p><p>" + other + "</p>");
    const auto found = find_values(ValueSearch(doc), {value}, model::ValueType::kText);
    ASSERT_EQ(found[0].occurrences.size(), 1u) << other;
    EXPECT_EQ(found[0].spelling, value);
  }
}

TEST(RecallTest, OccurrencesAreOfOneSpelling) {
  const auto doc = parse("<p>OAK LAMP</p><h1>Oak Lamp</h1><p>Oak Lamp</p>");
  const auto found = find_values(ValueSearch(doc), {"Oak Lamp"}, model::ValueType::kText);
  EXPECT_EQ(found[0].occurrences.size(), 2u);
  EXPECT_EQ(found[0].spelling, "Oak Lamp");
}

TEST(RecallTest, SaysWhatShareWasFound) {
  const auto doc = parse("<ul><li>one egg<li>two eggs</ul>");
  EXPECT_DOUBLE_EQ(
      found_share(find_values(ValueSearch(doc), {"one egg", "flour"}, model::ValueType::kText)),
      0.5);
}

}  // namespace
}  // namespace weft::watch
