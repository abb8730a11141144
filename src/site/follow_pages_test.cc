#include "site/follow_pages.h"

#include <gtest/gtest.h>

#include <map>

#include "html/parser.h"

namespace weft::site {
namespace {

model::Page list_page_of(const std::string& url, const std::string& html) {
  return model::html_page(html, {.id = url, .url = url, .status = 200});
}

std::string pager_html(int page) {
  std::string html = "<div class=pagination>";
  for (int i = 1; i <= 5; ++i) {
    const std::string n = std::to_string(i);
    html += i == page ? "<b>" + n + "</b> " : "<a href='/list?page=" + n + "'>" + n + "</a> ";
  }
  const std::string next = std::to_string(page + 1);
  return html + (page < 5 ? "<a href='/list?page=" + next + "'>Next</a></div>" : "</div>");
}

// A site of five pages with four records each; pages from `repeats` on hold those of the first.
class FollowPagesTest : public ::testing::Test {
 protected:
  FollowedPages follow(FollowOptions options = {}) {
    const auto make = [](int number) {
      return list_page_of("http://a.com/list?page=" + std::to_string(number), pager_html(number));
    };
    for (int i = 1; i <= 5; ++i) site_["http://a.com/list?page=" + std::to_string(i)] = i;
    return follow_pages(
        make(1),
        [&](const std::string& url) -> Result<model::Page> {
          ++reads_;
          if (!site_.contains(url)) return Error{ErrorCode::kIo, url + " is not there"};
          return make(site_[url]);
        },
        [&](const model::Page& page) {
          const int number = site_[page.url] >= repeats_ ? 1 : site_[page.url];
          std::vector<std::string> texts;
          for (int r = 0; r < 4; ++r) texts.push_back(std::to_string(10 * number + r));
          return texts;
        },
        options);
  }

  std::map<std::string, int> site_;
  int repeats_ = 99;
  int reads_ = 0;
};

TEST_F(FollowPagesTest, ReadsToTheLastPage) {
  const FollowedPages followed = follow();
  EXPECT_EQ(followed.pages.size(), 4U);
  EXPECT_EQ(followed.ended, "no link to a next page");
}

TEST_F(FollowPagesTest, EndsWhereRecordsRepeat) {
  repeats_ = 3;
  const FollowedPages followed = follow();
  EXPECT_EQ(followed.pages.size(), 1U);
  EXPECT_EQ(followed.ended, "no new records on http://a.com/list?page=3");
  EXPECT_LE(reads_, 3);
}

TEST_F(FollowPagesTest, HeedsTheBudget) { EXPECT_EQ(follow({.max_pages = 3}).pages.size(), 2U); }

}  // namespace
}  // namespace weft::site
