#include "induce/rules/consistency.h"

#include <fmt/format.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"

namespace weft::induce {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Restaurants: kinds of food in bold, after a bold link to the menu where there is one.
struct Guide {
  std::vector<model::Page> pages;
  std::vector<const model::Page*> sample;
  std::vector<model::Label> labels;

  explicit Guide(const std::vector<std::string>& first_links) {
    for (size_t i = 0; i < first_links.size(); ++i) {
      pages.push_back(
          model::html_page(fmt::format("<h1>House {0}</h1><div id=food>{1}"
                                       "<b><a>Dish {0}</a></b> and <b><a>Fish {0}</a></b>"
                                       "</div>",
                                       i, first_links[i]),
                           {.id = fmt::format("p{}", i)}));
    }
    for (const model::Page& page : pages) sample.push_back(&page);
  }

  void label(size_t page, const std::string& value) {
    labels.push_back({.page = pages[page].id, .record = "0", .attribute = "food", .value = value});
  }

  std::vector<PageConsistency> check() const {
    const auto learned = learn({.pages = sample, .labels = labels});
    return learned.ok() ? check_consistency(learned->rules, sample, labels)
                        : std::vector<PageConsistency>();
  }
};

const char* const kMenu = "<b><a>View the menu</a></b>";

TEST(ConsistencyTest, ATextOnManyPagesThatNoLabelHasAsksForALabel) {
  Guide guide({"", kMenu, kMenu, "", kMenu, kMenu});
  guide.label(0, "Dish 0");
  guide.label(0, "Fish 0");
  const auto pages = guide.check();
  ASSERT_EQ(pages.size(), 6U);
  EXPECT_THAT(pages[3].doubts, IsEmpty());
  ASSERT_EQ(pages[1].doubts.size(), 1U);
  EXPECT_THAT(pages[1].doubts[0].message, HasSubstr("\"View the menu\" is found on many pages"));
  EXPECT_EQ(pages[1].doubtful, 0U);  // It asks, but does not say that the value is wrong.
  ASSERT_NE(next_to_label(pages), nullptr);
  EXPECT_EQ(next_to_label(pages)->page, "p1");
}

TEST(ConsistencyTest, ATextThatALabelHasDoesNotAsk) {
  Guide guide({kMenu, kMenu, kMenu, "", kMenu, kMenu});
  for (const char* value : {"View the menu", "Dish 0", "Fish 0"}) guide.label(0, value);
  const auto pages = guide.check();
  ASSERT_EQ(pages.size(), 6U);
  EXPECT_EQ(next_to_label(pages), nullptr);
}

TEST(ConsistencyTest, AMissingValueThatAllLabelledPagesHaveIsDoubtful) {
  Guide guide({"", "", "", ""});
  model::Page empty = model::html_page("<h1>Gone</h1><div id=food></div>", {.id = "empty"});
  guide.sample.push_back(&empty);
  guide.label(0, "Dish 0");
  guide.label(0, "Fish 0");
  const auto pages = guide.check();
  ASSERT_EQ(pages.size(), 5U);
  ASSERT_EQ(pages[4].doubts.size(), 1U);
  EXPECT_THAT(pages[4].doubts[0].message, HasSubstr("no value"));
  EXPECT_EQ(pages[4].doubtful, 1U);
}

}  // namespace
}  // namespace weft::induce
