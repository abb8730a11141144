#include "induce/rules/consistency.h"

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {
namespace {

constexpr int kItems = 12;

// A list of lamps, the first `labelled` of which have labels.
class PartialListsTest : public ::testing::Test {
 protected:
  // `item` is the markup of one, {0} its number and {1} its price.
  std::vector<PartialList> check(
      int labelled, const char* item = "<li class=item><b>Lamp {0}</b><i>€ {1}</i></li>") {
    std::string html = "<h1>Lamps</h1><ul>";
    model::InducerInput input;
    for (int i = 0; i < kItems; ++i) {
      html += fmt::format(fmt::runtime(item), i, 10 + i);
      if (i >= labelled) continue;
      const std::string record = fmt::format("{}", i);
      input.labels.push_back(
          {.page = "p", .record = record, .attribute = "name", .value = fmt::format("Lamp {}", i)});
      input.labels.push_back({.page = "p",
                              .record = record,
                              .attribute = "price",
                              .value = fmt::format("€ {}", 10 + i)});
    }
    page_.id = "p";
    page_.document = html::parse(html).document;
    input.pages = {&page_};
    const auto learned = learn(input);
    EXPECT_TRUE(learned.ok());
    return partial_lists(wrap::RulesWrapper(learned->rules), input.pages, input.labels);
  }

  model::Page page_;
};

TEST_F(PartialListsTest, AFewLabelledRecordsOfManyAreNoticed) {
  const auto lists = check(3);
  ASSERT_EQ(lists.size(), 1U);
  EXPECT_EQ(lists[0].page, "p");
  EXPECT_EQ(lists[0].labelled, 3U);
  EXPECT_EQ(lists[0].found, 12U);
}

TEST_F(PartialListsTest, SoAreThoseThatTheRulesDoNotFindAgain) {
  const char* const flat = "<h3>Lamp {0}</h3><p>€ {1}</p>";
  const auto lists = check(3, flat);
  ASSERT_EQ(lists.size(), 1U);
  EXPECT_EQ(lists[0].labelled, 3U);
  EXPECT_LT(lists[0].found, 2U);
  EXPECT_TRUE(check(kItems, flat).empty());
}

TEST_F(PartialListsTest, ACompleteListIsNot) { EXPECT_TRUE(check(kItems).empty()); }

TEST_F(PartialListsTest, APageOfOneRecordIsNoList) { EXPECT_TRUE(check(1).empty()); }

}  // namespace
}  // namespace weft::induce
