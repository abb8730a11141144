#include "induce/rules/rule_search.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::induce {
namespace {

// Two pages with the price labelled; what stands right of it differs.
class FeatureGenerationTest : public ::testing::Test {
 protected:
  FeatureGenerationTest() {
    documents_.push_back(
        html::parse("<div class='box big'><i>Price:</i><b>$1</b><u>review</u></div>").document);
    documents_.push_back(
        html::parse("<div class='box small'><i>Price:</i><b>$2</b><u>reviews</u></div>").document);
    columns_ = std::make_unique<SampleColumns>(
        std::vector<const dom::Document*>{&documents_[0], &documents_[1]});
    table_ = std::make_unique<CandidateTable>(
        *columns_, std::vector<Unit>{{0, dom::kRoot}, {1, dom::kRoot}}, wrap::Target{});
    for (uint32_t u = 0; u < 2; ++u) evidence_.labelled.push_back({u, {{table_->first(u) + 1}}});
    mark_harmless(*table_, evidence_);
  }

  bool has(const GenerationOptions& options, std::string_view kind, uint8_t level,
           const std::vector<std::string>& values) {
    const auto features = generate_features(*table_, evidence_, options);
    return std::any_of(features.begin(), features.end(), [&](const EvaluatedFeature& f) {
      return kind_of(f.feature).name == kind && f.feature.level == level &&
             f.feature.values == values;
    });
  }

  std::vector<dom::Document> documents_;
  std::unique_ptr<SampleColumns> columns_;
  std::unique_ptr<CandidateTable> table_;
  Evidence evidence_;
};

TEST_F(FeatureGenerationTest, MakesTheFeaturesThatAllLabelsShare) {
  EXPECT_TRUE(has({}, "tag", 1, {"b"}));
  EXPECT_TRUE(has({}, "tag", 2, {"div"}));
  EXPECT_TRUE(has({}, "left-text", 0, {"Price:"}));
  EXPECT_TRUE(has({}, "class", 2, {}));  // bare: both have some class
  EXPECT_FALSE(has({}, "class", 2, {"box big"}));
}

// [Vertex] III-C.1: "review" or "reviews".
TEST_F(FeatureGenerationTest, JoinsValuesOfSeveralPagesInADisjunction) {
  EXPECT_TRUE(has({}, "right-text", 0, {"review", "reviews"}));
  GenerationOptions without;
  without.disjunctions = false;
  EXPECT_FALSE(has(without, "right-text", 0, {"review", "reviews"}));
}

TEST_F(FeatureGenerationTest, ClassTokensAreWefts) {
  EXPECT_TRUE(has({}, "class-token", 2, {"box"}));
  GenerationOptions paper;
  paper.paper = true;
  EXPECT_FALSE(has(paper, "class-token", 2, {"box"}));
}

TEST_F(FeatureGenerationTest, ItemsOfAListShareThatSomethingFollows) {
  const dom::Document doc =
      html::parse("<p><b>menu</b></p><p><b>one</b><b>two</b><br></p>").document;
  SampleColumns columns(std::vector<const dom::Document*>{&doc});
  const CandidateTable table(columns, {{0, dom::kRoot}}, wrap::Target{});
  Evidence evidence{.labelled = {{0, {{1}, {2}}}}};
  evidence.list = true;
  mark_harmless(table, evidence);
  const auto follows = [&](const GenerationOptions& options) {
    const auto features = generate_features(table, evidence, options);
    const auto it = std::find_if(features.begin(), features.end(), [](const EvaluatedFeature& f) {
      return kind_of(f.feature).name == "following-tag" && f.feature.level == 1 &&
             f.feature.values.empty();
    });
    return it == features.end() ? uint64_t{0} : it->bits.words()[0];
  };
  EXPECT_EQ(follows({}), 0b110U);
  EXPECT_EQ(follows({.paper = true}), 0U);
}

TEST_F(FeatureGenerationTest, BitsAreTheCandidatesThatHaveTheFeature) {
  for (const EvaluatedFeature& f : generate_features(*table_, evidence_, {})) {
    if (kind_of(f.feature).name != "tag" || f.feature.level != 1) continue;
    EXPECT_EQ(count_bits(f.bits.words()), 2U);  // The two <b>, not <i> and <u>.
  }
}

}  // namespace
}  // namespace weft::induce
