#include "domain/draft.h"

#include <fmt/format.h>

#include "annotate/domain.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::domain {
namespace {

using ::testing::ElementsAre;

TEST(DraftTest, ExamplesBecomeADescriptionThatCanBeRead) {
  std::vector<model::Extraction> examples(1);
  for (int i = 0; i < 8; ++i) {
    model::Record& record = examples[0].records.emplace_back();
    record.set("name", model::Value::leaf(fmt::format("Lamp \"{}\"", i)));
    record.set("price", model::Value::leaf(fmt::format("{}.50 EUR", i + 1)));
    record.set("light colour", model::Value::leaf(i % 2 == 0 ? "warm" : "cold"));
  }
  const std::string draft = draft_domain("lamps", {}, examples);
  const auto domain = annotate::parse_domain(draft, "lamps", annotate::shipped_domain);
  ASSERT_TRUE(domain.ok()) << domain.error().message << "\n" << draft;
  ASSERT_EQ(domain->attributes.size(), 3U);
  EXPECT_TRUE(domain->attributes[0].subject);
  EXPECT_EQ(domain->attributes[1].type, annotate::EntityType::kMoney);
  EXPECT_TRUE(domain->attributes[1].mandatory);
  EXPECT_THAT(domain->attributes[2].terms, ElementsAre("cold", "warm"));
}

TEST(DraftTest, ASchemaAloneWillDo) {
  const model::Schema schema{
      .name = "Book",
      .attributes = {{.name = "title"}, {.name = "published", .type = model::ValueType::kDate}}};
  const auto domain =
      annotate::parse_domain(draft_domain("books", schema, {}), "books", annotate::shipped_domain);
  ASSERT_TRUE(domain.ok()) << domain.error().message;
  EXPECT_EQ(domain->record, "Book");
  EXPECT_EQ(domain->attributes[1].type, annotate::EntityType::kDate);
}

}  // namespace
}  // namespace weft::domain
