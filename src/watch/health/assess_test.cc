#include "watch/health/assess.h"

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "watch/health/bellwether.h"

namespace weft::watch {
namespace {

constexpr int kItems = 12;

std::string title(int i) { return fmt::format("Oak lamp {}", char('A' + i)); }
std::string was(int i) { return fmt::format("€ {}.50", 20 + 3 * i); }

// A title, and in either order a note and the price before a reduction, told by its class alone.
model::Page page(int i, const std::string& was_class, const std::string& was_price) {
  const std::string price = fmt::format("<p class={}>{}</p>", was_class, was_price);
  const std::string note = "<p class=note>€ 4.00 delivery</p>";
  return model::html_page(
      fmt::format("<html><body><h1>{}</h1><div>{}{}</div></body></html>", title(i),
                  i % 2 == 0 ? price : note, i % 2 == 0 ? note : price),
      {.id = fmt::format("http://shop/{}", i)});
}

class WithdrawalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    schema_.attributes = {{.name = "title", .mandatory = true, .constant = true},
                          {.name = "was", .type = model::ValueType::kMoney}};
    model::InducerInput input{.schema = &schema_};
    for (int i = 0; i < kItems; ++i) old_.push_back(page(i, "was", was(i)));
    std::vector<dom::ShingleVector> vectors;
    for (int i = 0; i < kItems; ++i) {
      input.pages.push_back(&old_[i]);
      vectors.push_back(dom::shingle_vector(old_[i].document, template_.shingles));
      if (i > 3) continue;
      input.labels.push_back({.page = old_[i].id, .attribute = "title", .value = title(i)});
      input.labels.push_back({.page = old_[i].id, .attribute = "was", .value = was(i)});
    }
    wrapper_ = std::move((*induce::find_inducer("rules"))(input)->wrapper);
    for (const model::Page& one : old_) {
      golden_.push_back(wrapper_->apply(one));
      golden_.back().page = one.id;
    }
    health_ = HealthModel::learn(seen_on(golden_), schema_);
    template_.signature = covering_signature(vectors);
  }

  // The verdict when the class and the price of every page have become these.
  TemplateVerdict watch(const std::string& was_class, const char* price,
                        const AssessOptions& options = {}) {
    std::vector<model::Page> now;
    std::vector<FreshPage> fresh;
    for (int i = 0; i < kItems; ++i)
      now.push_back(page(i, was_class, price == nullptr ? was(i) : price));
    for (const model::Page& one : now) fresh.push_back({one.id, &one, {}, 0});
    return judge(fresh, options);
  }
  TemplateVerdict judge(const std::vector<FreshPage>& fresh, const AssessOptions& options = {}) {
    return assess({&template_, wrapper_.get(), &health_, &golden_, fresh}, options).verdict;
  }

  model::Schema schema_;
  std::vector<model::Page> old_;
  std::shared_ptr<const model::Wrapper> wrapper_;
  std::vector<model::Extraction> golden_;
  HealthModel health_;
  model::Template template_;
};

TEST_F(WithdrawalTest, AnOptionalValueThatIsNoLongerShownIsNews) {
  const TemplateVerdict verdict = watch("was", "");
  EXPECT_EQ(verdict.health, Health::kHealthy) << to_text(verdict);
  EXPECT_EQ(verdict.find("was")->cause, Cause::kContentChange);
  EXPECT_FALSE(verdict.evidence.empty());
}

TEST_F(WithdrawalTest, OneThatIsShownElsewhereIsABreak) {
  const TemplateVerdict verdict = watch("before", nullptr);
  EXPECT_NE(verdict.health, Health::kHealthy) << to_text(verdict);
  EXPECT_EQ(verdict.find("was")->cause, Cause::kNullExtraction);
}

TEST_F(WithdrawalTest, ABrokenAttributeBreaksTheTemplateUnlessItIsKnownToBeOptional) {
  TemplateVerdict verdict = watch("before", nullptr);
  EXPECT_EQ(verdict.find("was")->health, Health::kBroken);
  EXPECT_EQ(verdict.health, Health::kDrifting) << to_text(verdict);
  health_ = HealthModel::learn(seen_on(golden_), {});
  verdict = watch("before", nullptr);
  EXPECT_EQ(verdict.find("was")->health, Health::kBroken);
  EXPECT_EQ(verdict.health, Health::kBroken) << to_text(verdict);
}

// One renamed lamp of twelve is the shop's news; the paper's test calls it a site change.
TEST_F(WithdrawalTest, ThePapersTestFailsWithOneConstantThatDiffers) {
  const model::Page renamed = [] {
    model::Page one = page(0, "was", was(0));
    one.document = html::parse(
                       "<html><body><h1>Walnut desk</h1><div><p class=was>€ 20.50</p>"
                       "<p class=note>€ 4.00 delivery</p></div></body></html>")
                       .document;
    return one;
  }();
  std::vector<FreshPage> fresh = {{renamed.id, &renamed, {}, 0}};
  for (int i = 1; i < kItems; ++i) fresh.push_back({old_[i].id, &old_[i], {}, 0});
  EXPECT_EQ(judge(fresh).health, Health::kHealthy);
  const TemplateVerdict verdict = judge(fresh, {.paper = true});
  EXPECT_EQ(verdict.health, Health::kBroken) << to_text(verdict);
  EXPECT_EQ(verdict.find("title")->cause, Cause::kIncorrectExtraction);
  EXPECT_EQ(verdict.find("was")->health, Health::kHealthy);
}

// It says nothing of attributes that may change and may be missing, however many are lost.
TEST_F(WithdrawalTest, ThePapersTestJudgesConstantAndMandatoryAttributesAlone) {
  EXPECT_NE(watch("before", nullptr).health, Health::kHealthy);
  EXPECT_EQ(watch("before", nullptr, {.paper = true}).find("was")->health, Health::kHealthy);
}

}  // namespace
}  // namespace weft::watch
