// The page of Fig. 6.2: a banner, a main block with title and paragraphs, advertisements.

#include "read/v_wrapper_training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::read {
namespace {

using ::testing::ElementsAre;

constexpr const char* kPage =
    "<body><div id=banner>Ads</div><div id=main><h1>Title</h1><p>First paragraph</p></div><div "
    "id=side>Buy</div>";

struct Drawn {
  dom::Document doc;
  dom::Layout layout;
};

// Boxes as a browser would draw them.
Drawn drawn() {
  Drawn page{html::parse(kPage).document, {}};
  page.layout = dom::Layout(page.doc);
  const auto put = [&](dom::NodeId n, dom::Box box) {
    page.layout.set_box(n, box);
    page.layout.set_visible(n, true);
    for (const dom::NodeId child : page.doc.children(n)) {
      if (!page.doc.is_text(child)) continue;
      page.layout.set_box(child, {box.left + 5, box.top + 5, box.width - 10, box.height - 10});
      page.layout.set_visible(child, true);
    }
  };
  for (const dom::NodeId n : page.doc.nodes()) {
    if (!page.doc.is_element(n)) continue;
    const std::string_view id = page.doc.attribute(n, dom::atoms::kId).value_or("");
    if (page.doc.name(n) == dom::atoms::kBody) put(n, {0, 0, 1000, 800});
    if (id == "banner") put(n, {10, 10, 980, 80});
    if (id == "main") put(n, {10, 100, 700, 600});
    if (id == "side") put(n, {720, 100, 270, 600});
    if (page.doc.name(n) == dom::atoms::kH1) put(n, {20, 110, 680, 50});
    if (page.doc.name(n) == dom::atoms::kP) put(n, {20, 200, 680, 400});
  }
  return page;
}

// A stump: positive from a width on.
ml::Forest from_width(float width) {
  ml::Forest forest(visual_feature_names(), ml::Link::kNone, {0});
  forest.add({{.column = static_cast<uint32_t>(VisualFeature::kWidth),
               .threshold = width,
               .left = 1,
               .right = 2},
              {.value = -1},
              {.value = 1}});
  return forest;
}

TEST(VWrapperTest, BlocksAreNestedAsTheyAreDrawn) {
  const Drawn page = drawn();
  const auto blocks = visual_blocks(page.doc, page.layout);
  ASSERT_EQ(blocks.size(), 10U);  // Body, three divisions, heading, paragraph, four texts.
  EXPECT_EQ(blocks[0].parent, -1);
  size_t leaves = 0;
  for (const VisualBlock& block : blocks) {
    leaves += block.leaf ? 1 : 0;
    EXPECT_EQ(block.leaf, page.doc.is_text(block.node));
  }
  EXPECT_EQ(leaves, 4U);
}

TEST(VWrapperTest, FeaturesAreThoseOfTheSection) {
  const Drawn page = drawn();
  for (const VisualBlock& block : visual_blocks(page.doc, page.layout)) {
    if (page.doc.name(block.node) != dom::atoms::kP) continue;
    const auto of = [&](VisualFeature which) { return block.features[static_cast<size_t>(which)]; };
    EXPECT_FLOAT_EQ(of(VisualFeature::kLeft), 20);
    EXPECT_FLOAT_EQ(of(VisualFeature::kNestedDepth), 2);
    EXPECT_FLOAT_EQ(of(VisualFeature::kRelativeWidth), 680.0F / 700);
    EXPECT_FLOAT_EQ(of(VisualFeature::kRelativeLeft), 10);
    EXPECT_FLOAT_EQ(of(VisualFeature::kTextLength), 15);
  }
}

TEST(VWrapperTest, LeavesBelowNegativeBlocksAreNotLookedAt) {
  const Drawn page = drawn();
  const auto blocks = visual_blocks(page.doc, page.layout);
  std::vector<std::string_view> texts;
  for (const uint32_t b : candidate_blocks(blocks, from_width(300)))
    texts.push_back(page.doc.text(blocks[b].node));
  EXPECT_THAT(texts, ElementsAre("Ads", "Title", "First paragraph")) << "the side is too narrow";
  EXPECT_TRUE(candidate_blocks(blocks, from_width(2000)).empty())
      << "the page block itself is negative";
}

TEST(VWrapperTest, TheModelThatShipsIsOfTheseFeatures) {
  const auto wrapper = read_v_wrapper(v_wrapper_model_files());
  ASSERT_TRUE(wrapper.ok()) << wrapper.error().message;
  EXPECT_FALSE(read_v_wrapper({}).ok());
}

TEST(VWrapperTest, APageWithoutBoxesHasNothing) {
  model::Page page;
  page.document = html::parse("<p>x").document;
  const auto wrapper = read_v_wrapper(v_wrapper_model_files());
  ASSERT_TRUE(wrapper.ok());
  EXPECT_TRUE(read_article_by_sight(page, dom::Layout(page.document), *wrapper).blocks.empty());
}

TEST(VWrapperTest, AFittedOneIsWrittenAndRead) {
  const auto leaf = [](float size, int32_t parent) {
    VisualBlock block{.node = dom::kRoot, .parent = parent};
    block.features[static_cast<size_t>(VisualFeature::kFontSize)] = size;
    return block;
  };
  VisualExample example;
  example.blocks.push_back({.node = dom::kRoot, .leaf = false});
  example.labels.push_back(VisualLabel::kOthers);
  example.positive.push_back(1);
  for (int i = 0; i < 30; ++i) {
    const bool content = i % 2 == 0;
    example.blocks.push_back(leaf(content ? 20.0F : 10.0F, 0));
    example.labels.push_back(content ? VisualLabel::kContent : VisualLabel::kOthers);
    example.positive.push_back(content ? 1 : 0);
  }
  const VWrapper fitted = fit_v_wrapper({&example});
  const auto read = parse_v_wrapper(write_v_wrapper(fitted, "a test"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(visual_labels(example.blocks, *read), example.labels);
  EXPECT_FALSE(parse_v_wrapper("{}").ok());
  EXPECT_FALSE(parse_v_wrapper("{\"weft_v_wrapper\": 1}").ok());
}

TEST(VWrapperTest, NothingToLearnFromFindsNothing) {
  VisualExample lonely;
  lonely.blocks.push_back({.node = dom::kRoot});
  lonely.labels.push_back(VisualLabel::kOthers);
  lonely.positive.push_back(0);
  EXPECT_EQ(visual_labels(lonely.blocks, fit_v_wrapper({&lonely})), lonely.labels);
}

}  // namespace
}  // namespace weft::read
