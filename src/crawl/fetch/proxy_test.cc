#include "crawl/fetch/proxy.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include <fmt/format.h>

namespace weft::crawl {
namespace {

std::string proxy_for(const ProxyRules& rules, const std::string& url) {
  return rules.proxy_for(*url::Url::parse(url));
}

TEST(ProxyRulesTest, TheEnvironmentSaysWhichAndForWhom) {
  for (const char* name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                           "no_proxy", "NO_PROXY", "HTTP_PROXY"})
    unsetenv(name);
  setenv("HTTP_PROXY", "http://from-a-request/", 1);
  EXPECT_EQ(proxy_for(ProxyRules::from_environment(), "http://a.example/"), "");
  setenv("http_proxy", "http://proxy:3128", 1);
  setenv("ALL_PROXY", "socks5://socks:1080", 1);
  setenv("no_proxy", ".inside.example, other.example:8080", 1);
  const ProxyRules rules = ProxyRules::from_environment();
  for (const char* name : {"http_proxy", "ALL_PROXY", "no_proxy", "HTTP_PROXY"}) unsetenv(name);
  EXPECT_EQ(proxy_for(rules, "http://a.example/"), "http://proxy:3128");
  EXPECT_EQ(proxy_for(rules, "https://a.example/"), "socks5://socks:1080");
  EXPECT_EQ(proxy_for(rules, "http://inside.example/"), "");
  EXPECT_EQ(proxy_for(rules, "http://deep.inside.example/"), "");
  EXPECT_EQ(proxy_for(rules, "http://outinside.example/"), "http://proxy:3128");
  EXPECT_EQ(proxy_for(rules, "http://other.example:8080/"), "");
  EXPECT_EQ(proxy_for(rules, "http://other.example/"), "http://proxy:3128");
}

TEST(ProxyRulesTest, OfSeveralAHostAlwaysGetsTheSame) {
  const ProxyRules rules = ProxyRules::all({"http://one", "http://two"});
  std::set<std::string> used;
  for (int i = 0; i < 20; ++i) {
    const std::string url = fmt::format("http://h{}.example/", i);
    EXPECT_EQ(proxy_for(rules, url), proxy_for(rules, url + "other"));
    used.insert(proxy_for(rules, url));
  }
  EXPECT_EQ(used.size(), 2U);
}

}  // namespace
}  // namespace weft::crawl
