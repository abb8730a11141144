#include "read/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "html/parser.h"

namespace weft::read {
namespace {

using ::testing::ElementsAre;

// Blocks of so many words each.
std::vector<Block> blocks_of_words(const std::vector<uint32_t>& words) {
  std::vector<Block> blocks;
  for (const uint32_t count : words) {
    Block block{};
    block.words_end = count;
    blocks.push_back(block);
  }
  return blocks;
}

TEST(ChoiceTest, TakesThePrefixOfTheExample) {
  const dom::Document doc;
  const std::vector<Block> blocks = blocks_of_words({10, 10, 10});
  const std::vector<float> p = {0.9F, 0.2F, 0.8F};
  const Choice choice = choose(doc, blocks, p, {});
  EXPECT_THAT(choice.chosen, ElementsAre(1, 0, 1));
  EXPECT_NEAR(choice.expected_f1, 2 * 17.0 / 39, 1e-6);
}

TEST(ChoiceTest, NoSubsetHasAGreaterExpectedF1) {
  std::mt19937 random(11);
  const dom::Document doc;
  for (int round = 0; round < 300; ++round) {
    std::vector<uint32_t> words;
    std::vector<float> p;
    for (size_t b = 0; b < 1 + random() % 7; ++b) {
      words.push_back(1 + random() % 30);
      p.push_back(static_cast<float>(random() % 100) / 100);
    }
    const std::vector<Block> blocks = blocks_of_words(words);
    double expected = 0, best = 0;
    for (size_t b = 0; b < p.size(); ++b) expected += static_cast<double>(p[b]) * words[b];
    for (unsigned set = 0; set < 1U << p.size(); ++set) {
      double right = 0, chosen = 0;
      for (size_t b = 0; b < p.size(); ++b) {
        if ((set >> b & 1) == 0) continue;
        right += static_cast<double>(p[b]) * words[b];
        chosen += words[b];
      }
      best = std::max(best, chosen + expected > 0 ? 2 * right / (chosen + expected) : 0);
    }
    EXPECT_NEAR(choose(doc, blocks, p, {}).expected_f1, best, 1e-9);
  }
}

TEST(ChoiceTest, TakesAHeadingBetweenChosenBlocks) {
  const dom::Document doc =
      html::parse("<div><p>one two three four five<h2>Head</h2><p>six seven eight nine ten</div>")
          .document;
  const PageBlocks page = blocks_of(doc);
  EXPECT_THAT(choose(doc, page.blocks, std::vector<float>{0.9F, 0.2F, 0.9F}, {}).chosen,
              ElementsAre(1, 1, 1));
  EXPECT_THAT(choose(doc, page.blocks, std::vector<float>{0.9F, 0.01F, 0.9F}, {}).chosen,
              ElementsAre(1, 0, 1));
}

TEST(ChoiceTest, HalfAListBecomesAList) {
  const dom::Document doc = html::parse("<ul><li>one two<li>three<li>four<li>five</ul>").document;
  const PageBlocks page = blocks_of(doc);
  const std::vector<uint32_t> groups = {0, 0, 0, 1};
  const std::vector<float> p = {0.9F, 0.4F, 0.05F, 0.4F};
  std::vector<uint8_t> chosen = {1, 0, 0, 0};
  complete_lists(doc, page.blocks, groups, p, chosen);
  EXPECT_THAT(chosen,
              ElementsAre(1, 1, 0, 0));  // Neither the improbable nor what is named otherwise.
  chosen = {0, 1, 0, 0};
  complete_lists(doc, page.blocks, groups, p, chosen);
  EXPECT_THAT(chosen, ElementsAre(0, 1, 0, 0));
}

TEST(ChoiceTest, BlocksAlikeSpeakForEachOther) {
  const std::vector<Block> blocks = blocks_of_words({10, 30, 10});
  const std::vector<uint32_t> groups = {0, 0, 1};
  const std::vector<float> p = {0.2F, 0.8F, 0.5F};
  const auto out = mixed(blocks, groups, p, {.path_mix = 0.5F});
  EXPECT_FLOAT_EQ(out[0], 0.5F * 0.2F + 0.5F * 0.65F);
  EXPECT_FLOAT_EQ(out[2], 0.5F);
}

}  // namespace
}  // namespace weft::read
