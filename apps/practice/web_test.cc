#include "practice/web.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"

namespace weft::practice {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Options kCarsSite{.domain = Domain::kCars, .seed = 1, .items = 48, .results = true};

TEST(WebTest, ASearchLeadsToItsItems) {
  Web web(kCarsSite, {Entry::kSearchForm, Pager::kNumbers});
  EXPECT_THAT(web.ask({"/"}).html, HasSubstr("<form action=/search/"));
  const std::string all = web.ask({"/search/?q=&cat=0"}).html;
  EXPECT_THAT(all, HasSubstr("page=2"));
  EXPECT_THAT(web.ask({"/search/?q=qzxvkwj&cat=0"}).html, Not(HasSubstr("page=2")));
  EXPECT_EQ(web.forbidden_hits(), 0U);
  EXPECT_EQ(web.truth().size(), 48U);
}

TEST(WebTest, TrapsCount) {
  Web web(kCarsSite, {Entry::kLinks, Pager::kNumbers});
  EXPECT_THAT(web.ask({"/"}).html, HasSubstr("/logout"));
  web.ask({"/logout"});
  web.ask({"/cart/add?id=1"});
  EXPECT_EQ(web.forbidden_hits(), 2U);
  EXPECT_EQ(web.ask({"/nowhere"}).status, 404);
}

TEST(WebTest, WordsMayBeRequired) {
  Web web(kCarsSite, {Entry::kHiddenRequired, Pager::kNumbers});
  EXPECT_THAT(web.ask({"/search/?q=&kind="}).html, HasSubstr("aria-invalid"));
}

TEST(WebTest, FurtherPagesOfAPostNeedItsCookie) {
  Web web(kCarsSite, {Entry::kPost, Pager::kNumbers});
  const WebAnswer first = web.ask({"/find/", "q=&cat=0"});
  EXPECT_EQ(first.cookie, "found=cat=0&q=");
  EXPECT_THAT(first.html, HasSubstr("/found/?page=2"));
  EXPECT_THAT(web.ask({"/found/?page=2"}).html, HasSubstr("expired"));
  EXPECT_THAT(web.ask({"/found/?page=2", "", first.cookie}).html, Not(HasSubstr("expired")));
}

// The records of a list are on its pages, whatever the pages are linked by.
TEST(WebTest, EveryPagerLeadsOn) {
  for (size_t p = 0; p < kPagers; ++p) {
    Web web(kCarsSite, {Entry::kOneList, static_cast<Pager>(p)});
    std::string path = "/";
    size_t pages = 0;
    for (; !path.empty() && pages < 10; ++pages) {
      const std::string html = web.ask({path}).html;
      path.clear();
      const std::string wanted = static_cast<Pager>(p) == Pager::kPath     ? "'/page/"
                                 : static_cast<Pager>(p) == Pager::kOffset ? "'/?start="
                                                                           : "'/?page=";
      const std::string next =
          wanted +
          std::to_string(static_cast<Pager>(p) == Pager::kOffset ? 12 * (pages + 1) : pages + 2);
      if (const size_t at = html.find(next); at != std::string::npos)
        path = html.substr(at + 1, html.find('\'', at + 1) - at - 1);
    }
    EXPECT_EQ(pages, 4U) << name_of(static_cast<Pager>(p));
  }
}

}  // namespace
}  // namespace weft::practice
