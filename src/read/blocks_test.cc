#include "read/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::read {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(std::string_view html) {
  const dom::Document doc = html::parse(html).document;
  std::vector<std::string> texts;
  for (const Block& block : blocks_of(doc).blocks) texts.push_back(block_text(doc, block));
  return texts;
}

TEST(BlocksTest, BeginAndEndWhereElementsDoThatAreNotInline) {
  EXPECT_THAT(texts("<div>Hello <b>you</b><p>First<br><br>Second</p></div>tail"),
              ElementsAre("Hello you", "First", "Second", "tail"));
  EXPECT_THAT(texts("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>"),
              ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(texts("<p>one<br>line"), ElementsAre("one line"));
}

TEST(BlocksTest, LeaveOutWhatIsNoText) {
  EXPECT_THAT(
      texts("<title>x</title><p>a<script>b</script><style>c</style><svg><text>d</text></svg>e"),
      ElementsAre("ae"));
  EXPECT_THAT(texts("<p> &nbsp; </p><p></p>"), ElementsAre());
}

TEST(BlocksTest, PartInlineElementsThatTouch) {
  EXPECT_THAT(texts("<p><a>One</a><a>Two</a> <i>Three</i>s"), ElementsAre("One Two Threes"));
}

TEST(BlocksTest, CountTheirText) {
  const dom::Document doc =
      html::parse("<h2><a href=x>Tea, 2024</a> costs $5. Yes! Go</h2><p hidden>&copy; us").document;
  const PageBlocks page = blocks_of(doc);
  ASSERT_EQ(page.blocks.size(), 2U);
  const Block& block = page.blocks[0];
  EXPECT_EQ(block.words(), 6U);
  EXPECT_EQ(block.heading, 2);
  EXPECT_EQ(block.links, 1);
  EXPECT_EQ(block.link_characters, 8U);
  EXPECT_EQ(block.commas, 1U);
  EXPECT_EQ(block.sentence_ends, 2U);
  EXPECT_EQ(block.prices, 1);
  EXPECT_EQ(block.years, 1);
  EXPECT_EQ(block.capitalised, 3);
  EXPECT_TRUE(page.blocks[1].copyright);
  EXPECT_EQ(page.blocks[1].hidden, 2);
}

TEST(BlocksTest, HaveEqualKeysForEqualWords) {
  const dom::Document doc = html::parse("<p>Read more!<p>read <b>MORE</b><p>Read less").document;
  const PageBlocks page = blocks_of(doc);
  ASSERT_EQ(page.blocks.size(), 3U);
  EXPECT_EQ(page.blocks[0].text_key, page.blocks[1].text_key);
  EXPECT_NE(page.blocks[0].text_key, page.blocks[2].text_key);
  EXPECT_EQ(page.blocks[0].text_key, ml::TokenTable::key("read more"));
}

TEST(BlocksTest, ElementsCoverIntervals) {
  const dom::Document doc =
      html::parse("<p>a</p><div id=d><p>b</p><script>x</script>c</div><p>d").document;
  const PageBlocks page = blocks_of(doc);
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.attribute(n, dom::atoms::kId) != "d") continue;
    EXPECT_EQ(page.first_block(n), 1U);
    EXPECT_EQ(page.end_block(doc, n), 3U);
  }
}

TEST(BlocksTest, AnyDepthAndSizeIsBounded) {
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<div>";
  EXPECT_THAT(texts(deep + "x"), ElementsAre("x"));
  std::string many;
  for (int i = 0; i < 30; ++i) many += "<p>x";
  const dom::Document doc = html::parse(many).document;
  EXPECT_EQ(blocks_of(doc, {.blocks = 10}).blocks.size(), 10U);
}

TEST(WordsTest, AreRunsOfLettersOfAnyScript) {
  std::vector<std::string> words;
  for_each_word("Größe_1, Ελλάς—日本語 x²",
                [&](std::string_view word) { words.emplace_back(word); });
  EXPECT_THAT(words, ElementsAre("größe_1", "ελλάς", "日本語", "x²"));
}

}  // namespace
}  // namespace weft::read
