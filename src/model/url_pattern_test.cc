#include "model/url_pattern.h"

#include <string>
#include <vector>

#include <re2/re2.h>

#include "gtest/gtest.h"

namespace weft::model {
namespace {

std::vector<std::string> many(const std::string& before, const std::string& after, int count = 12) {
  std::vector<std::string> urls;
  for (int i = 0; i < count; ++i) urls.push_back(before + std::to_string(i * 37 + 1) + after);
  return urls;
}

TEST(UrlPatternTest, KeepsWhatIsSharedAndOpensWhatVaries) {
  EXPECT_EQ(learn_url_pattern(many("http://shop.example/product/", "/detail.html")),
            "https?://shop\\.example/product/\\d+/detail\\.html");
  EXPECT_EQ(learn_url_pattern(std::vector<std::string>{"http://a.example/p/red-shoe.html",
                                                       "http://a.example/p/hat.html",
                                                       "http://a.example/p/Blue_Coat.html"}),
            "https?://a\\.example/p/[^/?#]+\\.html");
}

TEST(UrlPatternTest, NeverCutsANumberInTwo) {
  // All begin with 978 because ISBNs do; that is data.
  EXPECT_EQ(learn_url_pattern(many("http://b.example/isbn/978", "", 30)),
            "https?://b\\.example/isbn/\\d+");
}

TEST(UrlPatternTest, KeepsQueryKeysInOrder) {
  EXPECT_EQ(learn_url_pattern(many("http://b.example/t?sku=", "&x=1")),
            "https?://b\\.example/t\\?sku=\\d+&x=1");
  auto mixed = many("http://b.example/t?sku=", "");
  mixed.push_back("http://b.example/t");
  EXPECT_EQ(learn_url_pattern(mixed), "https?://b\\.example/t(?:\\?.*)?");
}

TEST(UrlPatternTest, OffersAlternativesOnlyWhenEachIsWellBacked) {
  auto urls = many("http://s.example/hats/", "");
  const auto shoes = many("http://s.example/shoes/", "");
  urls.insert(urls.end(), shoes.begin(), shoes.end());
  EXPECT_EQ(learn_url_pattern(urls), "https?://s\\.example/(?:hats|shoes)/\\d+");
  urls.push_back("http://s.example/gloves/1");
  EXPECT_EQ(learn_url_pattern(urls), "https?://s\\.example/[^/?#]+/\\d+");
}

TEST(UrlPatternTest, FewUrlsDoNotMakeTheirNumbersTemplate) {
  EXPECT_EQ(learn_url_pattern(std::vector<std::string>{"http://s.example/item/77"}),
            "https?://s\\.example/item/\\d+");
}

TEST(UrlPatternTest, OpensTheMiddleWhenDepthsDiffer) {
  EXPECT_EQ(learn_url_pattern(std::vector<std::string>{"http://s.example/shop/a/b/view",
                                                       "http://s.example/shop/c/view"}),
            "https?://s\\.example/shop/[^?#]*/view");
}

TEST(UrlPatternTest, SaysNothingWithoutUrlsOrWithSeveralHosts) {
  EXPECT_EQ(learn_url_pattern({}), "");
  EXPECT_EQ(learn_url_pattern(std::vector<std::string>{"page.html"}), "");
  EXPECT_EQ(learn_url_pattern(std::vector<std::string>{"http://a.example/", "http://b.example/"}),
            "");
}

TEST(UrlPatternTest, LongUrlsGiveUpLiteralsFromTheRight) {
  std::string path;
  for (int i = 0; i < 100; ++i) path += "/section";
  const auto pattern =
      learn_url_pattern(many("http://l.example" + path + "/", ""), {.max_length = 100});
  EXPECT_LE(pattern.size(), 100u);
  EXPECT_TRUE(RE2::FullMatch("http://l.example" + path + "/5", pattern));
}

TEST(UrlPatternTest, MatchesEveryUrlItWasLearnedFrom) {
  const std::vector<std::vector<std::string>> sets = {
      {"http://x.example/a.b+c/(1)", "http://x.example/a.b+c/(2)*"},
      {"http://x.example", "http://x.example/?q", "http://x.example/a?q=1&r=2"},
      {"HTTP://X.example/\xC3\xA9t\xC3\xA9?a", "http://x.example/?a=b=c",
       "https://x.example/%20?a"},
      {"http://x.example//", "http://x.example///"},
  };
  for (const auto& urls : sets) {
    const std::string pattern = learn_url_pattern(urls);
    for (const auto& url : urls)
      EXPECT_TRUE(RE2::FullMatch(url_for_matching(url), pattern)) << url << " " << pattern;
  }
}

TEST(UrlPatternTest, SpecificityCountsLiterals) {
  EXPECT_EQ(url_pattern_specificity("a\\.b/\\d+/[^/?#]+"), 5u);
}

}  // namespace
}  // namespace weft::model
