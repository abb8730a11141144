#include "crawl/filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::crawl {
namespace {

using ::testing::HasSubstr;

Result<std::string> no_lists(const std::string& name) {
  if (name == "black.txt") return std::string("# spam\nspam.example\nads.example\n");
  return Error{ErrorCode::kNotFound, "no list " + name};
}

Filters rules(std::string_view text) { return *Filters::parse(text, "rules", no_lists); }

bool accepts(const Filters& filters, std::string_view url, uint32_t depth = 0,
             FilterStage stage = FilterStage::kEnqueue) {
  const auto parsed = url::Url::parse(url);
  return filters.judge(stage, {.url = *parsed, .depth = depth}).accepted;
}

TEST(FiltersTest, DefaultsWantPagesAndDocumentsOnly) {
  const Filters& filters = Filters::defaults();
  EXPECT_TRUE(accepts(filters, "http://h/a"));
  EXPECT_TRUE(accepts(filters, "https://h/a.html?x=b.jpg"));
  EXPECT_TRUE(accepts(filters, "https://h/paper.pdf"));
  EXPECT_FALSE(accepts(filters, "https://h/a.JPG"));
  EXPECT_FALSE(accepts(filters, "ftp://h/a"));
  const auto url = url::Url::parse("http://h/");
  EXPECT_FALSE(
      filters.judge(FilterStage::kDownload, {.url = *url, .media_type = "video/mp4"}).accepted);
  EXPECT_TRUE(
      filters.judge(FilterStage::kDownload, {.url = *url, .media_type = "text/html"}).accepted);
}

TEST(FiltersTest, TheFirstRuleThatMatchesDecides) {
  const Filters filters =
      rules("[enqueue]\nallow path /a/keep\ndeny path /a/\nallow regex .\ndeny host h\n");
  EXPECT_TRUE(accepts(filters, "http://h/a/keep/x"));
  EXPECT_FALSE(accepts(filters, "http://h/a/x"));
  EXPECT_TRUE(accepts(filters, "http://h/b"));
}

TEST(FiltersTest, HostsIncludeThoseBelowThem) {
  const Filters filters = rules("[enqueue]\nonly host example.com *.example.org\n");
  EXPECT_TRUE(accepts(filters, "http://example.com/"));
  EXPECT_TRUE(accepts(filters, "http://a.b.example.com/"));
  EXPECT_TRUE(accepts(filters, "http://x.example.org/"));
  EXPECT_FALSE(accepts(filters, "http://notexample.com/"));
  EXPECT_FALSE(accepts(filters, "http://com/"));
}

TEST(FiltersTest, ReadsListsAndRegexesAndDepths) {
  const Filters filters =
      rules("[enqueue]\ndeny host @black.txt\ndeny regex [?&]sort= /print/\nonly depth <= 2\n");
  EXPECT_FALSE(accepts(filters, "http://www.spam.example/"));
  EXPECT_FALSE(accepts(filters, "http://h/?a=1&sort=x"));
  EXPECT_FALSE(accepts(filters, "http://h/print/1"));
  EXPECT_TRUE(accepts(filters, "http://h/", 2));
  EXPECT_FALSE(accepts(filters, "http://h/", 3));
}

TEST(FiltersTest, RulesAboutTheUnknownArePassedOver) {
  const Filters filters = rules(
      "[download]\nonly type text/* application/pdf\ndeny length > 1K\ndeny status >= 400\n"
      "[parse]\nonly language en de\n");
  const auto url = url::Url::parse("http://h/");
  const auto ask = [&](FilterStage stage, FilterFacts facts) {
    return filters.judge(stage, facts).accepted;
  };
  EXPECT_TRUE(ask(FilterStage::kDownload, {.url = *url}));
  EXPECT_TRUE(ask(FilterStage::kDownload, {.url = *url, .media_type = "text/html", .bytes = 1024}));
  EXPECT_FALSE(ask(FilterStage::kDownload, {.url = *url, .bytes = 1025}));
  EXPECT_FALSE(ask(FilterStage::kDownload, {.url = *url, .media_type = "image/png"}));
  EXPECT_FALSE(ask(FilterStage::kDownload, {.url = *url, .status = 404}));
  EXPECT_TRUE(ask(FilterStage::kParse, {.url = *url}));
  EXPECT_TRUE(ask(FilterStage::kParse, {.url = *url, .language = "en-gb"}));
  EXPECT_FALSE(ask(FilterStage::kParse, {.url = *url, .language = "fr"}));
}

TEST(FiltersTest, StagesNotMentionedKeepTheDefaults) {
  const Filters filters = rules("[save]\ndeny type text/html\n");
  EXPECT_FALSE(accepts(filters, "https://h/a.jpg"));
}

TEST(FiltersTest, SaysWhichRuleDecided) {
  const Filters filters = rules("[enqueue]\n\n  deny   path /x\n");
  const auto url = url::Url::parse("http://h/x");
  EXPECT_EQ(filters.judge(FilterStage::kEnqueue, {.url = *url}).rule, "enqueue: deny   path /x");
}

TEST(FiltersTest, ErrorsNameTheLine) {
  const auto error = [](std::string_view text) {
    const auto filters = Filters::parse(text, "rules", no_lists);
    return filters.ok() ? std::string() : filters.error().message;
  };
  EXPECT_THAT(error("deny host x\n"), HasSubstr("rules:1: a rule before"));
  EXPECT_THAT(error("[enqueue]\nrefuse host x\n"), HasSubstr("rules:2: 'refuse'"));
  EXPECT_THAT(error("[enqueue]\ndeny colour x\n"), HasSubstr("'colour' is none of"));
  EXPECT_THAT(error("[enqueue]\ndeny type x\n"), HasSubstr("type is not known before enqueue"));
  EXPECT_THAT(error("[enqueue]\ndeny regex (\n"), HasSubstr("rules:2: '('"));
  EXPECT_THAT(error("[enqueue]\ndeny host @missing\n"), HasSubstr("no list missing"));
  EXPECT_THAT(error("[enqueue]\nonly depth two\n"), HasSubstr("is not a number"));
  EXPECT_THAT(error("[enqueue]\nonly depth\n"), HasSubstr("without a value"));
  EXPECT_THAT(error("[fetch]\n"), HasSubstr("no stage [fetch]"));
}

}  // namespace
}  // namespace weft::crawl
