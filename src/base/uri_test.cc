#include "base/uri.h"

#include "gtest/gtest.h"

namespace weft {
namespace {

struct Case {
  const char* reference;
  const char* target;
};

// RFC 3986, 5.4.1 and 5.4.2, all of them; the base is http://a/b/c/d;p?q.
constexpr Case kRfcCases[] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g/"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
};

TEST(UriTest, ResolvesTheExamplesOfTheRfc) {
  for (const Case& c : kRfcCases) {
    EXPECT_EQ(resolve_uri("http://a/b/c/d;p?q", c.reference), c.target) << c.reference;
  }
}

TEST(UriTest, ReadsWhatStandsInPages) {
  EXPECT_EQ(resolve_uri("http://A.example/x/", " caf\xC3\xA9 bar.html\n"),
            "http://a.example/x/caf%C3%A9%20bar.html");
  EXPECT_EQ(resolve_uri("https://a.example/x", "\\img\\1.png"), "https://a.example/img/1.png");
  EXPECT_EQ(resolve_uri("", "mailto:A@B.example"), "mailto:A@B.example");
  EXPECT_EQ(resolve_uri("", "HTTP://A.example"), "http://a.example/");
}

TEST(UriTest, KnowsNoAbsoluteUriWithoutABase) {
  EXPECT_EQ(resolve_uri("", "img/1.png"), "");
  EXPECT_EQ(resolve_uri("page.html", "img/1.png"), "");
}

TEST(UriTest, FindsTheHost) {
  EXPECT_EQ(host_of("user:pw@WWW.Example.org:8080"), "www.example.org");
  EXPECT_EQ(host_of("[::1]:80"), "[::1]");
  EXPECT_EQ(host_of(""), "");
}

}  // namespace
}  // namespace weft
