#include "site/pins.h"

#include <filesystem>

#include "base/pointers.h"
#include "base/testing/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "site/learn.h"
#include "site/watch.h"
#include "site/watch_memory.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/tree/broom_wrapper.h"

namespace weft::site {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Eight pages with a price, learned, beside one that is crossed out.
class PinsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 8; ++i) before_.push_back(page(i, "now", "was"));
    learn();
  }

  static model::Page page(int i, const std::string& now, const std::string& was) {
    model::Page page;
    page.url = page.id = "http://shop.example/" + std::to_string(i);
    const std::string n = std::to_string(i);
    page.document = html::parse("<h1>Pen " + n + "</h1><p class=" + was + "><s>" + n +
                                ".75</s><p class=" + now + "><b>" + n + ".50</b>")
                        .document;
    return page;
  }

  void learn() {
    model::InducerInput input{.pages = pointers_to(before_)};
    for (const auto& [name, value] : {std::pair("name", "Pen 1"), std::pair("price", "1.50")})
      input.labels.push_back(
          {.page = before_[1].id, .record = "0", .attribute = name, .value = value});
    const auto learned = site::learn(input);
    ASSERT_TRUE(learned.ok()) << learned.error().message;
    const auto put =
        put_in_site(directory_, "pen", *learned->induced.wrapper, "learned", {}, before_);
    ASSERT_TRUE(put.ok()) << put.error().message;
    pinned_ = put->pinned;
  }

  [[nodiscard]] Bundle bundle() const { return *Bundle::open(directory_, Bundle::Mode::kWrite); }
  [[nodiscard]] std::string price(const model::Page& page) const {
    const model::Extraction found = (*bundle().wrapper("pen"))->apply(page);
    const model::Value* value = found.records.empty() ? nullptr : found.records[0].find("price");
    return value == nullptr ? "" : value->text;
  }

  const TempFolder temporary_;
  const std::string directory_ = temporary_ / "shop.site";
  std::vector<model::Page> before_;
  std::set<std::string> pinned_;
};

TEST_F(PinsTest, WhatIsLearnedAgainDoesNotReplaceThem) {
  EXPECT_EQ(price(before_[3]), "3.50");
  Bundle site = bundle();
  ASSERT_TRUE(pin_rule(site, "pen", "price", ".was s").ok());
  EXPECT_EQ(price(before_[3]), "3.75");
  learn();
  EXPECT_THAT(pinned_, ElementsAre("price"));
  EXPECT_EQ(price(before_[3]), "3.75");
  EXPECT_FALSE(site.put_wrapper("pen", wrap::BroomWrapper({})).ok());
  ASSERT_TRUE(unpin_rule(site, "pen", "price").ok());
  EXPECT_EQ(price(before_[3]), "3.50");
  EXPECT_FALSE(unpin_rule(site, "pen", "price").ok());
}

TEST_F(PinsTest, ALearnedRuleIsPinnedByItsNumber) {
  Bundle site = bundle();
  ASSERT_TRUE(pin_rule(site, "pen", "price", "1").ok());
  EXPECT_EQ(price(before_[3]), "3.50");
  EXPECT_THAT(pinned_attributes(**site.wrapper("pen")), ElementsAre("price"));
  EXPECT_FALSE(pin_rule(site, "pen", "price", "99").ok());
}

TEST_F(PinsTest, WhatFindsNothingOrIsNoRuleIsRefused) {
  Bundle site = bundle();
  for (const char* refused : {".nothing", "//b[", "count(//b)"})
    EXPECT_FALSE(pin_rule(site, "pen", "price", refused).ok()) << refused;
  EXPECT_EQ(price(before_[3]), "3.50");
}

TEST_F(PinsTest, TheyAreWatchedAndNotRepaired) {
  Bundle site = bundle();
  ASSERT_TRUE(pin_rule(site, "pen", "price", ".was s").ok());
  const auto known = load_watched(site, {});
  ASSERT_TRUE(known.ok() && known->size() == 1);
  const auto watch = [&](const std::string& now, const std::string& was) {
    std::vector<ReadPage> fresh;
    for (int i = 0; i < 8; ++i)
      fresh.push_back(
          {.key = before_[i].url, .page = std::make_shared<const model::Page>(page(i, now, was))});
    WatchedNow seen = watch_template(known->front(), fresh, true);
    repair_template(seen, {});
    return seen;
  };
  EXPECT_EQ(watch("now", "was").verdict().health, watch::Health::kHealthy);
  const WatchedNow broken = watch("now", "before");
  EXPECT_EQ(broken.verdict().health, watch::Health::kBroken);
  EXPECT_EQ(broken.repair.wrapper, nullptr);
  EXPECT_THAT(broken.verdict().advice, HasSubstr("price is pinned"));
  ASSERT_NE(broken.repair.find("price"), nullptr);
  EXPECT_THAT(broken.repair.find("price")->reason, HasSubstr("pinned"));
}

}  // namespace
}  // namespace weft::site
