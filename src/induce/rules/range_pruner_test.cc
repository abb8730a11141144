#include "induce/rules/range_pruner.h"

#include "base/json.h"
#include "gtest/gtest.h"

namespace weft::induce {
namespace {

RangeExample example(const std::string& text, const std::string& value) {
  const auto at = static_cast<uint32_t>(text.find(value));
  return {text, {at, at + static_cast<uint32_t>(value.size())}};
}

// [Vertex] III-C.4: "$25.99" has an offset of 3 from the beginning and an offset of 1 from the end.
TEST(RangePrunerTest, FindsThePriceOfThePaper) {
  const auto range = learn_range({example("Our Price: $25.99", "$25.99")});
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->kind, wrap::TextRange::Kind::kWords);
  EXPECT_EQ(range->begin,
            (wrap::RangeBoundary{2, false}));  // It is the third word from the beginning,
  EXPECT_EQ(range->end, (wrap::RangeBoundary{0, true}));  // and nothing follows it.
  EXPECT_EQ(apply_range(*range, "Our Price: $7.00"), "$7.00");
}

TEST(RangePrunerTest, CountsFromWhicheverEndIsConsistent) {
  const auto range = learn_range(
      {example("Our Price: $25.99", "$25.99"), example("Our special Price: $3.50", "$3.50")});
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(apply_range(*range, "Price $1"), "$1");
  EXPECT_EQ(apply_range(*range, "The very last Price: $9.99"), "$9.99");
}

TEST(RangePrunerTest, UsesTheTextAroundWhenWordsDoNotSeparate) {
  const auto range =
      learn_range({example("(ISBN:123) new", "123"), example("(ISBN:77) very used", "77")});
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->kind, wrap::TextRange::Kind::kDelimiters);
  EXPECT_EQ(apply_range(*range, "(ISBN:4567) as new"), "4567");
  EXPECT_EQ(apply_range(*range, "no number"), "");
}

TEST(RangePrunerTest, CountsLinesWhereValuesAreLines) {
  const auto range =
      learn_range({example("Acme\n12 Main St\nSpringfield\n555", "12 Main St\nSpringfield"),
                   example("Bo\nThe Old Mill\n556", "The Old Mill")});
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->kind, wrap::TextRange::Kind::kLines);
  EXPECT_EQ(apply_range(*range, "Cane & Co\n1 Elm St\nUpper Ware\nKent\n557"),
            "1 Elm St Upper Ware Kent");
  EXPECT_EQ(apply_range(*range, "Cane & Co"), "");
}

// [Liu], Stalker: parts of the text come and go, so that neither words nor one delimiter will do.
TEST(RangePrunerTest, ReadsLandmarksWherePartsComeAndGo) {
  const auto range =
      learn_range({example("Ann Lee and Bo Chang, May 3", "Ann Lee"), example("Cy, June 4", "Cy")},
                  {"Di van Dyke, July 5", "Ed Fox and Flo, March 6", "Gil, April 7",
                   "Hal Ito, August 8", "Ida and Jo, January 9", "Kim Lu, October 10"});
  ASSERT_TRUE(range.has_value());
  EXPECT_EQ(range->kind, wrap::TextRange::Kind::kLandmarks);
  EXPECT_EQ(apply_range(*range, "Di van Dyke, July 5"), "Di van Dyke");
  EXPECT_EQ(apply_range(*range, "Di van Dyke and Ed, July 5"), "Di van Dyke");
  EXPECT_EQ(apply_range(*range, ""), "");
}

TEST(RangePrunerTest, TakesWhatGivesValuesLikeTheLabelledOnesElsewhere) {
  const std::vector<RangeExample> one = {example("by Ann Lee on 3 May 2020", "3 May 2020")};
  EXPECT_EQ(apply_range(*learn_range(one), "by Cy on 4 May 2021"), "May 2021");
  const auto range = learn_range(one, {"by Cy on 4 May 2021", "by Di E. Fox on 5 June 2022"});
  EXPECT_EQ(apply_range(*range, "by Cy on 4 May 2021"), "4 May 2021");
  EXPECT_EQ(apply_range(*range, "by Gus H. Ito III on 14 May 2021"), "14 May 2021");
}

TEST(RangePrunerTest, GivesUpOnExamplesWithNothingInCommon) {
  EXPECT_FALSE(learn_range({example("a b c", "a"), example("a b c", "c")}).has_value());
  EXPECT_FALSE(learn_range({example("abc", "b"), example("xyz uvw", "v")}).has_value());
  EXPECT_FALSE(learn_range({}).has_value());
}

TEST(RangePrunerTest, GivesNothingForTooFewWords) {
  const wrap::TextRange range{wrap::TextRange::Kind::kWords, {2, false}, {0, true}};
  EXPECT_EQ(apply_range(range, "one"), "");
  EXPECT_EQ(apply_range(range, ""), "");
}

TEST(RangePrunerTest, SurvivesJson) {
  for (const wrap::TextRange& range :
       {wrap::TextRange{wrap::TextRange::Kind::kWords, {2, false}, {1, true}},
        wrap::TextRange{wrap::TextRange::Kind::kLines, {1, false}, {0, true}},
        wrap::TextRange{wrap::TextRange::Kind::kDelimiters, {}, {}, "(", ")"},
        wrap::TextRange{.kind = wrap::TextRange::Kind::kLandmarks,
        .start = {{{.landmarks = {{wrap::Terminal("by")}}}}},
        .stop = {{{.landmarks = {{wrap::Terminal("</>")}}, .until = true}}}}}) {
    const auto back = read_json<wrap::TextRange>(write_json(range), "range");
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, range);
  }
  EXPECT_FALSE(read_json<wrap::TextRange>(Json::array(), "range").ok());
}

}  // namespace
}  // namespace weft::induce
