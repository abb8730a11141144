#include "watch/health/comparison.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "watch/health/fields.h"

namespace weft::watch {
namespace {

// A list page: records of title, price and brand.
model::Extraction list(const std::string& page, int first, int count, const std::string& price) {
  model::Extraction extraction;
  extraction.page = page;
  for (int i = first; i < first + count; ++i) {
    model::Record record;
    record.id = std::to_string(i - first);
    record.set("title", model::Value::leaf("Oak chair number " + std::to_string(i)));
    record.set("price", model::Value::leaf(price + std::to_string(20 + i)));
    record.set("brand", model::Value::leaf(i % 2 == 0 ? "Nord" : "Alba"));
    extraction.records.push_back(std::move(record));
  }
  return extraction;
}

class ListComparisonTest : public ::testing::Test {
 protected:
  void SetUp() override {
    schema_.attributes = {{.name = "title", .mandatory = true, .constant = true},
                          {.name = "price", .type = model::ValueType::kMoney},
                          {.name = "brand", .constant = true}};
    golden_ = {list("/1", 0, 10, "€ "), list("/2", 10, 10, "€ ")};
    health_ = HealthModel::learn(seen_on(golden_), schema_);
  }

  model::Schema schema_;
  std::vector<model::Extraction> golden_;
  HealthModel health_;
};

TEST_F(ListComparisonTest, EntitiesAreFoundAgainOnOtherPages) {
  // The list has moved by five: what was on page 2 begins page 1 now.
  const auto compared =
      compare_entities(golden_, {list("/1", 5, 10, "€ "), list("/2", 15, 10, "€ ")}, health_);
  EXPECT_TRUE(health_.many_records());
  EXPECT_EQ(compared.before_count, 20u);
  EXPECT_EQ(compared.pairs.size(), 15u);
  for (const AttributeHealth& health : health_.attributes())
    EXPECT_EQ(test_field(health, compared).health, Health::kHealthy) << health.name;
}

TEST_F(ListComparisonTest, AColumnThatWasSwappedIsNoticed) {
  std::vector<model::Extraction> fresh = {list("/1", 0, 10, "€ "), list("/2", 10, 10, "€ ")};
  for (auto& extraction : fresh) {
    for (auto& record : extraction.records) record.set("brand", *record.find("price"));
  }
  const auto compared = compare_entities(golden_, fresh, health_);
  EXPECT_EQ(test_field(*health_.find("brand"), compared).health, Health::kBroken);
  EXPECT_EQ(test_field(*health_.find("title"), compared).health, Health::kHealthy);
}

TEST_F(ListComparisonTest, AUnitThatIsLostIsNoticed) {
  const std::vector<model::Extraction> fresh = {list("/1", 0, 10, ""), list("/2", 10, 10, "")};
  const auto compared = compare_entities(golden_, fresh, health_);
  const AttributeVerdict verdict = test_field(*health_.find("price"), compared);
  EXPECT_NE(verdict.health, Health::kHealthy);
  EXPECT_NE(std::find(verdict.evidence.begin(), verdict.evidence.end(),
                      "20 of 20 values are written as none was"),
            verdict.evidence.end());
}

// A model whose attribute has two usual values, and pages with and without it.
class OddValuesTest : public ::testing::Test {
 protected:
  static Seen page(size_t number, const std::string& value) {
    Seen seen;
    seen.page = "/" + std::to_string(number);
    seen.values["care"] = {value};
    return seen;
  }

  void SetUp() override {
    std::vector<Seen> entities;
    for (size_t i = 0; i < 20; ++i) {
      const bool advert = i % 5 == 0;
      entities.push_back(page(i, advert       ? "Oak Jacket " + std::to_string(i)
                                 : i % 2 == 0 ? "wash cold"
                                              : "wash by hand"));
    }
    schema_.attributes = {{.name = "care", .constant = true}};
    health_ = HealthModel::learn(entities, schema_);
    for (const Seen& seen : entities) comparison_.pairs.push_back({seen, seen});
  }

  AttributeVerdict verdict() {
    comparison_.now.clear();
    for (const Pairing& pair : comparison_.pairs) comparison_.now.push_back(pair.now);
    return test_field(*health_.find("care"), comparison_);
  }

  model::Schema schema_;
  HealthModel health_;
  Comparison comparison_;
};

TEST_F(OddValuesTest, WhatARuleTookOnPagesWithoutTheAttributeMayChange) {
  for (size_t i = 0; i < 20; i += 5) comparison_.pairs[i].now.values["care"] = {"Pro Kettle 706"};
  EXPECT_EQ(verdict().health, Health::kHealthy);
}

TEST_F(OddValuesTest, UsualValuesMayNot) {
  for (size_t i = 1; i < 20; i += 5) comparison_.pairs[i].now.values["care"] = {"Pro Kettle 706"};
  EXPECT_NE(verdict().health, Health::kHealthy);
}

TEST(EditedOverlapTest, EditsAndNumbersInOtherWordsCount) {
  const auto type = model::ValueType::kText;
  EXPECT_EQ(edited_overlap({"two large eggs", "a pinch of salt"},
                           {"two large eggs", "a small pinch of salt"}, type),
            1);
  EXPECT_EQ(edited_overlap({"4 servings"}, {"Serves 4"}, type), 1);
  EXPECT_EQ(edited_overlap({"4 servings"}, {"Serves 6"}, type), 0);
  EXPECT_EQ(edited_overlap({"two large eggs", "salt"}, {"Home", "About us"}, type), 0);
}

}  // namespace
}  // namespace weft::watch
