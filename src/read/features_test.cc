#include "read/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "html/parser.h"

namespace weft::read {
namespace {

constexpr const char* kStoryPage =
    "<body><nav><a href=/>Home</a><a href=/s>Sport</a></nav><div id=story class=text><h1>Mill</h1>"
    "<p>The council decided on Tuesday that the old mill by the river will be repaired, after "
    "years of debate.</p>"
    "<h2>History</h2><p>The mill was built long ago and ground corn for the valley, until the "
    "railway came to the town.</p>"
    "<ul><li>one<li>two<li>three</ul></div><footer>Copyright</footer>";

struct ReadStory {
  dom::Document doc = html::parse(kStoryPage).document;
  PageBlocks blocks = blocks_of(doc);
  PageFeatures features{doc, blocks, {.title = "Mill - Times", .types = {"NewsArticle"}}};

  float at(size_t block, size_t column) const { return features.row_of(block)[column]; }
};

TEST(FeaturesTest, EveryColumnHasANameOfItsOwn) {
  const auto names = block_column_names();
  EXPECT_EQ(names.size(), kBlockColumns);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), kBlockColumns);
  EXPECT_EQ(page_column_names().size(), kPageColumns);
}

TEST(FeaturesTest, FindTheContainerOfTheParagraphs) {
  const ReadStory read;
  ASSERT_NE(read.features.container(), dom::kNoNode);
  EXPECT_EQ(read.doc.attribute(read.features.container(), dom::atoms::kId), "story");
  // Home Sport · Mill · The council… · History · The mill… · one · two · three · Copyright
  ASSERT_EQ(read.blocks.blocks.size(), 9U);
  EXPECT_EQ(read.at(0, kInContainer), 0);
  EXPECT_EQ(read.at(2, kUpToContainer), 1);
  EXPECT_EQ(read.at(2, kDominant), 1);
  EXPECT_EQ(read.at(5, kUpToContainer), 2);
  EXPECT_EQ(read.at(8, kInContainer), 0);
  EXPECT_EQ(read.at(2, kInRegion), 1);
}

TEST(FeaturesTest, KnowTitleHeadingAndRecord) {
  const ReadStory read;
  EXPECT_EQ(read.features.title_block(), 1);
  EXPECT_EQ(read.at(2, kFromTitle), 1);
  EXPECT_EQ(read.at(4, kFromHeading), 1);
  EXPECT_EQ(read.at(4, kHeadingLevel), 2);
  EXPECT_EQ(read.at(6, kRecordCount), 3);
  EXPECT_EQ(read.at(6, kRecordSteps), 0);
  EXPECT_EQ(read.features.page()[kPageDataArticle], 1);
}

TEST(FeaturesTest, TablesSpeakThroughTheChainOfAncestors) {
  ReadStory read;
  Tables tables;
  for (ml::TokenTable& table : tables) table = ml::TokenTable(ml::TokenValues(), kTableSides);
  tables[static_cast<size_t>(TableKind::kClasses)] = ml::TokenTable(
      ml::TokenValues{{"text", {50, ml::kUnknownValue}}, {"story", {30, 20}}}, kTableSides);
  read.features.add_tables(tables);
  const auto names = block_column_names();
  const auto column = [&](const char* name) {
    return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  EXPECT_FLOAT_EQ(read.at(2, column("content parent class mean")), 0.4F);
  EXPECT_FLOAT_EQ(read.at(2, column("content class chain sum")), 0.8F);
  EXPECT_FLOAT_EQ(read.at(2, column("body parent class mean")), 0.2F);
  EXPECT_FLOAT_EQ(read.at(2, column("content class decayed sum")), 0.7F * 0.8F);
  EXPECT_FLOAT_EQ(read.at(8, column("content class chain sum")), 0);
}

}  // namespace
}  // namespace weft::read
