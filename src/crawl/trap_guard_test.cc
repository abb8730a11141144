#include "crawl/trap_guard.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::crawl {
namespace {

using ::testing::ElementsAre;

url::Url parse(std::string_view text) { return *url::Url::parse(text); }

std::vector<std::string> patterns_of(std::string_view text) { return url_patterns(parse(text)); }

TEST(UrlPatternsTest, GeneraliseWhatLooksLikeData) {
  EXPECT_THAT(patterns_of("http://h/calendar/2016/12"), ElementsAre("h/calendar/N/N"));
  EXPECT_THAT(patterns_of("http://h/p/red-shoe-for-men"), ElementsAre("h/p/*"));
  EXPECT_THAT(patterns_of("http://h/about"), ElementsAre("h/about"));
  EXPECT_THAT(patterns_of("http://h/"), ElementsAre("h/"));
  EXPECT_THAT(patterns_of("http://h/item12b.html"), ElementsAre("h/itemNb.html"));
}

TEST(UrlPatternsTest, TakeQueryParametersOneByOne) {
  EXPECT_THAT(patterns_of("http://h/s?in=shop&id=7&p=3"), ElementsAre("h/s?id=N", "h/s?p=N"));
  EXPECT_THAT(patterns_of("http://h/s?colour=red&size=l"),
              ElementsAre("h/s?colour=red", "h/s?size=l"));
  EXPECT_THAT(patterns_of("http://h/s?a=1&b=2&a=3"), ElementsAre("h/s?a=N", "h/s?b=N", "h/s?~"));
  EXPECT_THAT(patterns_of("http://h/s?"), ElementsAre("h/s"));
}

TEST(UrlPatternsTest, CutPathsThatRepeatThemselves) {
  EXPECT_THAT(patterns_of("http://h/a/b/a/b/a/b"), ElementsAre("h/a/b/~"));
  EXPECT_EQ(patterns_of("http://h/a/b/a/b"), patterns_of("http://h/a/b/a/b/a/b/a/"));
}

// Fetches pages of a made-up site until the guard refuses; at most `most`.
template <typename Page>
int fetched(TrapGuard& guard, int most, const Page& page) {
  for (int i = 0; i < most; ++i) {
    const auto [address, html] = page(i);
    const url::Url url = parse(address);
    if (!guard.admits(url)) return i;
    guard.note(url, html::parse(html).document);
  }
  return most;
}

std::pair<std::string, std::string> calendar(int i) {
  constexpr const char* kMonths[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};
  std::string cells;
  for (int day = 1; day <= 28; ++day) cells += fmt::format("<td>{}</td>", day);
  return {fmt::format("http://h/calendar/{}/{}", 2016 + i / 12, i % 12 + 1),
          fmt::format("<h1>{} {}</h1><table><tr>{}</tr></table><a href=x>next</a>", kMonths[i % 12],
                      2016 + i / 12, cells)};
}

std::pair<std::string, std::string> product(int i) {
  // The boilerplate is much larger than what is new.
  return {fmt::format("http://h/product/{}", i),
          fmt::format("<nav>{}</nav><h1>A {} {} of wood</h1><p class=price>{} EUR</p>",
                      std::string(3000, 'n'), std::string(1 + i % 23, char('a' + i % 26)),
                      std::string(1 + i / 23 % 29, char('a' + i / 7 % 26)), i)};
}

TEST(TrapGuardTest, CalendarsStarve) {
  TrapGuard guard;
  EXPECT_LT(fetched(guard, 1000, calendar), 100);
  EXPECT_EQ(guard.starving_pattern(parse("http://h/calendar/2099/1")), "h/calendar/N/N");
  EXPECT_TRUE(guard.admits(parse("http://h/product/1")));
  EXPECT_TRUE(guard.admits(parse("http://other/calendar/2099/1")));
}

TEST(TrapGuardTest, CataloguesDoNot) {
  TrapGuard guard;
  EXPECT_EQ(fetched(guard, 600, product), 600);
}

TEST(TrapGuardTest, FacetsStarve) {
  TrapGuard guard;
  const auto facet = [](int i) {
    std::string items;
    for (int k = 0; k < 10; ++k) items += fmt::format("<li>Item {}</li>", (k + i) % 10);
    return std::pair(fmt::format("http://h/search?colour={}&size={}&sort=x{}", i % 5, i % 7, i),
                     fmt::format("<ul>{}</ul>", items));
  };
  EXPECT_LT(fetched(guard, 2000, facet), 200);
}

TEST(TrapGuardTest, ATrapBehindACommonParameterDoesNotTakeTheSiteAlong) {
  TrapGuard guard;
  const int calendars = fetched(guard, 1000, [](int i) {
    auto [url, html] = calendar(i);
    return std::pair(fmt::format("http://h/index.php?site=main&date={}", i), html);
  });
  EXPECT_LT(calendars, 200);
  const int products = fetched(guard, 300, [](int i) {
    auto [url, html] = product(i);
    return std::pair(fmt::format("http://h/index.php?site=main&id={}", i), html);
  });
  EXPECT_EQ(products, 300);
}

TEST(TrapGuardTest, PagesWithoutAnythingStarveToo) {
  TrapGuard guard({.allowance = 10});
  for (int i = 0; i < 10; ++i) guard.note_barren(parse(fmt::format("http://h/err/{}", i)));
  EXPECT_FALSE(guard.admits(parse("http://h/err/11")));
}

TEST(TrapGuardTest, CreditsSurviveARestart) {
  TrapGuard guard;
  fetched(guard, 1000, calendar);
  TrapGuard restarted;
  ASSERT_TRUE(restarted.merge_json(guard.to_json()).ok());
  EXPECT_FALSE(restarted.admits(parse("http://h/calendar/2099/1")));
  EXPECT_FALSE(restarted.merge_json("{}").ok());
  EXPECT_FALSE(restarted.merge_json(R"({"format":"weft-traps","patterns":[1]})").ok());
}

TEST(TrapGuardTest, SeveralSpendFromOneCredit) {
  const auto url = parse("http://h/calendar/2099/1");
  const TrapOptions options{.allowance = 50};
  TrapGuard first(options);
  TrapGuard second(options);
  std::string file;
  const auto share = [&](TrapGuard& guard) {
    EXPECT_TRUE(file.empty() || guard.merge_json(file).ok());
    file = guard.to_json();
    guard.note_shared();
  };
  for (int i = 0; i < 10; ++i) first.note_barren(url);
  for (int i = 0; i < 20; ++i) second.note_barren(url);
  share(first);
  share(second);
  for (int i = 0; i < 15; ++i) first.note_barren(url);
  share(first);
  share(second);
  share(first);  // Nothing is counted twice.
  const std::string pattern = url_patterns(url).front();
  for (const TrapGuard* guard : {&first, &second}) {
    EXPECT_EQ(guard->patterns().at(pattern).credit, 5);
    EXPECT_EQ(guard->patterns().at(pattern).pages, 45U);
    EXPECT_TRUE(guard->admits(url));
  }
  for (int i = 0; i < 5; ++i) second.note_barren(url);
  share(second);
  share(first);
  EXPECT_FALSE(first.admits(url)) << "what the second has spent counts for the first";
}

TEST(TrapGuardTest, KeepsItsBounds) {
  TrapGuard guard({.max_patterns = 100, .max_templates = 10});
  for (int i = 0; i < 500; ++i) {
    const std::string name(static_cast<size_t>(1 + i / 26), static_cast<char>('a' + i % 26));
    guard.note(parse(fmt::format("http://h/{}", name)),
               html::parse(fmt::format("<{0}>x</{0}><p class={0}>", name)).document);
  }
  EXPECT_EQ(guard.patterns().size(), 100U);
}

}  // namespace
}  // namespace weft::crawl
