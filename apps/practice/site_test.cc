#include "practice/site.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "dom/text.h"
#include "html/parser.h"
#include "practice/domain.h"

namespace weft::practice {
namespace {

// Everything a value may be compared with: the texts of nodes, of elements, and attribute values.
struct Texts {
  std::multiset<std::string> nodes;
  std::set<std::string> elements;
  std::set<std::string> attributes;
  std::string all;
};

Texts texts_of(const std::string& html) {
  const auto parsed = html::parse(html, {.transport_charset = "utf-8"});
  const dom::Document& doc = parsed.document;
  Texts texts;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.is_text(n)) texts.nodes.insert(normalize_space(doc.text(n)));
    if (!doc.is_element(n)) continue;
    if (doc.subtree_size(n) < 12) texts.elements.insert(dom::normalized_text(doc, n));
    for (uint32_t i = 0; i < doc.attribute_count(n); ++i)
      texts.attributes.insert(std::string(doc.attribute_at(n, i).value));
  }
  texts.all = dom::normalized_text(doc, dom::kRoot);
  return texts;
}

bool stands_on(const TruthValue& value, const Texts& texts) {
  switch (value.form) {
    case ValueForm::kNode:
      return texts.nodes.count(value.text) != 0;
    case ValueForm::kSpans:
      return texts.elements.count(value.text) != 0;
    case ValueForm::kPart:
      return texts.all.find(value.text) != std::string::npos;
    case ValueForm::kAttribute:
      return texts.attributes.count(value.text) != 0;
  }
  return false;
}

// The bytes of the page that the truth points at show the value.
bool stands_at(const TruthValue& value, const std::string& html) {
  const std::string shown = html.substr(value.begin, value.end - value.begin);
  if (value.form == ValueForm::kAttribute)
    return shown.starts_with('<') && shown.find(value.text) != std::string::npos;
  const auto parsed = html::parse(shown, {.transport_charset = "utf-8"});
  return dom::normalized_text(parsed.document, dom::kRoot) == value.text;
}

// Every true value stands on its page in the form and place it claims; returns how many were looked
// at.
size_t expect_truth_on_pages(const Options& options) {
  size_t values = 0;
  for (const Page& page : generate(options).pages) {
    const Texts texts = texts_of(page.html);
    for (const TruthRecord& record : page.records) {
      for (const TruthValue& value : record.values) {
        EXPECT_TRUE(stands_on(value, texts) && stands_at(value, page.html))
            << page.url << ": " << value.attribute << " = " << value.text;
        ++values;
      }
    }
  }
  return values;
}

TEST(PracticeSiteTest, IsTheSameForTheSameOptions) {
  const Site a = generate({.domain = Domain::kCars, .seed = 3});
  const Site b = generate({.domain = Domain::kCars, .seed = 3});
  ASSERT_EQ(a.pages.size(), b.pages.size());
  for (size_t i = 0; i < a.pages.size(); ++i) EXPECT_EQ(a.pages[i].html, b.pages[i].html);
  EXPECT_NE(generate({.domain = Domain::kCars, .seed = 4}).pages[1].html, a.pages[1].html);
}

TEST(PracticeSiteTest, HasTheTemplatesOfASite) {
  const Site site = generate({.domain = Domain::kShop, .seed = 1, .items = 50, .page_size = 10});
  std::map<std::string, size_t> pages;
  std::set<std::string> urls;
  for (const Page& page : site.pages) {
    ++pages[page.template_name];
    urls.insert(page.url);
  }
  EXPECT_EQ(pages["home"], 1u);
  EXPECT_GE(pages["list"], 5u);
  EXPECT_EQ(pages["detail"], 50u);
  EXPECT_EQ(pages["static"], 3u);
  EXPECT_EQ(urls.size(), site.pages.size());
  EXPECT_EQ(site.find("/"), &site.pages.front());
}

TEST(PracticeSiteTest, TruthStandsOnThePageInEveryDomainAndDesign) {
  size_t values = 0;
  for (const Domain domain : kDomains) {
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      values += expect_truth_on_pages(
          {.domain = domain, .seed = seed, .items = 8, .nested = seed % 2 == 0});
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(values, 5'000u);
}

TEST(PracticeSiteTest, TruthStandsOnThePageAfterEveryRedesign) {
  for (const Domain domain : {Domain::kShop, Domain::kEstate, Domain::kCars}) {
    for (size_t kind = 0; kind < kRedesignKindCount; ++kind) {
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        expect_truth_on_pages({.domain = domain,
                               .seed = seed,
                               .items = 4,
                               .redesigns = {{static_cast<RedesignKind>(kind), seed}}});
        if (HasFailure()) return;
      }
    }
  }
}

TEST(PracticeSiteTest, CrossedRecordsKeepTheirTruth) {
  const Options options{.domain = Domain::kShop, .seed = 5, .items = 20, .crossed = true};
  EXPECT_GT(expect_truth_on_pages(options), 100u);
}

TEST(PracticeSiteTest, EveryRedesignChangesPagesAndKeepsTheItems) {
  for (const Domain domain : {Domain::kShop, Domain::kEstate, Domain::kCars}) {
    for (uint64_t site_seed = 1; site_seed <= 4; ++site_seed) {
      const Site before = generate({.domain = domain, .seed = site_seed, .items = 12});
      for (size_t kind = 0; kind < kRedesignKindCount; ++kind) {
        const Redesign redesign{static_cast<RedesignKind>(kind), 1};
        const Site after =
            generate({.domain = domain, .seed = site_seed, .items = 12, .redesigns = {redesign}});
        ASSERT_EQ(before.pages.size(), after.pages.size());
        size_t changed = 0;
        for (size_t i = 0; i < before.pages.size(); ++i) {
          ASSERT_EQ(before.pages[i].url, after.pages[i].url);
          ASSERT_EQ(before.pages[i].records.size(), after.pages[i].records.size());
          changed += before.pages[i].html != after.pages[i].html ? 1 : 0;
        }
        EXPECT_GT(changed, 0u) << name_of(redesign.kind) << " of " << name_of(domain) << site_seed;
      }
    }
  }
}

TEST(PracticeSiteTest, OffersAtLeastSixtyDistinctRedesigns) {
  std::set<std::string> distinct;
  for (size_t kind = 0; kind < kRedesignKindCount; ++kind) {
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      const Site site =
          generate({.seed = 2, .items = 6, .redesigns = {{static_cast<RedesignKind>(kind), seed}}});
      std::string all;
      for (const Page& page : site.pages) all += page.html;
      distinct.insert(all);
    }
  }
  EXPECT_GE(distinct.size(), 60u);
}

TEST(PracticeSiteTest, DriftChangesPricesButNoConstantValueOfAnItem) {
  const Site before = generate({.domain = Domain::kShop, .seed = 2, .items = 30});
  const Site after = generate({.domain = Domain::kShop, .seed = 2, .items = 30, .drift = 3});
  size_t prices_changed = 0;
  for (const Page& page : before.pages) {
    if (page.template_name != "detail") continue;
    const Page* again = after.find(std::string_view(page.url).substr(before.origin.size()));
    ASSERT_NE(again, nullptr) << page.url;
    const TruthRecord& old_record = page.records.front();
    const TruthRecord& new_record = again->records.front();
    for (const AttributeSpec& spec : attributes_of(Domain::kShop)) {
      const TruthValue* was = old_record.find(spec.name);
      const TruthValue* is = new_record.find(spec.name);
      ASSERT_EQ(was == nullptr, is == nullptr) << spec.name;
      if (was != nullptr && spec.constant) {
        EXPECT_EQ(was->text, is->text);
      }
    }
    prices_changed += old_record.find("price")->text != new_record.find("price")->text ? 1 : 0;
  }
  EXPECT_GT(prices_changed, 5u);
}

TEST(PracticeSiteTest, ReadsRedesignsFromText) {
  EXPECT_EQ(*parse_redesign("moved-blocks:7"), (Redesign{RedesignKind::kMovedBlocks, 7}));
  EXPECT_EQ(parse_redesign("language")->seed, 1u);
  EXPECT_FALSE(parse_redesign("moved-blocks:x").ok());
  EXPECT_FALSE(parse_redesign("sparkles").ok());
  EXPECT_FALSE(find_named<Domain>("zoo", "domain").ok());
}

}  // namespace
}  // namespace weft::practice
