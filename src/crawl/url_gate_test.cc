#include "crawl/url_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawl/fetch/robots.h"
#include "crawl/plan/focus.h"

namespace weft::crawl {
namespace {

using ::testing::ElementsAre;

TEST(UrlContextTest, TravelsAsText) {
  const UrlContext context{.redirects = 3, .list = true, .way = {1.5F, -0.25F}};
  EXPECT_EQ(context.encode(), "r3 l s1.5 s-0.25");
  const UrlContext back = UrlContext::decode(context.encode());
  EXPECT_EQ(back.redirects, 3U);
  EXPECT_TRUE(back.list);
  EXPECT_THAT(back.way, ElementsAre(1.5F, -0.25F));
  EXPECT_EQ(UrlContext{}.encode(), "");
  EXPECT_THAT(UrlContext::decode("  x sNo r l9 s2").way, ElementsAre(2.0F));
}

Refusal admit(UrlGate& gate, std::string_view url, uint32_t depth = 1) {
  FrontierUrl out;
  return gate.admit({.url = url, .depth = depth}, out);
}

TEST(UrlGateTest, KeepsTheScopeOfTheSeeds) {
  UrlGate host({.scope = CrawlScope::kHost}, Filters::defaults(), nullptr);
  ASSERT_TRUE(host.add_seed("https://www.example.co.uk/a").ok());
  EXPECT_EQ(admit(host, "http://www.example.co.uk/b"), Refusal::kNone);
  EXPECT_EQ(admit(host, "http://shop.example.co.uk/b"), Refusal::kScope);
  UrlGate domain({.scope = CrawlScope::kDomain}, Filters::defaults(), nullptr);
  ASSERT_TRUE(domain.add_seed("https://www.example.co.uk/a").ok());
  EXPECT_EQ(admit(domain, "http://shop.example.co.uk/b"), Refusal::kNone);
  EXPECT_EQ(admit(domain, "http://other.co.uk/"), Refusal::kScope);
  UrlGate any({.scope = CrawlScope::kAny}, Filters::defaults(), nullptr);
  EXPECT_EQ(admit(any, "http://other.co.uk/"), Refusal::kNone);
  EXPECT_FALSE(any.add_seed("mailto:a@b").ok());
}

TEST(UrlGateTest, SaysWhyAUrlIsRefused) {
  UrlGate gate({.scope = CrawlScope::kAny, .max_url = 50}, Filters::defaults(), nullptr);
  EXPECT_EQ(admit(gate, "http://h/", 2), Refusal::kNone);
  EXPECT_EQ(admit(gate, "http://h/", 3), Refusal::kDepth);
  EXPECT_EQ(admit(gate, "http://h/a.jpg"), Refusal::kFilter);
  EXPECT_EQ(admit(gate, "http://h/" + std::string(50, 'x')), Refusal::kMalformed);
  EXPECT_EQ(admit(gate, "nonsense"), Refusal::kMalformed);
}

TEST(UrlGateTest, GivesTheCanonicalFormWithoutSecrets) {
  UrlGate gate({.scope = CrawlScope::kAny}, Filters::defaults(), nullptr);
  FrontierUrl out;
  ASSERT_EQ(
      gate.admit({.url = "http://me:secret@H:80/a?utm_source=x&q=1#top", .parent = "http://p/"},
                 out),
      Refusal::kNone);
  EXPECT_EQ(out.url, "http://h/a?q=1");
  EXPECT_EQ(out.host, "h");
  EXPECT_EQ(out.parent, "http://p/");
}

// (5.1) with k = 2: the URL's own signals and α times those of two ancestors.
TEST(UrlGateTest, OrdersFocusedCrawlsByTheWordsOnTheWay) {
  FocusModel model;
  model.weights["public"] = 4;
  model.weights["staff"] = 2;
  model.hops = 2;
  model.alpha = 0.5;
  FocusOrder order(CrawlPolicy::kSignals, model);
  UrlGate gate({.scope = CrawlScope::kAny, .max_depth = 9, .order = &order}, Filters::defaults(),
               nullptr);
  std::string page = "http://h/";
  UrlContext context;
  std::vector<double> priorities;
  for (const char* anchor : {"Staff", "Publications", "Next", "Next", "Next"}) {
    FrontierUrl out;
    page += "x";  // Each links to the next.
    ASSERT_EQ(gate.admit({.url = page, .anchor = anchor, .parent_context = &context}, out),
              Refusal::kNone);
    priorities.push_back(out.priority);
    context = UrlContext::decode(out.context);
  }
  EXPECT_THAT(priorities, ElementsAre(2, 4 + 0.5 * 2, 0.5 * (4 + 2), 0.5 * 4, 0));
}

TEST(RobotsCacheTest, RemembersForgetsAndJudgesFailures) {
  RobotsCache cache({.keep = std::chrono::hours(1), .max_origins = 4});
  const RobotsCache::Time now;
  const auto settle = [&](const std::string& origin, int status, const std::string& body) {
    FetchResult result;
    result.url = cache.begin(origin, now);
    result.http_status = status;
    result.message = "HTTP/1.1 " + std::to_string(status) + " X\r\n\r\n" + body;
    EXPECT_EQ(cache.advance(origin, result, now), std::nullopt);
  };
  EXPECT_EQ(cache.state("http://a", now), RobotsCache::State::kUnknown);
  settle("http://a", 200, "User-agent: *\nDisallow: /x\n");
  EXPECT_EQ(cache.state("http://a", now), RobotsCache::State::kKnown);
  EXPECT_FALSE(cache.allows("http://a", "http://a/x"));
  EXPECT_TRUE(cache.allows("http://a", "http://a/y"));
  EXPECT_EQ(cache.state("http://a", now + std::chrono::hours(2)), RobotsCache::State::kUnknown);
  settle("http://b", 404, "Disallow: /");
  EXPECT_TRUE(cache.allows("http://b", "http://b/x"));
  settle("http://c", 503, "");
  EXPECT_EQ(cache.state("http://c", now), RobotsCache::State::kUnreachable);
  EXPECT_FALSE(cache.allows("http://c", "http://c/x"));
  for (int i = 0; i < 20; ++i) settle("http://h" + std::to_string(i), 404, "");
  EXPECT_LE(cache.size(), 4U);
}

TEST(RobotsCacheTest, FollowsFiveRedirectsAndNoMore) {
  RobotsCache cache({});
  FetchResult result;
  result.url = cache.begin("http://a", {});
  result.http_status = 301;
  result.message = "HTTP/1.1 301 X\r\nLocation: /elsewhere\r\n\r\n";
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(cache.advance("http://a", result, {}), "http://a/elsewhere");
  EXPECT_EQ(cache.advance("http://a", result, {}), std::nullopt);
  EXPECT_TRUE(cache.allows("http://a", "http://a/x"));
}

}  // namespace
}  // namespace weft::crawl
