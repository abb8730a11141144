#include "mine/like.h"

#include "gtest/gtest.h"

namespace weft::mine {
namespace {

using model::ValueType;

Column column(const char* name, ValueType type, std::vector<const char*> texts) {
  Column made;
  made.name = name;
  made.type = type;
  for (const char* text : texts) made.cells.push_back({dom::kRoot, dom::kNoAtom, text});
  return made;
}

Region documents() {
  Region region;
  region.columns = {column("title", ValueType::kText, {"Annual report on water", "Law No. 7"}),
                    column("date", ValueType::kDate, {"2024-01-02", "2024-01-03"}),
                    column("url", ValueType::kUrl, {"/a", "/b"})};
  return region;
}

Region people() {
  Region region;
  region.columns = {
      column("title", ValueType::kText, {"Dr. Ann Dietra Owens, MD", "Doe, John"}),
      column("text", ValueType::kPhone, {"805-948-5093", "212-555-0100"}),
      column("link", ValueType::kUrl, {"mailto:ann@a.example", "mailto:jo@a.example"})};
  return region;
}

TEST(LikeTest, ChoosesTheListThatFits) {
  std::vector<Region> regions = {documents(), people()};
  take_wished(wishes_of("name, phone"), regions);
  EXPECT_EQ(regions[0].columns[1].type, ValueType::kPhone);
  take_wished(wishes_of("title, publication date"), regions);
  EXPECT_EQ(regions[0].columns[1].name, "date");
  take_wished(wishes_of("contact e-mail"), regions);
  EXPECT_EQ(regions[0].columns[1].type, ValueType::kPhone);
}

TEST(LikeTest, KeepsTheSurerListWhereNothingFits) {
  std::vector<Region> regions = {documents(), people()};
  take_wished(wishes_of("colour"), regions);
  EXPECT_EQ(regions[0].columns[1].name, "date");
}

TEST(LikeTest, SplitsNamesWhereAsked) {
  std::vector<Region> regions = {people()};
  take_wished(wishes_of("name, phone"), regions);
  EXPECT_EQ(regions[0].columns.size(), 3u);
  take_wished(wishes_of("firstName, last_name"), regions);
  ASSERT_EQ(regions[0].columns.size(), 5u);
  EXPECT_EQ(regions[0].columns[3].name, "first_name");
  EXPECT_EQ(regions[0].columns[3].cells[0].text, "Ann");
  EXPECT_EQ(regions[0].columns[4].cells[0].text, "Dietra Owens");
  EXPECT_EQ(regions[0].columns[3].cells[1].text, "John");
  EXPECT_EQ(regions[0].columns[4].cells[1].text, "Doe");
  take_wished(wishes_of("first name, last name"), regions);
  EXPECT_EQ(regions[0].columns.size(), 5u);
}

// A whole line may look like a name with five words.
TEST(LikeTest, SplitsTheColumnOfNamesNotOfLinesThatBeginWithThem) {
  Region region;
  region.columns = {column("text", ValueType::kText, {"Ann Owens Registrar", "Jo Doe Principal"}),
                    column("text_2", ValueType::kText, {"Ann Owens", "Jo Doe"}),
                    column("text_3", ValueType::kText, {"Registrar", "Principal"})};
  std::vector<Region> regions = {region};
  take_wished(wishes_of("first name, last name"), regions);
  ASSERT_EQ(regions[0].columns.size(), 5u);
  EXPECT_EQ(regions[0].columns[4].cells[0].text, "Owens");
  EXPECT_EQ(regions[0].columns[4].cells[1].text, "Doe");
}

}  // namespace
}  // namespace weft::mine
