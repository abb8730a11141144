#include "watch/health/health_model.h"

#include "base/json.h"
#include "gtest/gtest.h"

namespace weft::watch {
namespace {

model::Schema schema() {
  model::Schema schema;
  schema.attributes = {{.name = "price", .type = model::ValueType::kMoney, .mandatory = true},
                       {.name = "title", .constant = true},
                       {.name = "stock"}};
  return schema;
}

std::vector<Seen> shop() {
  std::vector<Seen> entities;
  const char* const nouns[] = {"Lamp", "Chair", "Table", "Sofa", "Desk", "Shelf"};
  for (int i = 0; i < 24; ++i) {
    Seen seen{"p" + std::to_string(i), "0", {}};
    seen.values["price"] = {"€ " + std::to_string(100 + 37 * i) + ".50"};
    seen.values["title"] = {"Oak " + std::string(nouns[i % 6]) + " " + std::to_string(200 + i)};
    if (i % 4 != 0) seen.values["stock"] = {i % 2 == 0 ? "In stock" : "Sold out"};
    entities.push_back(std::move(seen));
  }
  return entities;
}

TEST(HealthModelTest, LearnsPresenceTypeAndDistinctness) {
  const HealthModel model = HealthModel::learn(shop(), schema());
  EXPECT_DOUBLE_EQ(model.find("price")->presence, 1);
  EXPECT_DOUBLE_EQ(model.find("price")->typed, 1);
  EXPECT_DOUBLE_EQ(model.find("stock")->presence, 0.75);
  EXPECT_DOUBLE_EQ(model.find("title")->distinct, 1);
  EXPECT_LT(model.find("stock")->distinct, 0.2);
  EXPECT_EQ(model.find("colour"), nullptr);
}

TEST(HealthModelTest, LikeValuesFitAndOthersDoNot) {
  const HealthModel model = HealthModel::learn(shop(), schema());
  EXPECT_GT(model.find("price")->fit("€ 999.50"), 0.8);
  EXPECT_EQ(model.find("price")->fit("Add to basket"), 0);
  EXPECT_GT(model.find("title")->fit("Oak Bench 300"), 0.8);
  EXPECT_LT(model.find("title")->fit("Sign up for our newsletter and never miss an offer again"),
            0.6);
  EXPECT_EQ(model.find("stock")->fit("Sold out"), 1);
}

TEST(HealthModelTest, PatternsKeepFrequentWordsLiterally) {
  const HealthModel model = HealthModel::learn(shop(), schema());
  EXPECT_EQ(model.find("title")->starts.patterns()[0].text, "Oak Capitalised");
  EXPECT_EQ(model.find("price")->starts.patterns()[0].text, "€ NUMBER");
  EXPECT_EQ(model.find("title")->ends.patterns()[0].text, "NUMBER Capitalised");
}

TEST(HealthModelTest, TheKeyIsTheConstantThatTellsEntitiesApart) {
  EXPECT_EQ(HealthModel::learn(shop(), schema()).key_attribute(), "title");
}

TEST(HealthModelTest, SeveralRecordsPerPageAreNoticed) {
  std::vector<Seen> entities = shop();
  EXPECT_FALSE(HealthModel::learn(entities, schema()).many_records());
  for (Seen& seen : entities) seen.page = "list";
  EXPECT_TRUE(HealthModel::learn(entities, schema()).many_records());
}

TEST(HealthModelTest, SurvivesJson) {
  const HealthModel model = HealthModel::learn(shop(), schema());
  const auto again = read_json<HealthModel>(write_json(model), "health model");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(write_json(*again).dump(), write_json(model).dump());
  EXPECT_FALSE(
      read_json<HealthModel>({{"weft", "health"}, {"attributes", 3}}, "health model").ok());
  EXPECT_FALSE(
      read_json<HealthModel>({{"weft", "health"}, {"attributes", {1, 2}}}, "health model").ok());
}

// The old rule took the rooms where the area was missing.
TEST(HealthModelTest, BorrowedValuesDoNotTeachTheGuard) {
  std::vector<Seen> entities;
  for (int i = 0; i < 40; ++i) {
    const std::string rooms = std::to_string(1 + i % 4);
    const std::string area = i % 10 == 0 ? rooms : fmt::format("{} m²", 50 + i);
    entities.push_back({fmt::format("p{}", i), "0", {{"rooms", {rooms}}, {"area", {area}}}});
  }
  const HealthModel model = HealthModel::learn(entities, {});
  EXPECT_TRUE(model.find("area")->guard.lets_pass("120 m²"));
  EXPECT_FALSE(model.find("area")->guard.lets_pass("3"));
  EXPECT_TRUE(model.find("rooms")->guard.lets_pass("3"));
  const auto again = read_json<HealthModel>(write_json(model), "health model");
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->find("area")->guard.lets_pass("3"));
}

TEST(HealthModelTest, ABareNumberAmongAreasIsNone) {
  std::vector<Seen> entities;
  for (int i = 0; i < 40; ++i) {
    const std::string area = i % 10 == 0 ? std::to_string(1 + i % 4) : fmt::format("{} m²", 50 + i);
    entities.push_back({fmt::format("p{}", i), "0", {{"area", {area}}}});
  }
  const HealthModel model = HealthModel::learn(entities, {});
  EXPECT_TRUE(model.find("area")->guard.lets_pass("120 m²"));
  EXPECT_FALSE(model.find("area")->guard.lets_pass("3"));
}

}  // namespace
}  // namespace weft::watch
