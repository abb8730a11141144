#include "model/template_matcher.h"

#include <string>
#include <vector>

#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::model {
namespace {

using dom::testing::tree;

Page page_at(const std::string& url, const std::string& text) {
  Page result;
  result.id = result.url = url;
  result.document = tree(text);
  return result;
}

const char* const kProduct = "html(body(h1.t('x') p.price('1') ul(li li) div(span span)))";
const char* const kList = "html(body(table(tbody(tr(td td) tr(td td))) a a a form(input)))";

Template rule(const std::string& id, const std::string& pattern, const std::string& like,
              double importance, uint8_t fixed = 0xFF) {
  Template result;
  result.name = id;
  result.url_pattern = pattern;
  result.importance = importance;
  result.signature =
      dom::MaskedShingle::of(dom::shingle_vector(tree(like), result.shingles), fixed);
  return result;
}

TEST(TemplateMatcherTest, TheUrlComesFirst) {
  const auto matcher = TemplateMatcher::build(
      {rule("p", "https?://s/p/\\d+", kProduct, 10), rule("l", "https?://s/l/\\d+", kProduct, 99)});
  ASSERT_TRUE(matcher.ok());
  const TemplateMatch match = matcher->match(page_at("http://S/p/17#top", kProduct));
  EXPECT_EQ(match.index, 0u);
  EXPECT_EQ(match.kind, TemplateMatchKind::kSignature);
  EXPECT_EQ(match.candidates.size(), 1u);
}

TEST(TemplateMatcherTest, UninterestingUrlsNeedNoPage) {
  const auto matcher = TemplateMatcher::build({rule("p", "https?://s/p/\\d+", kProduct, 10)});
  EXPECT_FALSE(matcher->interesting("http://s/about"));
  EXPECT_FALSE(matcher->interesting("http://s/p/17/reviews"));  // The whole URL must match.
  EXPECT_TRUE(matcher->interesting("https://s/p/3"));
  EXPECT_EQ(matcher->match(page_at("http://s/about", kProduct)).kind, TemplateMatchKind::kUrl);
}

TEST(TemplateMatcherTest, TheSignatureComesSecondAndImportanceThird) {
  const auto matcher =
      TemplateMatcher::build({rule("list", "", kList, 500), rule("narrow", "", kProduct, 20),
                              rule("wide", "", kProduct, 70, 0x3F)});
  const TemplateMatch match = matcher->match(page_at("", kProduct));
  EXPECT_EQ(matcher->templates()[match.index].name, "wide");
  EXPECT_EQ(match.candidates.size(), 3u);
  EXPECT_EQ(match.candidates[1].index, 1u);
}

TEST(TemplateMatcherTest, TakesTheNearestWhenNoneCoversAndSaysSo) {
  Template near = rule("near", "", kProduct, 1);
  near.signature.packed ^= 0xFF;  // One byte differs.
  const auto lenient = TemplateMatcher::build({near, rule("far", "", kList, 100)});
  const TemplateMatch match = lenient->match(page_at("", kProduct));
  EXPECT_EQ(match.kind, TemplateMatchKind::kNearest);
  EXPECT_EQ(match.index, 0u);
  EXPECT_DOUBLE_EQ(match.agreement, 7.0 / 8);

  const auto strict = TemplateMatcher::build({near}, {.min_agreement = 2});
  EXPECT_EQ(strict->match(page_at("", kProduct)).kind, TemplateMatchKind::kNone);
}

TEST(TemplateMatcherTest, ATemplateWithoutSignatureFitsEveryPage) {
  Template any;
  any.name = "any";
  const auto matcher = TemplateMatcher::build({any});
  EXPECT_EQ(matcher->match(page_at("http://x/", kList)).index, 0u);
}

TEST(TemplateMatcherTest, ATemplateThatAsksForNothingTakesWhatIsLeft) {
  Template any, near = rule("near", "", kProduct, 1);
  any.name = "others";
  any.importance = 99;
  near.signature.packed ^= 0xFF;  // One byte differs.
  const auto matcher = TemplateMatcher::build({any, near});
  EXPECT_EQ(matcher->match(page_at("", kProduct)).index, 1u) << "nearly is better than anything";
  EXPECT_EQ(matcher->match(page_at("", kList)).index, 0u);
}

TEST(TemplateMatcherTest, NamesTheTemplateWithABadPattern) {
  const auto matcher = TemplateMatcher::build({rule("t7", "http://(", kProduct, 1)});
  ASSERT_FALSE(matcher.ok());
  EXPECT_EQ(matcher.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(matcher.error().message.find("t7"), std::string::npos);
}

TEST(TemplateMatcherTest, NoTemplatesMatchNothing) {
  const auto matcher = TemplateMatcher::build({});
  EXPECT_EQ(matcher->match(page_at("http://x/", kList)).kind, TemplateMatchKind::kNone);
}

TEST(TemplateMatcherTest, AThousandPatternsAreOneMatch) {
  std::vector<Template> rules;
  for (int i = 0; i < 1000; ++i) {
    rules.push_back(rule("t" + std::to_string(i),
                         "https?://s" + std::to_string(i) + "\\.example/p/\\d+", kProduct, 1));
  }
  const auto matcher = TemplateMatcher::build(std::move(rules));
  ASSERT_TRUE(matcher.ok());
  EXPECT_EQ(matcher->match_url("http://s517.example/p/9"), std::vector<uint32_t>{517});
}

}  // namespace
}  // namespace weft::model
