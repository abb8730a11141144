#include "url/canonical.h"

#include "gtest/gtest.h"

namespace weft::url {
namespace {

TEST(CanonicalTest, DropsWhatOnlyTracksTheVisitor) {
  const auto form = [](const char* text, const CanonicalOptions& options = {}) {
    return canonical(*Url::parse(text), options);
  };
  EXPECT_EQ(form("http://H/a;jsessionid=1?b=2&utm_source=x&a=1&PHPSESSID=9#f"),
            "http://h/a?b=2&a=1");
  EXPECT_EQ(form("http://h/?utm_source=x"), "http://h/");
  EXPECT_EQ(form("http://h/a/?b=2&a=1", {.sort_query = true, .drop_trailing_slash = true}),
            "http://h/a?a=1&b=2");
  EXPECT_EQ(form("http://www.h/", {.drop_www = true}), "http://h/");
  EXPECT_EQ(form("http://h/?id=1&view=2", {.drop_parameters = {"view"}}), "http://h/?id=1");
}

}  // namespace
}  // namespace weft::url
