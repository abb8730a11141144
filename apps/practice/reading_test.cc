// Homepages and news: the truth is on the page, and pages differ.

#include "practice/reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace weft::practice {
namespace {

using ::testing::HasSubstr;

TEST(ReadingTest, ShowsWhatItSays) {
  std::set<std::string> labels;
  for (uint32_t n = 0; n < 40; ++n) {
    const ReadingPage page = homepage(7, n);
    for (const TrueBlock& one : page.truth) {
      EXPECT_THAT(page.html, HasSubstr(one.text)) << n;
      labels.insert(one.label);
    }
  }
  EXPECT_EQ(labels.size(), 8U);
}

TEST(ReadingTest, IsTheSameForTheSameSeed) {
  EXPECT_EQ(homepage(7, 3).html, homepage(7, 3).html);
  EXPECT_NE(homepage(7, 3).html, homepage(8, 3).html);
  EXPECT_EQ(news_page(7, 1, 3).html, news_page(7, 1, 3).html);
  EXPECT_NE(news_page(7, 1, 3).html, news_page(7, 2, 3).html);
}

TEST(ReadingTest, NewsHasOneTitleAndSeveralParagraphs) {
  const ReadingPage page = news_page(7, 2, 5);
  ASSERT_GE(page.truth.size(), 4U);
  EXPECT_EQ(page.truth[0].label, "title");
  EXPECT_EQ(page.truth[1].label, "content");
}

}  // namespace
}  // namespace weft::practice
