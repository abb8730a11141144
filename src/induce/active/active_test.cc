// Labelling with the fewest labels: prediction, the next page, sessions.

#include <map>

#include <fmt/format.h>

#include "base/pointers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/active/co_testing.h"
#include "induce/active/label_session.h"
#include "induce/active/prediction.h"
#include "induce/inducers.h"
#include "induce/label_places.h"

namespace weft::induce {
namespace {

model::Page page(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

bool any_page(const std::string&) { return true; }

std::string item(int i, bool other) {
  return other ? fmt::format("<li class=ad><i>{0}.00</i><b>Thing {0}</b></li>", i)
               : fmt::format("<li class=item><b>Thing {0}</b><i>{0}.00</i></li>", i);
}

// List pages of four records; on the last page two of them look different.
struct Lists {
  std::vector<model::Page> pages;
  std::vector<const model::Page*> pointers;
  Lists() {
    for (int p = 0; p < 4; ++p) {
      std::string html = "<h1>Shop</h1><ul>";
      for (int i = 0; i < 4; ++i) html += item(p * 10 + i, p == 3 && i % 2 == 1);
      pages.push_back(page(fmt::format("p{}", p), html + "</ul>"));
    }
    for (const model::Page& p : pages) pointers.push_back(&p);
  }
};

model::Label label(const std::string& page, const std::string& record, const std::string& attribute,
                   const std::string& value) {
  return {.page = page, .record = record, .attribute = attribute, .value = value};
}

std::vector<model::Label> first_page() {
  std::vector<model::Label> labels;
  for (int i = 0; i < 4; ++i) {
    labels.push_back(label("p0", std::to_string(i), "title", fmt::format("Thing {}", i)));
    labels.push_back(label("p0", std::to_string(i), "price", fmt::format("{}.00", i)));
  }
  return labels;
}

TEST(Prediction, FindsThePageThatIsHandledWorst) {
  const Lists lists;
  for (const char* name : {"broom", "vote"}) {
    const auto induced =
        (*induce::find_inducer(name))({.pages = lists.pointers, .labels = first_page()});
    ASSERT_TRUE(induced.ok());
    const Prediction prediction = predict(*induced->wrapper, lists.pointers, first_page());
    EXPECT_DOUBLE_EQ(prediction.records_per_page, 4) << name;
    ASSERT_EQ(prediction.pages.size(), 3U) << name;  // Without the labelled one.
    ASSERT_NE(prediction.worst(any_page), nullptr) << name;
    EXPECT_EQ(prediction.worst(any_page)->page, "p3") << name;
  }
}

TEST(Prediction, OfRulesCountsAttributesWithoutDoubts) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 5; ++i) {
    const std::string price = i == 4 ? "" : fmt::format("<p class=price>{}0 EUR</p>", i + 1);
    pages.push_back(page(fmt::format("p{}", i), fmt::format("<h1>Item {}</h1>{}", i, price)));
  }
  std::vector<const model::Page*> pointers = pointers_to(pages);
  std::vector<model::Label> labels;
  for (int i = 0; i < 2; ++i) {
    labels.push_back(label(fmt::format("p{}", i), "0", "title", fmt::format("Item {}", i)));
    labels.push_back(label(fmt::format("p{}", i), "0", "price", fmt::format("{}0 EUR", i + 1)));
  }
  const auto induced = (*induce::find_inducer("rules"))({.pages = pointers, .labels = labels});
  ASSERT_TRUE(induced.ok());
  const Prediction prediction = predict(*induced->wrapper, pointers, labels);
  EXPECT_DOUBLE_EQ(prediction.recall, 5.0 / 6);  // One price of three pages is missing.
  ASSERT_NE(prediction.worst(any_page), nullptr);
  EXPECT_EQ(prediction.worst(any_page)->page, "p4");
}

TEST(Prediction, OfBroomsIsTheFormulaOfThePaper) {
  const Lists lists;
  const auto induced =
      (*induce::find_inducer("broom"))({.pages = lists.pointers, .labels = first_page()});
  ASSERT_TRUE(induced.ok());
  // (10.3): 4 + 4 + 2 records match perfectly, 3 pages of 4 are expected.
  const auto paper = PredictionMethod::kPaper;
  EXPECT_DOUBLE_EQ(predict(*induced->wrapper, lists.pointers, first_page(), paper).recall,
                   10.0 / 12);
  const std::vector<const model::Page*> alike(lists.pointers.begin(), lists.pointers.end() - 1);
  const Prediction good = predict(*induced->wrapper, alike, first_page(), paper);
  EXPECT_DOUBLE_EQ(good.recall, 1);
  EXPECT_EQ(good.worst(any_page), nullptr);
}

TEST(Prediction, ExpectsFewerRecordsOnASmallerPage) {
  Lists lists;
  const model::Page last = page("last", "<h1>Shop</h1><ul>" + item(90, false) + "</ul>");
  lists.pointers.back() = &last;
  const auto induced =
      (*induce::find_inducer("broom"))({.pages = lists.pointers, .labels = first_page()});
  ASSERT_TRUE(induced.ok());
  const Prediction prediction = predict(*induced->wrapper, lists.pointers, first_page());
  EXPECT_NEAR(prediction.recall, 1, 0.05);
  EXPECT_EQ(prediction.pages.back().records, 1);
  const auto paper =
      predict(*induced->wrapper, lists.pointers, first_page(), PredictionMethod::kPaper);
  EXPECT_DOUBLE_EQ(paper.recall, 9.0 / 12);
}

TEST(Prediction, MissesRecordsOnAPageOfTheSameSize) {
  Lists lists;
  std::string html = "<h1>Shop</h1><ul>" + item(90, false);
  for (int i = 0; i < 3; ++i) html += "<dl><dt>Other</dt><dd>thing</dd></dl>";
  const model::Page last = page("last", html + "</ul>");
  lists.pointers.back() = &last;
  const auto induced =
      (*induce::find_inducer("broom"))({.pages = lists.pointers, .labels = first_page()});
  ASSERT_TRUE(induced.ok());
  EXPECT_NEAR(predict(*induced->wrapper, lists.pointers, first_page()).recall, 9.0 / 12, 0.05);
}

TEST(Prediction, CountsTheValuesOfARecordThatAreAsBefore) {
  Lists lists;
  std::string html = "<h1>Shop</h1><ul>" + item(90, false) + item(91, false) + item(92, false);
  const model::Page last = page("last", html + "<li class=item><b>Thing 93</b></li></ul>");
  lists.pointers.back() = &last;
  const auto induced =
      (*induce::find_inducer("broom"))({.pages = lists.pointers, .labels = first_page()});
  ASSERT_TRUE(induced.ok());
  // The last of twelve records lacks one of two values.
  const Prediction prediction = predict(*induced->wrapper, lists.pointers, first_page());
  EXPECT_NEAR(prediction.recall, 11.5 / 12, 0.02);
  EXPECT_EQ(prediction.worst(any_page)->page, "last");
}

// A page tree knows no records: where they cross it finds all values and no record.
TEST(Prediction, IsNoBetterThanWhatBecomesOfTheLabels) {
  std::vector<model::Page> pages;
  std::vector<model::Label> labels;
  for (int p = 0; p < 3; ++p) {
    std::string titles, prices;
    for (int i = 0; i < 5; ++i) {
      titles += fmt::format("<td><b>Item {}{}</b></td>", p, i);
      prices += fmt::format("<td><i>{}{} EUR</i></td>", p, i);
    }
    pages.push_back(page(fmt::format("p{}", p),
                         fmt::format("<table><tr>{}</tr><tr>{}</tr></table>", titles, prices)));
  }
  for (int i = 0; i < 5; ++i) {
    labels.push_back(label("p0", std::to_string(i), "title", fmt::format("Item 0{}", i)));
    labels.push_back(label("p0", std::to_string(i), "price", fmt::format("0{} EUR", i)));
  }
  std::vector<const model::Page*> pointers = pointers_to(pages);
  const auto recall = [&](const char* name) {
    const auto induced = (*induce::find_inducer(name))({.pages = pointers, .labels = labels});
    return predict(*induced->wrapper, pointers, labels).recall;
  };
  EXPECT_LT(recall("page-tree"), 0.7);
  EXPECT_DOUBLE_EQ(recall("broom"), 1);
}

TEST(LabelSession, LabelsAListPageFromItsFirstRecord) {
  const Lists lists;
  auto session = LabelSession::start({.pages = lists.pointers, .inducer = "broom"});
  ASSERT_TRUE(session.ok());
  ASSERT_TRUE(session->propose());
  EXPECT_TRUE(session->labels().empty());
  session->add(label("", "0", "title", "Thing 0"));
  session->add(label("", "0", "price", "0.00"));
  session->predict_again();
  EXPECT_EQ(session->labels().size(), 8U);  // The other three records, two labels each.
  ASSERT_TRUE(session->finish_page().ok());
  EXPECT_EQ(session->count().records, 4U);
  EXPECT_EQ(session->count().records_by_hand, 1U);
  EXPECT_DOUBLE_EQ(session->count().saved(), 0.75);
  ASSERT_TRUE(session->propose());
  EXPECT_EQ(session->page()->id, "p3");  // Handled worst.
}

TEST(LabelSession, UndoesWhatWasDone) {
  const Lists lists;
  auto session = LabelSession::start({.pages = lists.pointers, .inducer = "broom"});
  ASSERT_TRUE(session->propose());
  EXPECT_FALSE(session->undo());
  session->add(label("", "0", "title", "Thing 0"));
  session->remove(0);
  EXPECT_TRUE(session->labels().empty());
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->labels().size(), 1U);
  EXPECT_TRUE(session->undo());
  EXPECT_TRUE(session->labels().empty());
}

TEST(LabelSession, WhatAPersonSaysStandsInThePlaceOfWhatWasPredicted) {
  const Lists lists;
  auto session =
      LabelSession::start({.pages = lists.pointers, .inducer = "broom", .labels = first_page()});
  ASSERT_TRUE(session->open(std::string("p1")).ok());
  const size_t predicted = session->labels().size();
  const model::Label first = session->labels()[0].label;
  session->say({label("", first.record, first.attribute, "Imprint")});
  EXPECT_EQ(session->labels().size(), predicted);
  EXPECT_EQ(session->labels().back().label.value, "Imprint");
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->labels()[0].label, first);
}

TEST(LabelSession, GoesOnWhenEveryPageIsPredictedWell) {
  const Lists lists;
  const std::vector<const model::Page*> alike(lists.pointers.begin(), lists.pointers.end() - 1);
  auto session = LabelSession::start({.pages = alike, .inducer = "broom", .labels = first_page()});
  ASSERT_TRUE(session.ok());
  EXPECT_DOUBLE_EQ(session->prediction().recall, 1);
  ASSERT_TRUE(session->propose());
  EXPECT_EQ(session->page()->id, "p1");
  session->skip();
  ASSERT_TRUE(session->propose());
  EXPECT_EQ(session->page()->id, "p2");
  session->skip();
  EXPECT_FALSE(session->propose());
}

TEST(LabelSession, BoundsRecallByTheAttributeSeenOnFewestPages) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 30; ++i)
    pages.push_back(page(fmt::format("p{}", i),
                         fmt::format("<h1>Item {0}</h1><p class=price>{0}0 EUR</p>", i)));
  std::vector<const model::Page*> pointers = pointers_to(pages);
  auto session = LabelSession::start({.pages = pointers});
  ASSERT_TRUE(session->propose());
  session->add(label("", "0", "title", "Item 0"));
  session->add(label("", "0", "price", "00 EUR"));
  ASSERT_TRUE(session->finish_page().ok());
  EXPECT_GT(session->prediction().recall, 0.95);
  EXPECT_LT(session->bound().recall, 0.5);  // Each was seen once.
  for (const char* id : {"p3", "p7", "p9"}) {
    ASSERT_TRUE(session->open(std::string(id)).ok());
    session->decline("price");
    ASSERT_TRUE(session->finish_page().ok());
  }
  EXPECT_EQ(session->bound().pages, 4U);  // Declined is seen,
  EXPECT_EQ(std::count_if(session->finished().begin(), session->finished().end(), is_decline),
            3);  // and written.
  ASSERT_TRUE(session->open(std::string("p3")).ok());
  EXPECT_EQ(session->labels().size(), 1U);  // The title, and no price.
  EXPECT_EQ(session->bound().attribute, "price");
}

TEST(LabelSession, ShowsWhatTheWrapperThatFitsBestFinds) {
  const Lists lists;
  std::vector<model::Label> other;
  const model::Page detail = page("detail", "<h1>Lamp</h1><p>10 EUR</p>");
  other.push_back(label("detail", "0", "name", "Lamp"));
  const auto known = [](const model::InducerInput& input) {
    auto induced = (*find_inducer("broom"))(input);
    return std::shared_ptr<const model::Wrapper>(std::move(induced->wrapper));
  };
  auto session =
      LabelSession::start({.pages = lists.pointers,
                           .known = {known({.pages = {&detail}, .labels = other}),
                                     known({.pages = lists.pointers, .labels = first_page()})}});
  ASSERT_TRUE(session->open(std::string("p1")).ok());
  EXPECT_EQ(session->labels().size(), 8U);
}

TEST(LabelSession, RefusesWhatItCannotStartWith) {
  const Lists lists;
  EXPECT_FALSE(LabelSession::start({}).ok());
  EXPECT_FALSE(LabelSession::start({.pages = lists.pointers, .inducer = "no such"}).ok());
  auto session = LabelSession::start({.pages = lists.pointers, .inducer = "broom"});
  EXPECT_FALSE(session->open(std::string("no such")).ok());
}

// A wrapper that says what it is told, for comparing two.
class SayingWrapper final : public model::Wrapper {
 public:
  explicit SayingWrapper(std::map<std::string, std::string> prices) : prices_(std::move(prices)) {}
  [[nodiscard]] std::string_view kind() const override { return "saying"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction extraction{.page = page.id};
    model::Record record;
    record.set("title", model::Value::leaf("Lamp"));
    if (const auto it = prices_.find(page.id); it != prices_.end())
      record.set("price", model::Value::leaf(it->second));
    extraction.records.push_back(std::move(record));
    return extraction;
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&,
                                                        dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {}; }

 private:
  std::map<std::string, std::string> prices_;
};

TEST(CoTesting, PagesOnWhichTwoWrappersDisagreeAreContended) {
  std::vector<model::Page> pages;
  std::vector<const model::Page*> pointers;
  for (const char* id : {"a", "b", "c", "d"}) pages.push_back(page(id, "<p>x"));
  for (const model::Page& p : pages) pointers.push_back(&p);
  const SayingWrapper one({{"a", "$1"}, {"b", "$2"}, {"c", "$3"}, {"d", "$4"}});
  const SayingWrapper other({{"a", "$1"}, {"b", "$9"}, {"d", "$5"}});
  // d is labelled: nothing is left to ask there.
  const auto contended = contended_pages(one, other, pointers, {label("d", "0", "price", "$4")});
  ASSERT_EQ(contended.size(), 2U);
  EXPECT_EQ(contended[0].page, "b");
  EXPECT_EQ(contended[0].attribute, "price");
  EXPECT_EQ(contended[0].first, "$2");
  EXPECT_EQ(contended[0].second, "$9");
  EXPECT_EQ(contended[1].page, "c");
  EXPECT_EQ(contended[1].second, "");
}

TEST(CoTesting, ViewsThatAgreeAskForNoMore) {
  const Lists lists;
  model::InducerInput input{.pages = {lists.pointers[0], lists.pointers[1]},
                            .labels = first_page()};
  const auto contended = co_test(input);
  ASSERT_TRUE(contended.ok());
  EXPECT_TRUE(contended->empty());
  EXPECT_FALSE(co_test(input, "rules", "nobody").ok());
}

TEST(CoTesting, ASessionProposesContendedPagesFirst) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 6; ++i) {
    // The fourth page has another price in front: first in its place, but not behind the same label.
    const std::string before = i == 3 ? "<p>Was: <b>99 EUR</b></p>" : "";
    pages.push_back(page(fmt::format("p{}", i),
                         fmt::format("<h1>Item {0}</h1><div>{1}<p>Price: <b>{0}0 EUR</b></p></div>",
                                     i + 1, before)));
  }
  std::vector<const model::Page*> pointers = pointers_to(pages);
  auto session = LabelSession::start(
      {.pages = pointers,
       .inducer = "broom",
       .second_view = "stalker",
       .labels = {label("p0", "0", "title", "Item 1"), label("p0", "0", "price", "10 EUR")}});
  ASSERT_TRUE(session.ok());
  ASSERT_FALSE(session->contended().empty());
  EXPECT_EQ(session->contended()[0].page, "p3");
  EXPECT_EQ(session->contended()[0].attribute, "price");
  ASSERT_TRUE(session->propose());
  EXPECT_EQ(session->page()->id, "p3");
}

}  // namespace
}  // namespace weft::induce
