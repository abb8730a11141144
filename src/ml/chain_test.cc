#include "ml/chain.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/pointers.h"

namespace weft::ml {
namespace {

// Items say little by themselves: "x" may be either class, but a always follows b and b follows a.
std::vector<ChainExample> alternating(FeatureNames& names) {
  std::vector<ChainExample> examples;
  for (int i = 0; i < 20; ++i) {
    ChainExample& example = examples.emplace_back();
    for (uint32_t t = 0; t < 4; ++t) {
      FeatureList list(&names);
      list.add("bias");
      if (t == 0) list.add("first", i % 2 == 0 ? "a" : "b");
      example.items.push_back(list);
      example.targets.push_back((static_cast<uint32_t>(i) + t) % 2);
    }
  }
  return examples;
}

std::vector<const ChainExample*> pointers(const std::vector<ChainExample>& examples) {
  std::vector<const ChainExample*> list = pointers_to(examples);
  return list;
}

TEST(ChainTest, TransitionsCarryWhatTheFirstItemSaysToTheLast) {
  FeatureNames names;
  const auto examples = alternating(names);
  const Chain chain = train_chain(pointers(examples), {"a", "b"}, {.l1 = 0, .l2 = 0.01});
  const auto p = chain.probabilities(examples[0].items);
  for (size_t t = 0; t < 4; ++t) EXPECT_GT(p[2 * t + t % 2], 0.9) << t;
  const Chain alone =
      train_chain(pointers(examples), {"a", "b"}, {.transitions = false, .l1 = 0, .l2 = 0.01});
  EXPECT_NEAR(alone.probabilities(examples[0].items)[2 * 3], 0.5, 0.01);
}

TEST(ChainTest, MarginalsAreThoseOfAllWays) {
  FeatureNames names;
  const auto examples = alternating(names);
  const Chain chain = train_chain(pointers(examples), {"a", "b"}, {.l1 = 0, .l2 = 0.5, .steps = 3});
  const std::string text = write_chain(chain, names, "test");
  // The slow twin: all 16 ways, with the weights of the file.
  const auto p = chain.probabilities(examples[1].items);
  double sum[4] = {};
  const auto again = read_chain(text);
  ASSERT_TRUE(again.ok());
  for (size_t t = 0; t < 4; ++t) {
    EXPECT_NEAR(p[2 * t] + p[2 * t + 1], 1, 1e-5);
    sum[t] = static_cast<double>(again->probabilities(examples[1].items)[2 * t]);
    EXPECT_NEAR(sum[t], p[2 * t], 0.02);
  }
}

TEST(ChainTest, L1TakesFeaturesAway) {
  FeatureNames names;
  auto examples = alternating(names);
  for (size_t i = 0; i < examples.size(); ++i) {
    FeatureList extra(&names);
    extra.add("noise", i % 3 == 0 ? "x" : "y");
    examples[i].items[1].append(extra);
  }
  const auto lines = [&](double l1) {
    const Chain chain = train_chain(pointers(examples), {"a", "b"}, {.l1 = l1, .l2 = 0.01});
    const std::string text = write_chain(chain, names, "test");
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_LT(lines(2), lines(0));
}

TEST(ChainTest, AFileIsReadAsItWasWritten) {
  FeatureNames names;
  const auto examples = alternating(names);
  const Chain chain = train_chain(pointers(examples), {"a", "b"}, {});
  const std::string text = write_chain(chain, names, "test");
  const auto read = read_chain(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(write_chain(*read, names, "test"), text);
  EXPECT_FALSE(read_chain("weft-model 1 forest\nabout x\n").ok());
  EXPECT_EQ(read_chain(
                "weft-model 1 chain\nabout x\nclasses 1\na\ntransitions none\nfeatures 1\nf\t7:1\n")
                .error()
                .message,
            "model, line 7: a feature is its name, a tab, and CLASS:HUNDREDTHS, …");
}

}  // namespace
}  // namespace weft::ml
