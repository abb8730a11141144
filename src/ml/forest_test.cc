#include "ml/forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace weft::ml {
namespace {

constexpr const char* kSmall =
    "weft-model 1 forest\n"
    "about Two trees\n"
    "link none\n"
    "bias 0.5\n"
    "columns 2\n"
    "tokens\n"
    "link share\n"
    "trees 2\n"
    "0<=12.5 =-1 1<=0.5 =2 =3\n"
    "=10\n";

std::string error_of(std::string_view text) {
  const auto forest = read_forest(text);
  return forest.ok() ? "" : forest.error().message;
}

std::string with(std::string_view from, std::string_view to) {
  std::string text = kSmall;
  const size_t at = text.find(from);
  return at == std::string::npos ? "no such text" : text.replace(at, from.size(), to);
}

// A random tree of at most `leaves` leaves.
Tree random_tree(std::mt19937& random, size_t columns, size_t leaves) {
  Tree tree(1);
  std::vector<uint32_t> open = {0};
  const auto number = [&] { return static_cast<float>(random() % 1000) / 100; };
  while (open.size() < leaves) {
    const size_t which = random() % open.size();
    TreeNode& node = tree[open[which]];
    node.column = static_cast<uint32_t>(random() % columns);
    node.threshold = number();
    node.left = static_cast<uint32_t>(tree.size());
    node.right = node.left + 1;
    open[which] = node.left;
    open.push_back(node.right);
    tree.resize(tree.size() + 2);
  }
  for (const uint32_t leaf : open) tree[leaf].value = number();
  return tree;
}

// One question a level.
Tree random_symmetric_tree(std::mt19937& random, size_t columns, size_t depth) {
  Tree tree;
  for (size_t level = 0; level <= depth; ++level) {
    const TreeNode question{.column = static_cast<uint32_t>(random() % columns),
                            .threshold = static_cast<float>(random() % 1000) / 100};
    for (size_t i = 0; i < size_t{1} << level; ++i) {
      TreeNode& node = tree.emplace_back();
      if (level == depth) {
        node.value = static_cast<float>(random() % 1000) / 100;
        continue;
      }
      node = question;
      node.left = static_cast<uint32_t>(2 * tree.size() - 1);
      node.right = node.left + 1;
    }
  }
  return tree;
}

float walked(const Tree& tree, std::span<const float> row) {
  uint32_t at = 0;
  while (tree[at].left != 0)
    at = row[tree[at].column] > tree[at].threshold ? tree[at].right : tree[at].left;
  return tree[at].value;
}

TEST(ForestTest, AddsWhatTheLeavesSay) {
  const auto forest = read_forest(kSmall);
  ASSERT_TRUE(forest.ok()) << forest.error().message;
  EXPECT_EQ(forest->predict(std::vector<float>{12.5F, 9}), 9.5F);
  EXPECT_EQ(forest->predict(std::vector<float>{13, 0.5F}), 12.5F);
  EXPECT_EQ(forest->predict(std::vector<float>{13, 0.6F}), 13.5F);
  const float unknown = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(forest->predict(std::vector<float>{unknown, unknown}), 9.5F) << "unknown goes left";
}

TEST(ForestTest, IsWrittenAsItWasRead) {
  const auto forest = read_forest(kSmall);
  ASSERT_TRUE(forest.ok());
  EXPECT_EQ(write_forest(*forest, "Two trees"), kSmall);
}

TEST(ForestTest, WritesSymmetricTreesByTheirQuestions) {
  const std::string text = with("0<=12.5 =-1 1<=0.5 =2 =3", "0<=12.5/1<=0.5 =-1 =2 =3 =4");
  const auto forest = read_forest(text);
  ASSERT_TRUE(forest.ok()) << forest.error().message;
  EXPECT_EQ(write_forest(*forest, "Two trees"), text);
  EXPECT_EQ(forest->predict(std::vector<float>{12.5F, 0}), 9.5F);
  EXPECT_EQ(forest->predict(std::vector<float>{12.5F, 1}), 12.5F);
  EXPECT_EQ(forest->predict(std::vector<float>{13, 1}), 14.5F);
  // The same tree, node by node.
  const auto nodes =
      read_forest(with("0<=12.5 =-1 1<=0.5 =2 =3", "0<=12.5 1<=0.5 =-1 =2 1<=0.5 =3 =4"));
  ASSERT_TRUE(nodes.ok());
  EXPECT_EQ(write_forest(*nodes, "Two trees"), text);
}

TEST(ForestTest, WalksManyRowsLikeOne) {
  std::mt19937 random(7);
  for (const size_t outputs : {1, 3}) {
    std::vector<Tree> trees;
    Forest forest({"a", "b", "c"}, Link::kNone, std::vector<float>(outputs, 1));
    for (size_t t = 0; t < 4 * outputs; ++t) {
      trees.push_back(t % 2 == 0 ? random_tree(random, 3, 1 + random() % 20)
                                 : random_symmetric_tree(random, 3, random() % 7));
      forest.add(trees.back());
    }
    std::vector<float> rows(4 * 29), out(29 * outputs);  // A stride of 4, three columns.
    for (float& one : rows) one = static_cast<float>(random() % 1000) / 100;
    forest.predict(rows, 4, out);
    for (size_t r = 0; r < 29; ++r) {
      std::vector<float> expected(outputs, 1);
      for (size_t t = 0; t < trees.size(); ++t)
        expected[t % outputs] += walked(trees[t], std::span(rows).subspan(4 * r, 3));
      for (size_t o = 0; o < outputs; ++o) EXPECT_FLOAT_EQ(out[r * outputs + o], expected[o]);
    }
    std::vector<float> tiles(3 * kTileRows * tile_count(29)), of_tiles(out.size());
    for (size_t i = 0; i < 3 * 29; ++i)
      tiles[(i / 3 / kTileRows * 3 + i % 3) * kTileRows + i / 3 % kTileRows] =
          rows[i / 3 * 4 + i % 3];
    forest.predict_tiles(tiles, of_tiles);
    EXPECT_EQ(out, of_tiles);
  }
}

TEST(ForestTest, LeavesHopelessTilesAlone) {
  Forest forest({"x"}, Link::kNone, {0});
  forest.add(
      {{.column = 0, .threshold = 0.5F, .left = 1, .right = 2}, {.value = -5}, {.value = 5}});
  forest.add({{.value = 1}});
  const std::vector<float> rows = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  std::vector<float> out(16);
  forest.predict_tiles(rows, out, {.trees = 1, .below = -4});
  EXPECT_EQ(out[0], -5);  // All eight are hopeless.
  EXPECT_EQ(out[8], -4);  // One of its eight is not.
  EXPECT_EQ(out[15], 6);
}

TEST(ForestTest, LinksMakeProbabilities) {
  Forest logistic({}, Link::kLogistic, {0});
  EXPECT_FLOAT_EQ(logistic.predict({}), 0.5F);
  Forest softmax({}, Link::kSoftmax, {0, std::log(3.0F)});
  std::vector<float> out(2);
  softmax.predict({}, 0, out);
  EXPECT_FLOAT_EQ(out[0], 0.25F);
  EXPECT_FLOAT_EQ(out[1], 0.75F);
}

TEST(ForestTest, RefusesWhatIsNoModel) {
  EXPECT_EQ(error_of(""),
            "model, line 1: the file ends where the first line of a model should stand");
  EXPECT_EQ(error_of("hello"), "model, line 1: a model file begins with 'weft-model 1 KIND'");
  EXPECT_EQ(error_of(with("1 forest", "2 forest")),
            "model of version 2, this program reads version 1");
  EXPECT_EQ(error_of(with("1 forest", "1 table")),
            "model, line 1: a model of kind 'table' where a 'forest' is needed");
  EXPECT_EQ(error_of(with("none", "some")),
            "model, line 3: link must be one of none, logistic, softmax");
  EXPECT_EQ(error_of(with("0.5\n", "x\n")),
            "model, line 4: bias must be one number for each output");
  EXPECT_EQ(error_of(with("columns 2", "columns 99999")),
            "model, line 5: columns may be at most 4096");
  EXPECT_EQ(error_of(with("0<=", "2<=")), "model, line 9: column 2 of 2");
  EXPECT_EQ(error_of(with("=3", "=nan")),
            "model, line 9: '=nan' where a leaf has a number after '='");
  EXPECT_EQ(error_of(with(" =3", "")), "model, line 9: a tree that ends before its leaves");
  EXPECT_EQ(error_of(with("=3", "=3 =4")), "model, line 9: a node after the last leaf of a tree");
  EXPECT_EQ(error_of(with("0<=12.5", "0<12.5")),
            "model, line 9: '0<12.5' where a split is COLUMN<=NUMBER and a leaf =NUMBER");
  const auto symmetric = [](std::string_view line) {
    return error_of(with("0<=12.5 =-1 1<=0.5 =2 =3", line));
  };
  EXPECT_EQ(symmetric("0<=1/1<=2 =1 =2 =3"), "model, line 9: a tree that ends before its leaves");
  EXPECT_EQ(symmetric("0<=1/1<=2 =1 =2 =3 =4 =5"),
            "model, line 9: a node after the last leaf of a tree");
  EXPECT_EQ(symmetric("0<=1/2<=2 =1 =2 =3 =4"), "model, line 9: column 2 of 2");
  EXPECT_EQ(symmetric("0<=1/1<=2 =1 =2 =3 0<=1"),
            "model, line 9: '0<=1' where a leaf has a number after '='");
  std::string questions = "0<=1";
  for (int i = 0; i < 40; ++i) questions += "/0<=1";
  EXPECT_EQ(symmetric(questions), "model, line 9: more nodes than a model may have");
  EXPECT_EQ(error_of(with("trees 2", "trees 3")),
            "model, line 11: the file ends where a tree should stand");
  EXPECT_EQ(error_of(with("trees 2", "trees 1")), "model: text after its end, at line 10");
  std::string deep = with("=10", "");
  deep.pop_back();
  for (int i = 0; i < 100; ++i) deep += "0<=1 ";
  EXPECT_EQ(error_of(deep), "model, line 10: a tree that is too deep");
}

}  // namespace
}  // namespace weft::ml
