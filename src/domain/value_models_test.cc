// What solved sites teach of texts, and what one of them cannot.

#include "domain/value_models.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::domain {
namespace {

annotate::Domain shoes() {
  annotate::Domain domain{.name = "shoes"};
  domain.attributes = {{.name = "maker"}};
  return domain;
}

// Five pages with a maker in the first column, and something else in the second.
struct Shop {
  std::vector<model::Page> pages;
  SiteColumns columns;
  std::vector<std::vector<int32_t>> makers;

  Shop(const std::string& label, const std::vector<std::string>& names) {
    for (size_t i = 0; i < 5; ++i) {
      model::Page page{.id = std::to_string(i)};
      page.document = html::parse("<p><b>" + label + "</b> <i>" + names[i % names.size()] +
                                  "</i><p><u>number " + std::to_string(i * 37) + "</u>")
                          .document;
      pages.push_back(std::move(page));
    }
    std::vector<const model::Page*> pointers;
    for (const model::Page& page : pages) pointers.push_back(&page);
    columns = find_columns(pointers);
    makers.resize(1);
    for (size_t p = 0; p < pages.size(); ++p) {
      int32_t found = -1;
      for (uint32_t n = columns.page_begin[p]; n < columns.page_begin[p + 1]; ++n) {
        const std::string& text = columns.strings.text(columns.nodes[n].text);
        if (text == names[p % names.size()]) found = static_cast<int32_t>(n);
      }
      makers[0].push_back(found);
    }
  }

  void teach(const std::string& site, ValueModels& models) const {
    models.learn(site, columns, makers, shoes());
  }
  [[nodiscard]] double odds(const ValueModels& models, size_t text) const {
    return models.log_odds("maker", features_of(columns, columns.nodes[text]));
  }
};

TEST(ValueModelsTest, TextsOfAnotherSiteLookLikeWhatWasLearned) {
  ValueModels models;
  Shop("Brand:", {"Acme Shoes", "Boots Ltd"}).teach("one", models);
  Shop("Brand:", {"Acme Shoes", "Walker Inc"}).teach("two", models);
  const Shop next("Brand:", {"Runner Corp"});
  EXPECT_GT(next.odds(models, static_cast<size_t>(next.makers[0][0])), 1);
  EXPECT_LT(next.odds(models, next.columns.page_begin[1] - 1U), 0);
}

TEST(ValueModelsTest, WhatOneSiteOfSeveralSaysIsNotBelieved) {
  ValueModels models;
  Shop("Brand:", {"Acme Shoes"}).teach("one", models);
  Shop("Maker:", {"Boots Ltd"}).teach("two", models);
  EXPECT_LE(models.log_odds("maker", {"w:acme", "l:brand"}), 0);
  EXPECT_GT(models.log_odds("maker", {"s:Aa Aa"}), 0);
}

TEST(ValueModelsTest, ASiteIsForgottenAndReplaced) {
  ValueModels models;
  const Shop shop("Brand:", {"Acme Shoes"});
  shop.teach("one", models);
  shop.teach("one", models);
  EXPECT_TRUE(models.knows("one"));
  ValueModels other;
  other.merge(models);
  models.forget_site("one");
  EXPECT_TRUE(models.empty());
  EXPECT_TRUE(other.knows("one"));
  EXPECT_EQ(models.log_odds("maker", {"w:acme"}), 0);
}

TEST(ValueModelsTest, IsReadAsItWasWritten) {
  ValueModels models;
  Shop("Brand:", {"Acme Shoes"}).teach("one", models);
  const std::string text = dump_json(write_json(models));
  const auto again = read_json_text<ValueModels>(text, "memory");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(dump_json(write_json(*again)), text);
}

}  // namespace
}  // namespace weft::domain
