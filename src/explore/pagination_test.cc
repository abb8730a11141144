#include "explore/pagination.h"

#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::explore {
namespace {

Pagination found_on(std::string_view html, std::string_view url) {
  const auto parsed = html::parse(html);
  return PaginationModel::shipped().find(parsed.document, url);
}

TEST(PaginationTest, KnowsWhereAddressesHaveTheirPageNumber) {
  EXPECT_EQ(page_number("http://a.com/list?sort=2&page=3"), (PageNumber{3, "?page="}));
  EXPECT_EQ(page_number("http://a.com/list?start=40"), (PageNumber{40, "?start="}));
  EXPECT_EQ(page_number("http://a.com/news/page/7/"), (PageNumber{7, "/page/"}));
  EXPECT_EQ(page_number("http://a.com/t.1234/page-5"), (PageNumber{5, "/page-"}));
  EXPECT_EQ(page_number("http://a.com/item/1234"), std::nullopt);
  EXPECT_EQ(page_number("http://a1.com/"), std::nullopt);
}

TEST(PaginationTest, FindsNextPrevAndPages) {
  const Pagination found = found_on(
      "<ul class=items><li><a href=/i/1>One</a><li><a href=/i/2>Two</a></ul>"
      "<div class=pagination><a href='/list?page=1'>&laquo; Previous</a> <a "
      "href='/list?page=1'>1</a> "
      "<span class=current>2</span> <a href='/list?page=3'>3</a> <a href='/list?page=4'>4</a> "
      "<a href='/list?page=3'>Next &raquo;</a></div>",
      "http://a.com/list?page=2");
  EXPECT_EQ(found.next_url, "http://a.com/list?page=3");
  EXPECT_EQ(found.next_by, "link");
  EXPECT_EQ(found.parameter, "?page=");
  ASSERT_EQ(found.links.size(), 5U);
  EXPECT_EQ(found.links[0].role, LinkRole::kPrev);
  EXPECT_EQ(found.links[1].role, LinkRole::kPage);
  EXPECT_EQ(found.links[4].role, LinkRole::kNext);
}

TEST(PaginationTest, ThePageItselfIsNeverNext) {
  const Pagination found =
      found_on("<div class=pager><a href='/list?page=2'>1</a> <b>2</b> <a href='#'>Next</a></div>",
               "http://a.com/list?page=2");
  EXPECT_EQ(found.next_url, "");
}

TEST(PaginationTest, TheHeadMaySayWhatIsNext) {
  const Pagination found =
      found_on("<head><link rel=next href='/list?p=2'></head><body><p>Nothing here.</p>",
               "http://a.com/list");
  EXPECT_EQ(found.next_url, "http://a.com/list?p=2");
  EXPECT_EQ(found.next_by, "rel");
}

TEST(PaginationTest, AButtonForMoreIsForWhoCanClick) {
  const Pagination found = found_on("<button>Load more</button>", "http://a.com/");
  EXPECT_NE(found.more_button, dom::kNoNode);
  EXPECT_EQ(found.next_url, "");
}

TEST(PaginationTest, APageOfTextHasNone) {
  const Pagination found = found_on(
      "<p>In <a href=/wiki/1984>1984</a> he wrote <a href=/book>the next book</a>, on page 7.</p>",
      "http://a.com/wiki/Someone");
  EXPECT_EQ(found.next_url, "");
}

}  // namespace
}  // namespace weft::explore
