#include "practice/web.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::practice {
namespace {

using ::testing::HasSubstr;

TEST(WebTest, ASearchLeadsToTheLists) {
  Web web({.domain = Domain::kCars, .seed = 3, .items = 24}, FrontPage::kSearchForm);
  EXPECT_THAT(web.get("/").html, HasSubstr("<form action=/search"));
  EXPECT_THAT(web.get("/search?q=&cat=0").html, HasSubstr("more-lists"));
  EXPECT_THAT(web.get("/search?q=qzx&cat=0").html, HasSubstr("Nothing found"));
  EXPECT_EQ(web.forbidden_hits(), 0U);
}

TEST(WebTest, TrapsCount) {
  Web web({.domain = Domain::kShop, .seed = 1, .items = 12}, FrontPage::kLinks);
  EXPECT_THAT(web.get("/").html, HasSubstr("/logout"));
  web.get("/logout");
  web.get("/cart/add?id=1");
  EXPECT_EQ(web.forbidden_hits(), 2U);
  EXPECT_EQ(web.get("/nowhere").status, 404);
}

TEST(WebTest, WordsMayBeRequired) {
  Web web({.domain = Domain::kJobs, .seed = 2, .items = 12}, FrontPage::kRequiredWords);
  EXPECT_THAT(web.get("/search?q=").html, HasSubstr("This field is required"));
}

}  // namespace
}  // namespace weft::practice
