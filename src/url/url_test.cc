#include "url/url.h"

#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"
#include "url/host.h"

namespace weft::url {
namespace {

std::string href(std::string_view input, std::string_view base = "") {
  if (base.empty()) {
    const auto url = Url::parse(input);
    return url.ok() ? url->href() : "failure";
  }
  const auto base_url = Url::parse(base);
  const auto url = Url::parse(input, &*base_url);
  return url.ok() ? url->href() : "failure";
}

TEST(UrlTest, WritesTheCanonicalForm) {
  EXPECT_EQ(href("  HTTPS://Example.COM:443/a/./b/../c d?x='y' #z`\n"),
            "https://example.com/a/c%20d?x=%27y%27%20#z%60");
  EXPECT_EQ(href("http://user:p@ss@h:8080\\x"), "http://user:p%40ss@h:8080/x");
  EXPECT_EQ(href("https://b\u00fccher.de/"), "https://xn--bcher-kva.de/");
  EXPECT_EQ(href("http://0x7f.1/"), "http://127.0.0.1/");
  EXPECT_EQ(href("http://[2001:DB8::0:0:1]/"), "http://[2001:db8::1]/");
  EXPECT_EQ(href("mailto:a b@c"), "mailto:a b@c");
  EXPECT_EQ(href("web+demo:/.//not-a-host/"), "web+demo:/.//not-a-host/");
}

TEST(UrlTest, ResolvesAsBrowsersDo) {
  const char* base = "http://a/b/c/d;p?q";
  EXPECT_EQ(href("g", base), "http://a/b/c/g");
  EXPECT_EQ(href("../../../g", base), "http://a/g");
  EXPECT_EQ(href("?y", base), "http://a/b/c/d;p?y");
  EXPECT_EQ(href("", base), "http://a/b/c/d;p?q");
  EXPECT_EQ(href("#s", base), "http://a/b/c/d;p?q#s");
  EXPECT_EQ(href("//g", base), "http://g/");
  EXPECT_EQ(href("\\\\host\\p", base), "http://host/p");
  EXPECT_EQ(href("http:g", base), "http://a/b/c/g");
  EXPECT_EQ(resolve("x.html", "https://s/y/z"), "https://s/y/x.html");
  EXPECT_EQ(resolve("x.html", ""), "");
}

TEST(UrlTest, RefusesWhatTheStandardRefuses) {
  for (const char* bad : {"", "//x", "http://", "http://a b/", "http://a:99999/", "http://[::1",
                          "http://1.2.3.256/", "http://user@/x", "http://%zz/", "https://x:y/"}) {
    EXPECT_FALSE(Url::parse(bad).ok()) << bad;
  }
}

TEST(UrlTest, SurvivesAnyBytes) {
  EXPECT_EQ(href("http://h/\xFF\xC3"), "http://h/%EF%BF%BD%EF%BF%BD");
  EXPECT_TRUE(Url::parse("http://h/" + std::string(100'000, '/') + "..").ok());
}

TEST(HostTest, FindsTheRegistrableDomain) {
  EXPECT_EQ(registrable_domain("www.shop.example.co.uk"), "example.co.uk");
  EXPECT_EQ(registrable_domain("co.uk"), "co.uk");
  EXPECT_EQ(registrable_domain("127.0.0.1"), "127.0.0.1");
}

// --- the Web Platform Tests, where the data set is at hand ---

std::string wpt_file(const char* name) {
  const char* data = std::getenv("WEFT_DATA");
  const char* home = std::getenv("HOME");
  const std::string root =
      data != nullptr ? data : std::string(home == nullptr ? "" : home) + "/.cache/weft-data";
  return root + "/conformance/url_wpt/tests/wpt/" + name;
}

nlohmann::json read_cases(const char* name) {
  std::ifstream file(wpt_file(name));
  return file ? nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
}

TEST(UrlConformanceTest, PassesTheWebPlatformTests) {
  int run = 0;
  for (const char* name :
       {"urltestdata.json", "ada_extra_urltestdata.json", "ada_long_urltestdata.json"}) {
    for (const auto& test : read_cases(name)) {
      if (!test.is_object() || !test.contains("input")) continue;
      const auto input = test["input"].get<std::string>();
      const std::string base =
          test.contains("base") && test["base"].is_string() ? test["base"].get<std::string>() : "";
      const auto base_url = Url::parse(base);
      if (!base.empty() && !base_url.ok()) {
        EXPECT_TRUE(test.contains("failure")) << base;
        continue;
      }
      ++run;
      const auto url = Url::parse(input, base.empty() ? nullptr : &*base_url);
      if (test.value("failure", false)) {
        EXPECT_FALSE(url.ok()) << input << " base " << base << " gave "
                               << (url.ok() ? url->href() : "");
        continue;
      }
      ASSERT_TRUE(url.ok()) << input << " base " << base;
      EXPECT_EQ(url->href(), test["href"].get<std::string>()) << input << " base " << base;
      EXPECT_EQ(url->host_and_port(), test.value("host", url->host_and_port())) << input;
      EXPECT_EQ(url->pathname(), test.value("pathname", url->pathname())) << input;
    }
  }
  if (run == 0) GTEST_SKIP() << "the data set 'conformance' is not here";
  EXPECT_GT(run, 500);
}

// Mapped by Unicode 16's UTS #46, refused or mapped otherwise by the Unicode 15 tables of Debian
// 12's ICU: U+180E, U+206B, U+04C0, U+2F868, U+2183, U+1E9E.
bool needs_newer_unicode(const std::string& input) {
  for (const char* character : {"\u180e", "\u206b", "\u04c0", "\U0002f868", "\u2183", "\u1e9e"}) {
    if (input.find(character) != std::string::npos) return true;
  }
  return false;
}

TEST(UrlConformanceTest, PassesTheToAsciiTests) {
  int run = 0;
  for (const auto& test : read_cases("toascii.json")) {
    if (!test.is_object() || !test.contains("input")) continue;
    if (needs_newer_unicode(test["input"].get<std::string>())) continue;
    ++run;
    const auto host = parse_host(test["input"].get<std::string>(), HostKind::kSpecial);
    if (test["output"].is_null()) {
      EXPECT_FALSE(host) << test["input"];
    } else {
      EXPECT_EQ(host.value_or("failure"), test["output"].get<std::string>()) << test["input"];
    }
  }
  if (run == 0) GTEST_SKIP() << "the data set 'conformance' is not here";
}

}  // namespace
}  // namespace weft::url
