#include "crawl/fetch/page_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::crawl {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;

PageLinks signals_of(std::string_view html, std::string_view url = "https://h.example/a/b") {
  return read_page_links(html::parse(html).document, url);
}

auto link(const std::string& url, const std::string& anchor) {
  return AllOf(Field("url", &PageLink::url, url), Field("anchor", &PageLink::anchor, anchor));
}

TEST(PageLinksTest, FindsLinksWithTheirWords) {
  EXPECT_THAT(
      signals_of("<a href='c#x'> Our\n <b>papers</b></a><a href=/d><img alt='A map'></a>"
                 "<a href='?q' title=Search></a><map><area href=e alt=East></map>")
          .links,
      ElementsAre(link("https://h.example/a/c", "Our papers"), link("https://h.example/d", "A map"),
                  link("https://h.example/a/b?q", "Search"),
                  link("https://h.example/a/e", "East")));
}

TEST(PageLinksTest, LeavesOutWhatCannotBeCrawled) {
  EXPECT_THAT(
      signals_of("<a href='javascript:x()'>x</a><a href=mailto:a@b>m</a><a href='#top'>t</a>"
                 "<a name=n>n</a><a href='http://[bad'>b</a><link rel=stylesheet href=s.css>"
                 "<svg><a href=z>z</a></svg>")
          .links,
      ElementsAre());
}

TEST(PageLinksTest, TheFirstBaseCountsForAllLinks) {
  const PageLinks page =
      signals_of("<body><a href=x>x</a><base href='/other/'><base href='/third/'><a href=y>y</a>");
  EXPECT_THAT(page.links, ElementsAre(link("https://h.example/other/x", "x"),
                                      link("https://h.example/other/y", "y")));
}

TEST(PageLinksTest, ReadsCanonicalLanguageFeedsAndRefresh) {
  const PageLinks page = signals_of(
      "<html lang=en-GB><link rel='CANONICAL' href='/c'><link rel=alternate "
      "type='application/rss+xml' href=/feed><link rel=next href=?page=2>"
      "<meta http-equiv=Refresh content=\"0; URL='/new'\">");
  EXPECT_EQ(page.canonical, "https://h.example/c");
  EXPECT_EQ(page.language, "en-gb");
  ASSERT_EQ(page.links.size(), 3U);
  EXPECT_EQ(page.links[0].kind, LinkKind::kFeed);
  EXPECT_EQ(page.links[1].kind, LinkKind::kRelation);
  EXPECT_EQ(page.links[2].kind, LinkKind::kRefresh);
  EXPECT_EQ(page.links[2].url, "https://h.example/new");
}

TEST(PageLinksTest, ObeysDirectivesForAllAndForUs) {
  EXPECT_TRUE(signals_of("<meta name=robots content='NoIndex,follow'>").robots.noindex);
  EXPECT_TRUE(signals_of("<meta name=weft content=nofollow>").robots.nofollow);
  EXPECT_FALSE(signals_of("<meta name=googlebot content=nofollow>").robots.nofollow);
  EXPECT_TRUE(signals_of("<a href=x rel='external nofollow'>x</a>").links[0].nofollow);
}

TEST(PageLinksTest, ReadsXRobotsTag) {
  const auto read = [](std::string_view value) {
    RobotsDirectives directives;
    directives.add(value, "weft");
    return std::vector<bool>{directives.noindex, directives.nofollow, directives.noarchive};
  };
  EXPECT_EQ(read("noindex, nofollow"), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(read("none"), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(read("otherbot: noindex, nofollow"), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(read("otherbot: noindex, WEFT: noarchive"), (std::vector<bool>{false, false, true}));
  EXPECT_EQ(read("max-snippet: 20, noindex"), (std::vector<bool>{true, false, false}));
  EXPECT_EQ(read("unavailable_after: Tue, 12 Mar 2024 14:30:05 GMT"),
            (std::vector<bool>{false, false, false}));
}

TEST(PageLinksTest, KeepsTheLimitOfLinks) {
  std::string html;
  for (int i = 0; i < 20; ++i) html += "<a href=" + std::to_string(i) + ">x</a>";
  const PageLinks page =
      read_page_links(html::parse(html).document, "http://h/", {.max_links = 10});
  EXPECT_EQ(page.links.size(), 10U);
  EXPECT_TRUE(page.truncated);
}

}  // namespace
}  // namespace weft::crawl
