#include "url/page_links.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::url {
namespace {

std::string slow(std::string_view link, std::string_view page) {
  const auto base = Url::parse(page);
  const auto url = Url::parse(link, base.ok() ? &*base : nullptr);
  return url.ok() ? url->href_without_fragment() : "none";
}

std::string fast(PageLinks& links, std::string_view link) {
  const auto found = links.resolve(link);
  return found ? std::string(found->href) : "none";
}

constexpr const char* kPages[] = {"https://shop.example/list/a;b?page=2#top",
                                  "http://shop.example",
                                  "http://user@shop.example/x",
                                  "https://shop.example:8443/a/b",
                                  "file:///tmp/page.html",
                                  "mailto:x",
                                  "no address"};

TEST(PageLinksTest, ResolveWhateverUrlsAreMadeOfAsTheParserDoes) {
  constexpr std::string_view kPieces[] = {"/",
                                          "//",
                                          ".",
                                          "..",
                                          "a",
                                          "B2",
                                          "?",
                                          "#",
                                          ":",
                                          ";",
                                          "%",
                                          "2e",
                                          "=",
                                          "&",
                                          "'",
                                          "\\",
                                          " ",
                                          "é",
                                          "@",
                                          "\t",
                                          "http",
                                          "<",
                                          "https://shop.example",
                                          "//",
                                          "|",
                                          "{",
                                          "javascript"};
  std::mt19937 random(1);
  for (const char* const page : kPages) {
    PageLinks links(page);
    for (int i = 0; i < 20000; ++i) {
      std::string link;
      for (size_t n = random() % 6; n-- > 0;) link += kPieces[random() % std::size(kPieces)];
      ASSERT_EQ(fast(links, link), slow(link, page)) << link << " on " << page;
    }
  }
}

TEST(PageLinksTest, KnowWhatIsOfThePagesOriginAndNeedsNoSecondLook) {
  PageLinks links(kPages[0]);
  EXPECT_TRUE(links.resolve("/cars/golf.html")->same_origin);
  EXPECT_TRUE(links.resolve("/cars/golf.html")->plain);
  EXPECT_FALSE(links.resolve("?page=3")->plain);
  EXPECT_FALSE(links.resolve("next")->plain && links.resolve(";s=1")->plain);
  EXPECT_TRUE(links.resolve("https://shop.example/%20")->same_origin);
  EXPECT_FALSE(links.resolve("https://shop.example.org/")->same_origin);
}

}  // namespace
}  // namespace weft::url
