// Watching and repairing a small shop with the real inducer.

#include "watch/repair/repair.h"

#include <fmt/format.h>

#include "base/json.h"
#include "dom/path.h"
#include "dom/text.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "watch/found_values.h"
#include "watch/health/assess.h"
#include "watch/health/fields.h"
#include "wrap/kinds.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::watch {
namespace {

constexpr const char* kNouns[] = {"Lamp", "Chair", "Table", "Sofa",   "Desk", "Shelf",
                                  "Vase", "Bench", "Stool", "Mirror", "Bowl", "Clock"};
constexpr const char* kBrands[] = {"Nord", "Alba", "Kerr"};

model::Schema shop_schema() {
  model::Schema schema;
  schema.attributes = {{.name = "title", .mandatory = true, .constant = true},
                       {.name = "price", .type = model::ValueType::kMoney, .mandatory = true},
                       {.name = "brand", .constant = true}};
  return schema;
}

struct Item {
  std::string title, price, brand;
};

Item item(int i, int visit) {
  const int cents = 1000 + 137 * i + (i % 3 == 0 ? 11 * visit : 0);
  return {fmt::format("Oak {} {}", kNouns[i], 30 + i),
          fmt::format("€ {}.{:02}", cents / 100, cents % 100), kBrands[i % 3]};
}

enum class Look { kOld, kNew, kSwapped, kLines };

std::string html(const Item& one, Look look) {
  switch (look) {
    case Look::kOld:
      return fmt::format(
          "<html><body><div class=nav>Home</div><h1 class=t>{}</h1><div class=buy><b "
          "class=price>{}</b></div><table><tr><th>Brand</th><td class=br>{}</td></tr></table>"
          "<p>Free delivery from € 50.00</p></body></html>",
          one.title, one.price, one.brand);
    case Look::kNew:
      return fmt::format(
          "<html><body><header><a>Home</a></header><section class=css-1><h2 class=css-9>{}</h2>"
          "<dl><dt>Maker</dt><dd><i>{}</i></dd></dl><div class=css-4><div><span>{}</span></div>"
          "</div><small>Free delivery from € 50.00</small></section></body></html>",
          one.title, one.brand, one.price);
    case Look::kSwapped:  // The old price's place now holds something else of the same type.
      return fmt::format(
          "<html><body><div class=nav>Home</div><h1 class=t>{}</h1><div class=buy><b "
          "class=price>€ 50.00</b><em>{}</em></div><table><tr><th>Brand</th><td "
          "class=br>{}</td></tr></table></body></html>",
          one.title, one.price, one.brand);
    case Look::kLines:  // The title is the last of two lines, on one page of three.
      return fmt::format(
          "<html><body><header><a>Home</a></header><div>Furniture for your home<br>{}{}</div>"
          "<p>Free delivery from € 50.00</p><i>{}</i><span>{}</span></body></html>",
          one.title.ends_with("41") ? "The last one of its kind<br>" : "", one.title, one.brand,
          one.price);
  }
  return "";
}

class RepairTest : public ::testing::Test {
 protected:
  static model::Page page(int i, int visit, Look look) {
    return model::html_page(html(item(i, visit), look), {.id = fmt::format("http://shop/{}", i)});
  }

  void SetUp() override {
    inducer_ = *induce::find_inducer("rules");
    model::InducerInput input{.schema = &schema_};
    for (int i = 0; i < 12; ++i) old_.push_back(page(i, 0, Look::kOld));
    for (int i = 0; i < 12; ++i) {
      input.pages.push_back(&old_[static_cast<size_t>(i)]);
      if (i > 1) continue;
      const Item known = item(i, 0);
      input.labels.push_back({.page = old_[i].id, .attribute = "title", .value = known.title});
      input.labels.push_back({.page = old_[i].id, .attribute = "price", .value = known.price});
      input.labels.push_back({.page = old_[i].id, .attribute = "brand", .value = known.brand});
    }
    auto induced = inducer_(input);
    ASSERT_TRUE(induced.ok());
    wrapper_ = std::move(induced->wrapper);
    for (const model::Page& one : old_) {
      golden_.push_back(wrapper_->apply(one));
      golden_.back().page = one.id;
    }
    health_ = HealthModel::learn(seen_on(golden_), schema_);
    template_.name = "product";
    template_.signature =
        dom::MaskedShingle::of(dom::shingle_vector(old_[0].document, template_.shingles), 0xFF);
  }

  Assessment watch(int visit, Look look) {
    fresh_.clear();
    refs_.clear();
    for (int i = 0; i < 12; ++i) fresh_.push_back(page(i, visit, look));
    for (const model::Page& one : fresh_) refs_.push_back({one.id, &one, {}, 0});
    return assess({&template_, wrapper_.get(), &health_, &golden_, refs_});
  }

  Repair repair_all(const std::vector<std::string>& attributes) {
    RepairInput input{wrapper_, &health_, &schema_, {}, attributes, inducer_};
    for (size_t i = 0; i < fresh_.size(); ++i) input.pages.push_back({&fresh_[i], &golden_[i]});
    return repair(input);
  }

  model::Schema schema_ = shop_schema();
  model::Inducer inducer_;
  std::vector<model::Page> old_;
  std::shared_ptr<const model::Wrapper> wrapper_;
  std::vector<model::Extraction> golden_;
  HealthModel health_;
  model::Template template_;
  std::vector<model::Page> fresh_;
  std::vector<FreshPage> refs_;
};

TEST_F(RepairTest, OtherPricesAreNotAChange) {
  const Assessment found = watch(3, Look::kOld);
  EXPECT_EQ(found.verdict.health, Health::kHealthy) << to_text(found.verdict);
  EXPECT_TRUE(found.verdict.shingles.passed());
}

TEST_F(RepairTest, EditsOfAConstantWithoutAStructuralChangeAreNews) {
  const auto edited = [&](Look look, bool swapped) {
    fresh_.clear();
    refs_.clear();
    for (int i = 0; i < 12; ++i) {
      Item one = item(i, 0);
      if (swapped) std::swap(one.title, one.brand);
      one.title += " Deluxe";
      fresh_.push_back(page(i, 0, look));
      fresh_.back().document = html::parse(html(one, look)).document;
    }
    for (const model::Page& one : fresh_) refs_.push_back({one.id, &one, {}, 0});
    return assess({&template_, wrapper_.get(), &health_, &golden_, refs_});
  };
  const Assessment found = edited(Look::kOld, false);
  EXPECT_EQ(found.verdict.health, Health::kHealthy) << to_text(found.verdict);
  EXPECT_EQ(found.verdict.find("title")->cause, Cause::kContentChange);
  EXPECT_FALSE(found.verdict.evidence.empty());
  EXPECT_NE(edited(Look::kSwapped, false).verdict.health, Health::kHealthy);
  EXPECT_NE(edited(Look::kOld, true).verdict.health, Health::kHealthy);
}

TEST_F(RepairTest, ARedesignIsNoticedAndExplained) {
  const Assessment found = watch(1, Look::kNew);
  EXPECT_EQ(found.verdict.health, Health::kBroken);
  EXPECT_EQ(found.verdict.cause, Cause::kShingleChange);
  EXPECT_FALSE(found.verdict.shingles.passed());
  EXPECT_EQ(found.verdict.find("title")->health, Health::kBroken);
  EXPECT_FALSE(found.verdict.find("title")->evidence.empty());
}

TEST_F(RepairTest, AWrongValueOfTheRightTypeIsNoticed) {
  const Assessment found = watch(1, Look::kSwapped);
  EXPECT_EQ(found.verdict.find("price")->health, Health::kBroken) << to_text(found.verdict);
  EXPECT_EQ(found.verdict.find("price")->cause, Cause::kIncorrectExtraction);
  EXPECT_EQ(found.verdict.find("title")->health, Health::kHealthy);
}

TEST_F(RepairTest, BrokenRulesAreLearnedAgainAndProved) {
  const Assessment found = watch(1, Look::kNew);
  const Repair done = repair_all({"title", "price", "brand"});
  ASSERT_EQ(done.accepted(), 3u) << done.attributes[0].reason << done.attributes[1].reason
                                 << done.attributes[2].reason;
  ASSERT_NE(done.wrapper, nullptr);
  for (int i = 0; i < 12; ++i) {
    const auto seen = seen_on(done.wrapper->apply(page(i, 1, Look::kNew)));
    ASSERT_EQ(seen.size(), 1u);
    const Item known = item(i, 1);
    EXPECT_EQ(texts(seen[0].values, "title"), std::vector{known.title});
    EXPECT_EQ(texts(seen[0].values, "price"), std::vector{known.price});
    EXPECT_EQ(texts(seen[0].values, "brand"), std::vector{known.brand});
  }
  EXPECT_TRUE(done.ask_page.empty());
}

// Half of the pages teach; the last one, on which "the second line" is wrong, is not among them.
TEST_F(RepairTest, APageThatContradictsALearnedRuleTeachesAsWell) {
  watch(1, Look::kLines);
  const Repair done = repair_all({"title"});
  ASSERT_FALSE(done.attributes[0].answers.empty());
  const Answer& best = done.attributes[0].answers.front();
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(best.found[static_cast<size_t>(i)], std::vector{item(i, 1).title});
}

TEST_F(RepairTest, RulesThatHoldAreKept) {
  watch(1, Look::kSwapped);
  const Repair done = repair_all({"price"});
  ASSERT_EQ(done.accepted(), 1u) << done.attributes[0].reason;
  const auto rules_in = [](const model::Wrapper& wrapper) {
    return Json(wrapper.to_json()["attributes"]);
  };
  const auto now = rules_in(*done.wrapper);
  ASSERT_EQ(now.size(), 3u);
  for (size_t i = 0; i < now.size(); ++i)
    EXPECT_EQ(now[i]["name"], rules_in(*wrapper_)[i]["name"]) << "columns stay where they are";
  for (const auto& rule : rules_in(*wrapper_)) {
    const bool kept = std::find(now.begin(), now.end(), rule) != now.end();
    EXPECT_EQ(kept, rule["name"] != "price") << rule;
  }
  const auto seen = seen_on(done.wrapper->apply(page(5, 1, Look::kSwapped)));
  EXPECT_EQ(texts(seen[0].values, "price"), std::vector{item(5, 1).price});
  EXPECT_EQ(texts(seen[0].values, "title"), std::vector{item(5, 1).title});
}

TEST_F(RepairTest, ARepairedRuleGivesNothingThatDoesNotLookLikeItsValues) {
  watch(1, Look::kNew);
  const Repair done = repair_all({"price"});
  ASSERT_EQ(done.accepted(), 1u) << done.attributes[0].reason;
  Item sold = item(3, 1);
  sold.price = "Ask us";
  model::Page page = model::html_page(html(sold, Look::kNew));
  for (const Seen& seen : seen_on(done.wrapper->apply(page)))
    EXPECT_TRUE(texts(seen.values, "price").empty());
}

TEST_F(RepairTest, ARuleThatTakesAnotherAttributesTextIsWithdrawn) {
  watch(1, Look::kNew);
  const auto real = inducer_;
  wrap::Rule title;  // Which the rule for brands falls back on where there is none.
  inducer_ = [&](const model::InducerInput& input) -> Result<model::Induced> {
    auto induced = real(input);
    if (!induced.ok()) return induced;
    const auto& learned = dynamic_cast<const wrap::RulesWrapper&>(*induced->wrapper);
    wrap::RecordRules rules = learned.rules();
    for (wrap::AttributeRules& one : rules.attributes) {
      if (one.name == "brand") one.also = {title};
      if (one.name == "title") title = one.rules.front();
    }
    return model::Induced{std::make_unique<wrap::RulesWrapper>(std::move(rules)), {}};
  };
  std::vector<Seen> few;  // So that brands may be anything.
  for (size_t i = 0; i < 8; ++i) few.push_back(seen_on(golden_[i]).front());
  health_ = HealthModel::learn(few, schema_);
  EXPECT_EQ(repair_all({"title", "brand"}).accepted(), 2u);
  std::string source = html(item(4, 1), Look::kNew);
  source.erase(source.find("<dl>"), source.find("</dl>") - source.find("<dl>"));
  fresh_[4].document = html::parse(source).document;
  const Repair done = repair_all({"title", "brand"});
  EXPECT_EQ(done.find("title")->state, RepairState::kAccepted) << done.find("title")->reason;
  EXPECT_TRUE(texts(seen_on(done.wrapper->apply(fresh_[4]))[0].values, "brand").empty());
}

TEST_F(RepairTest, WhatWasLostSinceThePageWasKeptIsKnownFromThen) {
  watch(1, Look::kNew);
  for (model::Extraction& golden : golden_) golden.records[0].set("title", model::Value::leaf("?"));
  EXPECT_EQ(repair_all({"title"}).accepted(), 0u);
  RepairInput input{wrapper_, &health_, &schema_, {}, {"title"}, inducer_};
  for (size_t i = 0; i < fresh_.size(); ++i)
    input.pages.push_back({&fresh_[i], &golden_[i], &old_[i]});
  const Repair done = repair(input);
  ASSERT_EQ(done.accepted(), 1u) << done.attributes[0].reason;
  EXPECT_EQ(texts(seen_on(done.wrapper->apply(fresh_[7]))[0].values, "title"),
            std::vector{item(7, 1).title});
}

TEST_F(RepairTest, WhatIsNowhereOnThePagesIsAskedForNotGuessed) {
  watch(1, Look::kNew);
  for (model::Extraction& golden : golden_)
    golden.records[0].set("brand", model::Value::leaf("Vanished " + golden.page));
  const Repair done = repair_all({"title", "brand"});
  EXPECT_EQ(done.find("title")->state, RepairState::kAccepted);
  EXPECT_EQ(done.find("brand")->state, RepairState::kRejected);
  EXPECT_EQ(done.ask_attributes, std::vector<std::string>{"brand"});
  EXPECT_FALSE(done.ask_page.empty());
  EXPECT_TRUE(texts(seen_on(done.wrapper->apply(fresh_[0]))[0].values, "brand").empty());
}

TEST_F(RepairTest, AValueThatIsTheSameEverywhereProvesNothing) {
  watch(1, Look::kNew);
  for (model::Extraction& golden : golden_)
    golden.records[0].set("brand", model::Value::leaf("Home"));
  EXPECT_EQ(repair_all({"brand"}).attributes[0].state, RepairState::kRejected);
}

// One page of which the title was edited: the rule that gives the new title, and with it the simple
// rules that gave the old one, are believed more than their disagreement with what is known.
TEST_F(RepairTest, ARuleThatGivesAnEditedValueIsKept) {
  Item edited = item(3, 1);
  edited.title = "Oak Wardrobe 33";
  fresh_.push_back(page(3, 1, Look::kOld));
  fresh_.back().document = html::parse(html(edited, Look::kOld)).document;
  RepairInput input{wrapper_,  &health_, &schema_, {{&fresh_[0], &golden_[3], &old_[3]}},
                    {"title"}, inducer_};
  const Repair done = repair(input);
  EXPECT_EQ(done.attributes[0].state, RepairState::kKept) << done.attributes[0].reason;
  EXPECT_EQ(done.wrapper, nullptr);
  EXPECT_TRUE(done.ask_attributes.empty());
}

TEST_F(RepairTest, NothingIsJudgedByWalls) {
  fresh_.clear();
  std::vector<FreshPage> walls;
  for (int i = 0; i < 12; ++i) {
    fresh_.push_back(model::html_page("<title>Just a moment...</title><p>captcha",
                                      {.id = old_[static_cast<size_t>(i)].id}));
  }
  for (const model::Page& one : fresh_) walls.push_back({one.id, &one, {}, 100});
  const Assessment found = assess({&template_, wrapper_.get(), &health_, &golden_, walls});
  EXPECT_EQ(found.verdict.health, Health::kUnknown);
  EXPECT_EQ(found.verdict.cause, Cause::kBlocked);
  EXPECT_TRUE(found.fine.empty());
  EXPECT_FALSE(found.verdict.advice.empty());
}

TEST_F(RepairTest, PagesThatAreGoneAreNotABreak) {
  std::vector<FreshPage> gone;
  for (const model::Page& one : old_)
    gone.push_back({one.id, nullptr, {PageState::kGone, "HTTP status 404"}, 0});
  const Assessment found = assess({&template_, wrapper_.get(), &health_, &golden_, gone});
  EXPECT_EQ(found.verdict.health, Health::kUnknown);
  EXPECT_EQ(found.verdict.cause, Cause::kSoftMissing);
}

TEST_F(RepairTest, ARepairedWrapperAndItsGuardsSurviveJson) {
  watch(1, Look::kSwapped);
  const Repair done = repair_all({"price"});
  ASSERT_NE(done.wrapper, nullptr);
  const auto saved = model::save_wrapper(*done.wrapper);
  EXPECT_EQ(saved["kind"], "rules");
  const auto again = wrap::load_wrapper(saved);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(model::save_wrapper(**again), saved);
  EXPECT_EQ(seen_on((*again)->apply(fresh_[4]))[0].values,
            seen_on(done.wrapper->apply(fresh_[4]))[0].values);
}

// Wrappers of another kind cannot take a rule in: they are replaced whole.
TEST_F(RepairTest, AWrapperOfAnotherKindIsReplacedWhole) {
  watch(1, Look::kSwapped);
  class Other final : public model::Wrapper {
   public:
    explicit Other(std::shared_ptr<const model::Wrapper> rules) : rules_(std::move(rules)) {}
    [[nodiscard]] std::string_view kind() const override { return "other"; }
    [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
      return rules_->apply(page);
    }
    [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&,
                                                          dom::NodeId) const override {
      return {};
    }
    [[nodiscard]] Json to_json() const override { return {}; }

   private:
    std::shared_ptr<const model::Wrapper> rules_;
  };
  wrapper_ = std::make_shared<Other>(wrapper_);
  const Repair done = repair_all({"price"});
  ASSERT_EQ(done.accepted(), 1u);
  EXPECT_EQ(done.kept(), (std::vector<std::string>{"brand", "title"}));
  EXPECT_EQ(done.wrapper->kind(), "rules");
  EXPECT_EQ(seen_on(done.wrapper->apply(fresh_[4]))[0].values.size(), 3u);
}

TEST_F(RepairTest, WhatLacksMostRequiredAttributesIsNoRecord) {
  wrap::RecordRules rules = dynamic_cast<const wrap::RulesWrapper&>(*wrapper_).rules();
  rules.required = {"title", "price", "brand", "a", "b", "c"};
  EXPECT_EQ(wrap::RulesWrapper(rules).apply(old_[0]).records.size(), 1u);
  rules.required.emplace_back("d");
  EXPECT_TRUE(wrap::RulesWrapper(rules).apply(old_[0]).records.empty());
}

TEST(PatchedWrapperTest, WhatEarlierVersionsWroteIsRefusedWithAdvice) {
  const auto loaded =
      wrap::load_wrapper({{"weft", "wrapper"}, {"version", 1}, {"kind", "patched"}, {"parts", {}}});
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().message.find("learn"), std::string::npos);
}

TEST(KinshipTest, EqualValuesAndRelatedNumbersAreKin) {
  const std::vector<std::string> before = {"10", "20", "30", "40", "50", "60", "70", "80"};
  EXPECT_GT(kinship(before, before, model::ValueType::kNumber), 0.9);
  EXPECT_GT(
      kinship(before, {"11", "19", "33", "44", "48", "66", "77", "81"}, model::ValueType::kNumber),
      0.9);
  EXPECT_LT(kinship(before, {"5", "5", "5", "5", "5", "5", "5", "5"}, model::ValueType::kNumber),
            0.1);
  EXPECT_LT(kinship({"a", "b", "c", "d"}, {"x", "y", "z", "w"}, model::ValueType::kText), 0.1);
}

}  // namespace
}  // namespace weft::watch
