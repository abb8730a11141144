#include "watch/repair/landmarks.h"

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "watch/repair/repair.h"

namespace weft::watch {
namespace {

constexpr int kLandmarkItems = 12;
constexpr const char* kLandmarkNouns[] = {"Lamp", "Chair", "Table", "Sofa",   "Desk", "Shelf",
                                          "Vase", "Bench", "Stool", "Mirror", "Bowl", "Clock"};

std::string landmark_title(int i) { return fmt::format("Oak {} {}", kLandmarkNouns[i], 30 + i); }

// Every price differs from visit to visit, by a few percent.
std::string price(int i, int visit) {
  const int cents = (2000 + 731 * i) * (100 + visit * (1 + i % 4)) / 100;
  return fmt::format("€ {}.{:02}", cents / 100, cents % 100);
}
std::string old_price(int i, int visit) {
  const int cents = (2000 + 731 * i) * (100 + visit * (1 + i % 4)) / 80;
  return fmt::format("€ {}.{:02}", cents / 100, cents % 100);
}

// One template then and now; `now` may use {title}, {price}, {old} and {json}.
class LandmarksTest : public ::testing::Test {
 protected:
  LandmarksTest() {
    schema_.attributes = {{.name = "title", .mandatory = true, .constant = true},
                          {.name = "price", .type = model::ValueType::kMoney, .mandatory = true}};
  }

  static std::string filled(const std::string& form, int i, int visit) {
    return fmt::format(fmt::runtime(form), fmt::arg("title", landmark_title(i)),
                       fmt::arg("price", price(i, visit)), fmt::arg("old", old_price(i, visit)),
                       fmt::arg("plain", price(i, visit).substr(4)));
  }

  void show(const std::string& then, const std::string& now) {
    std::vector<Seen> entities;
    for (int i = 0; i < kLandmarkItems; ++i) {
      old_.push_back(page(filled(then, i, 0), i));
      new_.push_back(page(filled(now, i, 2), i));
      known_.push_back({{"title", {landmark_title(i)}}, {"price", {price(i, 0)}}});
      entities.push_back({old_.back().id, "0", known_.back()});
    }
    for (int i = 0; i < kLandmarkItems; ++i) {
      searches_.push_back(std::make_unique<ValueSearch>(old_[i].document));
      searches_.push_back(std::make_unique<ValueSearch>(new_[i].document));
    }
    health_ = HealthModel::learn(entities, schema_);
  }

  static model::Page page(const std::string& html, int i) {
    return model::html_page(html, {.id = fmt::format("http://shop/{}", i)});
  }

  [[nodiscard]] Placement place() const {
    std::vector<ThenAndNow> pages;
    for (size_t i = 0; i < kLandmarkItems; ++i)
      pages.push_back({searches_[2 * i].get(), searches_[2 * i + 1].get(), &known_[i]});
    return place_by_landmarks(pages, *health_.find("price"), health_);
  }

  void expect_prices(const Placement& placed) {
    ASSERT_FALSE(placed.landmarks.empty());
    for (int i = 0; i < kLandmarkItems; ++i) EXPECT_EQ(placed.texts[i], price(i, 2)) << i;
  }

  model::Schema schema_;
  std::vector<model::Page> old_, new_;
  std::vector<Values> known_;
  std::vector<std::unique_ptr<ValueSearch>> searches_;
  HealthModel health_;
};

constexpr const char* kThen =
    "<h1>{title}</h1><table><tr><th>Was</th><td>{old}</td></tr><tr><th>Our price</th><td>{price}"
    "</td></tr></table><p>Delivery from € 4.00</p>";

TEST_F(LandmarksTest, ChangedPricesAreFoundByTheirLabel) {
  show(kThen,
       "<div><i>Our price</i> <b>{price}</b> <i>Was</i> <s>{old}</s></div><h2>{title}</h2>"
       "<p>Delivery from € 4.00</p>");
  expect_prices(place());
}

TEST_F(LandmarksTest, OfNestedElementsTheOneIsTakenThatLooksMostLikeAPrice) {
  show(kThen,
       "<h2>{title}</h2><div><strong><i>€</i> <i>{plain}</i></strong><button>Buy</button></div>"
       "<p>Delivery from € 4.00</p>");
  expect_prices(place());
}

TEST_F(LandmarksTest, ALabelInTheSameTextLeadsToTheRestOfIt) {
  show(kThen, "<h2>{title}</h2><ul><li>Was: {old}<li>Our price: {price}</ul>");
  const Placement placed = place();
  expect_prices(placed);
  EXPECT_TRUE(placed.places[0].span.has_value());
}

TEST_F(LandmarksTest, WithoutLabelsTheWayFromAConstantLeadsThere) {
  show("<h1>{title}</h1><b>{price}</b><s>{old}</s><p>Delivery from € 4.00</p>",
       "<div><div><h2>{title}</h2></div><div><em>In stock</em><span>{price}</span></div>"
       "<small>{old}</small></div>");
  expect_prices(place());
}

TEST_F(LandmarksTest, ThePriceBeforeTheReductionIsKinButNotTaken) {
  show("<h1>{title}</h1><b>{price}</b><s>{old}</s>", "<h1>{title}</h1><s>{old}</s><b>{price}</b>");
  const Placement placed = place();
  for (int i = 0; i < kLandmarkItems; ++i) EXPECT_NE(placed.texts[i], old_price(i, 2)) << i;
}

TEST_F(LandmarksTest, ARuleIsFoundThoughNoKnownPriceIsLeft) {
  show(kThen,
       "<div class=a><i>Our price</i> <b class=p>{price}</b> <i>Was</i> <s>{old}</s></div>"
       "<h2>{title}</h2><p>Delivery from € 4.00</p>");
  const model::Inducer inducer = *induce::find_inducer("rules");
  model::InducerInput learning{.schema = &schema_};
  for (const model::Page& one : old_) learning.pages.push_back(&one);
  for (int i = 0; i < 2; ++i)
    learning.labels.push_back({.page = old_[i].id, .attribute = "price", .value = price(i, 0)});
  const std::shared_ptr<const model::Wrapper> wrapper = std::move(inducer(learning)->wrapper);
  std::vector<model::Extraction> golden;
  for (size_t i = 0; i < kLandmarkItems; ++i) {
    model::Record record;
    for (const auto& [name, values] : known_[i]) record.set(name, model::Value::leaf(values[0]));
    golden.push_back({.page = old_[i].id, .records = {record}});
  }
  RepairInput input{wrapper, &health_, &schema_, {}, {"price"}, inducer};
  for (size_t i = 0; i < kLandmarkItems; ++i)
    input.pages.push_back({&new_[i], &golden[i], &old_[i]});
  const Repair done = repair(input);
  ASSERT_NE(done.attributes[0].state, RepairState::kRejected) << done.attributes[0].reason;
  for (size_t i = 0; i < kLandmarkItems; ++i) {
    const auto seen = seen_on(done.attributes[0].wrapper->apply(new_[i]));
    EXPECT_EQ(texts(seen.at(0).values, "price").at(0), price(static_cast<int>(i), 2));
  }
}

TEST_F(LandmarksTest, ValuesFromElsewhereStandInForThoseThatChanged) {
  show(kThen, "<div><b class=x>{old}</b><u class=y>{price}</u></div><h2>{title}</h2>");
  const model::Inducer inducer = *induce::find_inducer("rules");
  model::InducerInput learning{.schema = &schema_};
  for (const model::Page& one : old_) learning.pages.push_back(&one);
  for (int i = 0; i < 2; ++i)
    learning.labels.push_back({.page = old_[i].id, .attribute = "price", .value = price(i, 0)});
  const std::shared_ptr<const model::Wrapper> wrapper = std::move(inducer(learning)->wrapper);
  std::vector<model::Extraction> golden;
  std::vector<Values> today;
  for (int i = 0; i < kLandmarkItems; ++i) {
    model::Record record;
    record.set("price", model::Value::leaf(price(i, 0)));
    golden.push_back({.page = old_[i].id, .records = {record}});
    today.push_back({{"price", {price(i, 2)}}});
  }
  RepairInput input{wrapper, &health_, &schema_, {}, {"price"}, inducer};
  for (size_t i = 0; i < kLandmarkItems; ++i)
    input.pages.push_back({&new_[i], &golden[i], nullptr, &today[i]});
  const Repair done = repair(input);
  ASSERT_EQ(done.accepted(), 1U) << done.attributes[0].reason;
  const auto seen = seen_on(done.wrapper->apply(new_[5]));
  EXPECT_EQ(texts(seen.at(0).values, "price").at(0), price(5, 2));
}

}  // namespace
}  // namespace weft::watch
