#include "site/explore_site.h"

#include <gmock/gmock.h>

namespace weft::site {
namespace {

using ::testing::ElementsAre;

model::Record record(const std::string& text, const std::string& address) {
  model::Record made;
  made.set("text", model::Value::leaf(text));
  if (!address.empty()) made.set("link", model::Value::leaf(address, {"/html/body/a/@href", {}}));
  return made;
}

model::Extraction page(std::vector<model::Record> records) {
  model::Extraction made;
  made.records = std::move(records);
  return made;
}

TEST(RecordsOnceTest, ARecordIsKnownAgainByThePageItAloneLinksTo) {
  RecordsOnce once;
  EXPECT_THAT(
      once.take(page({record("Golf", "1.html"), record("Polo", "2.html")}), "http://a.com/used/"),
      ElementsAre(1, 1));
  EXPECT_THAT(once.take(page({record("Advert Golf", "/used/1.html"), record("Up", "3.html")}),
                        "http://a.com/used/?page=2"),
              ElementsAre(0, 1));
  EXPECT_THAT(once.take(page({record("Golf", "1.html")}), "http://a.com/new/"), ElementsAre(1));
}

TEST(RecordsOnceTest, WithoutSuchAPageItIsKnownByItsValues) {
  RecordsOnce once;
  const auto both = page({record("Golf", "/contact"), record("Polo", "/contact")});
  EXPECT_THAT(once.take(both, "http://a.com/1"), ElementsAre(1, 1));
  model::Extraction again = page({record("Polo", "/contact"), record("Up", "/contact")});
  once.leave_new(again, "http://a.com/2");
  ASSERT_EQ(again.records.size(), 1U);
  EXPECT_EQ(again.records[0].find("text")->text, "Up");
}

}  // namespace
}  // namespace weft::site
