#include "induce/inducers.h"

#include <atomic>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(InducersTest, AreFoundByName) {
  EXPECT_THAT(inducer_names(), ElementsAre("best", "broom", "broom-update", "page-tree", "rules",
                                           "stalker", "vote"));
  for (const std::string& name : inducer_names()) {
    const auto found = find_inducer(name);
    ASSERT_TRUE(found.ok()) << name;
    EXPECT_EQ((*found)({}).error().code, ErrorCode::kInvalidArgument) << "no labels";
  }
}

TEST(InducersTest, NameTheKnownOnesWhenAskedForAnother) {
  const auto found = find_inducer("oracle");
  EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(found.error().message, HasSubstr("page-tree"));
}

model::Page priced_page(const std::string& id, const std::string& price) {
  return model::html_page("<h1>A</h1><p class=price>now " + price + " only</p>", {.id = id});
}

TEST(InducersTest, RefuseVariantsTheyDoNotHave) {
  const model::Page page = priced_page("p", "$5.00");
  model::InducerInput input{.pages = {&page}, .variant = "guess"};
  input.labels = {{.page = "p", .attribute = "price", .value = "now $5.00 only"}};
  EXPECT_EQ(induce_rules(input).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(induce_broom(input).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(induce_page_tree(input).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(induce_stalker(input).error().code, ErrorCode::kInvalidArgument);
  input.variant = "paper";
  EXPECT_TRUE(induce_rules(input).ok());
  input.variant.clear();
  for (const char* name : {"broom-paper", "page-tree-paper", "stalker-paper", "rules-paper"})
    EXPECT_TRUE((*find_inducer(name))(input).ok()) << name;
  EXPECT_EQ(find_inducer("oracle-paper").error().code, ErrorCode::kInvalidArgument);
}

// What a wrapper was learned with is what a repair of it learns with.
TEST(InducersTest, LearnAgainWithTheTypesAndPatternsOfTheWrapper) {
  const model::Page page = priced_page("p", "$5.00"), other = priced_page("q", "$7.50");
  model::InducerInput input{.pages = {&page, &other}};
  input.labels = {{.page = "p", .attribute = "price", .value = "now $5.00 only"}};
  input.types = {{"price", "dollars"}};
  input.patterns = {{"dollars", "\\$[0-9]+"}};
  const auto first = induce_rules(input);
  ASSERT_TRUE(first.ok());
  input.types.clear();
  input.patterns.clear();
  const auto again = inducer_like(*first->wrapper)(input);
  ASSERT_TRUE(again.ok());
  const auto records = again->wrapper->apply(other).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("price")->text, "$7");
}

// What is kept of pages changes nothing of what is learned from them, whichever labels came before.
TEST(InducersTest, RemembersPagesAndLearnsTheSame) {
  const model::Page page = priced_page("p", "$5.00"), other = priced_page("q", "$7.50");
  const model::Inducer remembering = remembering_rules();
  model::InducerInput input{.pages = {&page, &other}};
  for (const char* attribute : {"price", "name"}) {
    input.labels.push_back({.page = "p",
                            .attribute = attribute,
                            .value = attribute == std::string("name") ? "A" : "now $5.00 only"});
    const auto fresh = induce_rules(input), again = remembering(input);
    ASSERT_TRUE(fresh.ok() && again.ok());
    EXPECT_EQ(dump_json(model::save_wrapper(*again->wrapper)),
              dump_json(model::save_wrapper(*fresh->wrapper)));
  }
  input.pages.pop_back();
  EXPECT_EQ(dump_json(model::save_wrapper(*remembering(input)->wrapper)),
            dump_json(model::save_wrapper(*induce_rules(input)->wrapper)));
}

TEST(InducersTest, RulesGiveUpWhenTheyAreStopped) {
  const model::Page page = priced_page("p", "$5.00");
  const std::atomic<bool> stop{true};
  const model::InducerInput input{.pages = {&page},
                                  .labels = {{.page = "p", .attribute = "name", .value = "A"}},
                                  .stop = &stop};
  EXPECT_EQ(remembering_rules()(input).error().code, ErrorCode::kTimeout);
}

}  // namespace
}  // namespace weft::induce
