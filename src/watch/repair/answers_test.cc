#include "watch/repair/answers.h"

#include <cmath>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/place_rules.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::watch {
namespace {

using Texts = std::vector<std::string>;

// What a rule gives as a list.
Texts given_by(const wrap::Rule& rule, const dom::Document& doc) {
  Texts texts;
  for (const dom::NodeId n : wrap::Matcher({&rule}).select_first(doc))
    texts.push_back(wrap::target_text(rule.target, doc, n));
  return texts;
}

TEST(PlaceRulesTest, ManyRulesLeadToTheSamePlaces) {
  const auto doc = html::parse(
                       "<nav><ul><li>Home</ul></nav><h2>You need</h2>"
                       "<ul class=box><li class='item big'>flour<li class='item'>salt</ul>")
                       .document;
  const ValueSearch search(doc);
  const auto rules =
      rules_for_places(search, find_values(search, {"flour", "salt"}, model::ValueType::kText));
  const auto right = std::count_if(rules.begin(), rules.end(), [&](const wrap::Rule& rule) {
    return given_by(rule, doc) == Texts{"flour", "salt"};
  });
  EXPECT_GE(right, 3);                                  // The token, the class around, the heading.
  EXPECT_LT(static_cast<size_t>(right), rules.size());  // A plain li takes Home along.
}

class AnswersTest : public ::testing::Test {
 protected:
  AnswersTest() {
    health_.name = "title";
    health_.constant = true;
  }
  void know(Texts values) {
    pages_.emplace_back();
    pages_.back().judged = true;
    pages_.back().values = std::move(values);
  }
  void ask(RuleSource source, Texts found) {
    candidates_.push_back({.source = source, .found = {std::move(found)}});
  }

  AttributeHealth health_;
  std::vector<KnownPage> pages_;
  std::vector<Candidate> candidates_;
};

TEST_F(AnswersTest, RulesThatGiveTheSameGiveOneAnswer) {
  know({"a", "b"});
  ask(RuleSource::kMain, {});
  ask(RuleSource::kOld, {"a", "b"});
  ask(RuleSource::kOld, {"a", "b", "c"});
  ask(RuleSource::kPlace, {"a", "b"});
  const auto answers = weigh_answers(candidates_, pages_, health_);
  ASSERT_EQ(answers.size(), 2u);  // Nothing is no answer.
  EXPECT_EQ(answers[0].found[0], (Texts{"a", "b"}));
  EXPECT_EQ(answers[0].candidates, (std::vector<size_t>{1, 3}));
  EXPECT_NEAR(answers[0][AnswerFeature::kOldCount], std::log(2), 1e-9);
  EXPECT_EQ(answers[0][AnswerFeature::kMainOldShare], 0);  // The rule in force gives nothing.
  EXPECT_EQ(answers[0][AnswerFeature::kWhole], 1);
  EXPECT_LT(answers[0].probability + answers[1].probability, 1);
}

TEST_F(AnswersTest, AMarkMakesNoOtherAnswer) {
  know({"8"});
  ask(RuleSource::kMain, {"8%"});
  ask(RuleSource::kOld, {"8%"});
  ask(RuleSource::kPlace, {"8"});
  const auto answers = weigh_answers(candidates_, pages_, health_);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].candidates, (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(answers[0][AnswerFeature::kMainOldShare], 1);
}

TEST_F(AnswersTest, WhatOldRulesGiveIsBelievedThoughItWasEdited) {
  know({"The Best Quinoa Pancakes of All"});
  for (int i = 0; i < 10; ++i) ask(RuleSource::kOld, {"The Best Oat Pancakes of All"});
  ask(RuleSource::kMain, {"The Best Oat Pancakes of All"});
  const auto edited = weigh_answers(candidates_, pages_, health_);
  candidates_.clear();
  for (int i = 0; i < 10; ++i) ask(RuleSource::kOld, {"Sign up today and save"});
  ask(RuleSource::kMain, {"Sign up today and save"});
  const auto other = weigh_answers(candidates_, pages_, health_);
  EXPECT_GT(edited[0].probability, other[0].probability + 0.1);
  EXPECT_LT(other[0].probability, RepairOptions().least_probable);
}

}  // namespace
}  // namespace weft::watch
