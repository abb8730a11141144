#include "induce/rules/learner.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/pointers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/kinds.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

model::Page page(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

model::Label label(const std::string& page, const std::string& attribute, const std::string& value,
                   const std::string& path = "", const std::string& record = "0") {
  return {.page = page, .record = record, .attribute = attribute, .path = path, .value = value};
}

std::vector<std::string> texts(const model::Record& record, std::string_view attribute) {
  std::vector<std::string> out;
  const model::Value* value = record.find(attribute);
  if (value == nullptr) return out;
  if (value->kind == model::Value::Kind::kLeaf) out.push_back(value->text);
  for (const model::Value& item : value->items) out.push_back(item.text);
  return out;
}

// A shop whose price moves about: some pages have a note before it.
std::vector<model::Page> shop() {
  std::vector<model::Page> pages;
  const char* titles[] = {"Red hat", "Blue shoe", "Green scarf", "White glove", "Black belt"};
  for (int i = 0; i < 5; ++i) {
    pages.push_back(page(
        fmt::format("p{}", i),
        fmt::format(
            "<div class=nav><a>Home</a><a>LearnerShop</a></div><h1>{}</h1>{}<table>"
            "<tr><th>Price:</th><td>${}.50</td></tr><tr><th>Weight:</th><td>{} kg</td></tr></table>"
            "<p>by <a class=author href='/a{}'>Ann {}</a>{}</p><div class=foot>Imprint</div>",
            titles[i], i % 2 == 0 ? "" : "<p>Sale!</p>", i + 10, i + 1, i, titles[i],
            i == 1 ? ", <a class=author href='/b'>Bob</a>" : "", i)));
  }
  return pages;
}

struct LearnerShop {
  std::vector<model::Page> pages = shop();
  model::InducerInput input;
  LearnerShop() {
    for (const model::Page& p : pages) input.pages.push_back(&p);
  }
  model::Record extract(const Learned& learned, size_t p) const {
    const auto extraction = wrap::RulesWrapper(learned.rules).apply(pages[p]);
    return extraction.records.empty() ? model::Record{} : extraction.records[0];
  }
};

TEST(LearnerTest, FindsTheValuesOfOtherPagesFromOneLabelledPage) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "title", "Red hat"), label("p0", "price", "$10.50"),
                       label("p0", "weight", "1 kg")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->problems, IsEmpty());
  EXPECT_THAT(texts(shop.extract(*learned, 3), "title"), ElementsAre("White glove"));
  EXPECT_THAT(texts(shop.extract(*learned, 3), "price"), ElementsAre("$13.50"));
  EXPECT_THAT(texts(shop.extract(*learned, 4), "weight"), ElementsAre("5 kg"));
}

TEST(LearnerTest, PrefersTheLabelInWordsToTheNeighbour) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "price", "$10.50")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(to_xpath(learned->rules.attributes[0].rules[0]), HasSubstr("\"Price:\""));
}

TEST(LearnerTest, ThePaperPrefersTheNearestRule) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "price", "$10.50"), label("p1", "price", "$11.50")};
  const auto learned = learn(shop.input, {.ranking = Ranking::kPaper});
  ASSERT_TRUE(learned.ok());
  const wrap::Rule& rule = learned->rules.attributes[0].rules[0];
  EXPECT_EQ(rule.statistics.precision, 1);
  EXPECT_EQ(rule.statistics.distance, 0U);
}

TEST(LearnerTest, KeepsAllValuesOfAList) {
  LearnerShop shop;
  shop.input.labels = {label("p1", "author", "Ann Blue shoe"), label("p1", "author", "Bob")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_TRUE(learned->rules.attributes[0].list);
  EXPECT_THAT(texts(shop.extract(*learned, 1), "author"), ElementsAre("Ann Blue shoe", "Bob"));
  EXPECT_THAT(texts(shop.extract(*learned, 2), "author"), ElementsAre("Ann Green scarf"));
}

TEST(LearnerTest, LeavesOptionalAttributesAbsent) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 12; ++i) {
    const std::string rating =
        i % 3 == 2 ? "" : fmt::format("<span class=mpaa>{}</span>", i % 2 == 0 ? "PG-13" : "R");
    pages.push_back(
        page(fmt::format("m{}", i),
             fmt::format("<h1>Film {0}</h1><div><a>Write a review</a>{1}<i>9{0} min</i></div>", i,
                         rating)));
  }
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {label("m0", "rating", "PG-13"), label("m1", "rating", "R")};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const wrap::RulesWrapper wrapper(learned->rules);
  EXPECT_THAT(texts(wrapper.apply(pages[4]).records.at(0), "rating"), ElementsAre("PG-13"));
  EXPECT_TRUE(wrapper.apply(pages[5]).records.empty());
}

TEST(LearnerTest, ReadsValuesFromAttributesOfElements) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "link", "/a0", "/html[1]/body[1]/p[1]/a[1]/@href")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(texts(shop.extract(*learned, 2), "link"), ElementsAre("/a2"));
}

TEST(LearnerTest, TakesAPartOfANode) {
  LearnerShop shop;
  shop.input.labels = {
      label("p0", "weight", "1", "/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[1]/text()[1]")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(texts(shop.extract(*learned, 4), "weight"), ElementsAre("5"));
}

TEST(LearnerTest, TakesSeveralAttributesOutOfOneText) {
  const char* const places[] = {"Springfield, IL 62704", "New York, NY 10001", "Reno, NV 89501",
                                "Santa Fe, NM 87501"};
  std::vector<model::Page> pages;
  for (size_t i = 0; i < std::size(places); ++i) {
    pages.push_back(page(fmt::format("q{}", i),
                         fmt::format("<h1>Diner {}</h1><p class=place>{}</p>", i, places[i])));
  }
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {label("q0", "city", "Springfield"), label("q0", "state", "IL"),
                  label("q0", "zip", "62704"),        label("q1", "city", "New York"),
                  label("q1", "state", "NY"),         label("q1", "zip", "10001")};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const auto records = wrap::RulesWrapper(learned->rules).apply(pages[3]).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(texts(records[0], "city"), ElementsAre("Santa Fe"));
  EXPECT_THAT(texts(records[0], "state"), ElementsAre("NM"));
  EXPECT_THAT(texts(records[0], "zip"), ElementsAre("87501"));
}

TEST(LearnerTest, TakesValuesThatSpanInlineElements) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 3; ++i) {
    pages.push_back(
        page(fmt::format("q{}", i),
             fmt::format("<p class=x>intro {}</p><h2>The <b>{}</b> thing</h2>", i, i * 7)));
  }
  model::InducerInput input{.pages = {&pages[0], &pages[1], &pages[2]},
                            .labels = {label("q0", "name", "The 0 thing")}};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const auto records = wrap::RulesWrapper(learned->rules).apply(pages[2]).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(texts(records[0], "name"), ElementsAre("The 14 thing"));
}

TEST(LearnerTest, PartsValuesWhereTheirLinesEnd) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 3; ++i) {
    pages.push_back(page(fmt::format("q{}", i),
                         fmt::format("<h2>Shop</h2><p class=a>{} Main St<br>Springfield</p>", i)));
  }
  // As a reader would write it, and as texts that follow each other without a space.
  for (const char* value : {"0 Main St Springfield", "0 Main StSpringfield"}) {
    model::InducerInput input{.pages = {&pages[0], &pages[1], &pages[2]},
                              .labels = {label("q0", "address", value)}};
    const auto learned = learn(input);
    ASSERT_TRUE(learned.ok());
    const auto records = wrap::RulesWrapper(learned->rules).apply(pages[2]).records;
    ASSERT_EQ(records.size(), 1U);
    EXPECT_THAT(texts(records[0], "address"), ElementsAre("2 Main St Springfield"));
  }
}

TEST(LearnerTest, ItemsOfAListMayStandAtDifferentDepths) {
  const model::Page recipe = page(
      "p",
      "<ul class=nav><li>Home</li><li>About us</li></ul><ul class=food><li><span>2 eggs</span></li>"
      "<li><span>1 cup <a>flour</a></span></li><li>salt</li><li><b><i>3 plums</i></b></li></ul>");
  model::InducerInput input{.pages = {&recipe}};
  for (const char* value : {"2 eggs", "1 cup flour", "salt", "3 plums"})
    input.labels.push_back(label("p", "ingredients", value));
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const auto extraction = wrap::RulesWrapper(learned->rules).apply(recipe);
  ASSERT_EQ(extraction.records.size(), 1u);
  EXPECT_THAT(texts(extraction.records[0], "ingredients"),
              ElementsAre("2 eggs", "1 cup flour", "salt", "3 plums"));
}

TEST(LearnerTest, SaysWhichLabelsPointNowhere) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "title", "Red hat"), label("p0", "isbn", "123")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->problems,
              ElementsAre(HasSubstr("\"123\" is nowhere on the page"), HasSubstr("isbn")));
}

TEST(LearnerTest, ALabelThatIsNowhereDoesNotSpoilTheOthers) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "price", "$10.50"), label("p0", "price", "no such text"),
                       label("p1", "price", "$11.50")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->problems, ElementsAre(HasSubstr("is nowhere on the page")));
  EXPECT_THAT(learned->contradictions, IsEmpty());
  EXPECT_THAT(texts(shop.extract(*learned, 3), "price"), ElementsAre("$13.50"));
}

TEST(LearnerTest, AValueUnlikeTheLabelledOnesIsGivenWithLessConfidence) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "price", "$10.50"), label("p1", "price", "$11.50")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->rules.attributes[0].examples, ElementsAre("$10.50", "$11.50"));
  const auto again = wrap::RulesWrapper::from_json(wrap::RulesWrapper(learned->rules).to_json());
  ASSERT_TRUE(again.ok());
  const auto confidence = [&](const char* price) {
    const model::Page odd = page(
        "odd", fmt::format("<h1>X</h1><table><tr><th>Price:</th><td>{}</td></tr></table>", price));
    const auto extraction = (*again)->apply(odd);
    return extraction.records.empty() ? -1 : extraction.records[0].find("price")->confidence;
  };
  EXPECT_DOUBLE_EQ(confidence("$99.00"), 1);
  EXPECT_LT(confidence("call us for details"), 0.9);
  EXPECT_GT(confidence("call us for details"), 0);
}

TEST(RulesWrapperTest, ExplainsWhatARunnerUpWouldTakeAndNamesEveryAttribute) {
  wrap::Rule best{
      .target = {},
      .features = {
          {.test = wrap::Test::kAttribute, .level = 1, .attribute = "id", .values = {"now"}}}};
  wrap::Rule second{
      .target = {},
      .features = {
          {.test = wrap::Test::kAttribute, .level = 1, .attribute = "class", .values = {"price"}}}};
  wrap::RecordRules rules;
  rules.attributes.push_back({.name = "price", .rules = {best, second}});
  const wrap::RulesWrapper wrapper(rules);
  const model::Page old_page = page("p", "<b class=price>12</b><i>13</i>");
  std::map<std::string, std::vector<model::Explanation>> by_text;
  for (const dom::NodeId n : old_page.document.nodes()) {
    if (old_page.document.is_text(n))
      by_text[std::string(old_page.document.text(n))] = wrapper.explain(old_page, n);
  }
  ASSERT_EQ(by_text["12"].size(), 1u);
  EXPECT_FALSE(by_text["12"][0].extracted);
  EXPECT_THAT(by_text["12"][0].rule, HasSubstr("@class=\"price\""));
  EXPECT_THAT(by_text["12"][0].reasons, ElementsAre(HasSubstr("ranked 2 of 2")));
  EXPECT_THAT(by_text["13"], IsEmpty());
  ASSERT_EQ(wrapper.explain(old_page, dom::kRoot).size(), 1u);
  EXPECT_EQ(wrapper.explain(old_page, dom::kRoot)[0].attribute, "price");
}

TEST(LearnerTest, RefusesLabelsOfUnknownPages) {
  LearnerShop shop;
  shop.input.labels = {label("elsewhere", "title", "Red hat")};
  const auto learned = learn(shop.input);
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, ErrorCode::kInvalidArgument);
}

TEST(LearnerTest, ReportsContradictoryLabelsWithBothPlaces) {
  std::vector<model::Page> pages;
  for (const char* id : {"a", "b"}) pages.push_back(page(id, "<p>one</p><p>two</p><p>three</p>"));
  model::InducerInput input{.pages = {&pages[0], &pages[1]},
                            .labels = {label("a", "x", "one", "/html[1]/body[1]/p[1]/text()[1]"),
                                       label("b", "x", "two", "/html[1]/body[1]/p[2]/text()[1]")}};
  const auto learned = learn(input, {.disjunctions = false});
  ASSERT_TRUE(learned.ok());
  ASSERT_FALSE(learned->contradictions.empty());
  EXPECT_FALSE(learned->contradictions[0].first.empty());
  EXPECT_FALSE(learned->contradictions[0].second.empty());
}

// A result page: products with offers, an advert between them, a menu of like markup elsewhere.
model::Page results(const std::string& id, int count) {
  std::string html = "<ul class=menu><li><a>Home</a></li><li><a>Help</a></li></ul><div id=list>";
  for (int i = 0; i < count; ++i) {
    html += fmt::format("<div class=item><h3>{} product {}</h3><span class=price>{} EUR</span><ul>",
                        id, i, i + 3);
    for (int j = 0; j <= i % 2; ++j)
      html += fmt::format("<li><b>shop {}{}</b><i>{}.50</i></li>", i, j, j + 1);
    html += "</ul></div>";
    if (i == 1) html += "<div class=ad><h3>Buy now</h3></div>";
  }
  return page(id, html + "</div>");
}

TEST(LearnerTest, LearnsRecordsFirstAndAttributesRelativeToThem) {
  std::vector<model::Page> pages;
  for (const char* id : {"a", "b", "c"}) pages.push_back(results(id, 4));
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {label("a", "name", "a product 0", "", "0"), label("a", "price", "3 EUR", "", "0"),
                  label("a", "name", "a product 1", "", "1"),
                  label("a", "price", "4 EUR", "", "1")};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  ASSERT_TRUE(learned->rules.record.has_value());
  const auto records = wrap::RulesWrapper(learned->rules).apply(pages[1]).records;
  ASSERT_EQ(records.size(), 4U);
  EXPECT_THAT(texts(records[2], "name"), ElementsAre("b product 2"));
  EXPECT_THAT(texts(records[3], "price"), ElementsAre("6 EUR"));
}

std::vector<std::string> shown(const Learned& learned, const model::Page& page) {
  std::vector<std::string> out;
  const auto loaded = wrap::load_wrapper(model::save_wrapper(wrap::RulesWrapper(learned.rules)));
  EXPECT_TRUE(loaded.ok());
  for (const model::Record& record : (*loaded)->apply(page).records) {
    std::string text;
    for (const auto& field : record.fields) {
      for (const std::string& value : texts(record, field.name)) text += value + ";";
    }
    out.push_back(text);
  }
  return out;
}

// A table without a class, in which cells are empty here and there.
model::Page plain_table(const std::string& id, int first) {
  std::string html = "<table>";
  for (int i = first; i < first + 6; ++i) {
    html += fmt::format(
        "<tr><td><b>Item {}</b></td><td>{}</td><td>{}</td><td><i>{} kg</i></td>"
        "<td>No. {}</td></tr>",
        i, i % 3 == 0 ? "" : fmt::format("<i>{} m</i>", i),
        i % 3 == 1 ? "" : fmt::format("<i>{} EUR</i>", i), i, i);
  }
  return page(id, html + "<tr><td colspan=5><b>Advert</b></td></tr></table>");
}

TEST(LearnerTest, CellsOfATableAreToldByTheirColumns) {
  const model::Page first = plain_table("p0", 0), second = plain_table("p1", 10);
  model::InducerInput input{.pages = {&first, &second}};
  for (int i = 0; i < 6; ++i) {
    const std::string record = std::to_string(i);
    const auto add = [&](const std::string& attribute, const std::string& value) {
      input.labels.push_back(label("p0", attribute, value, "", record));
    };
    add("title", fmt::format("Item {}", i));
    if (i % 3 != 0) add("length", fmt::format("{} m", i));
    if (i % 3 != 1) add("price", fmt::format("{} EUR", i));
    add("weight", fmt::format("{} kg", i));
    add("number", fmt::format("No. {}", i));
  }
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->problems, IsEmpty());
  EXPECT_THAT(shown(*learned, second),
              ElementsAre("Item 10;10 kg;No. 10;10 m;", "Item 11;11 EUR;11 kg;No. 11;11 m;",
                          "Item 12;12 EUR;12 kg;No. 12;", "Item 13;13 kg;No. 13;13 m;",
                          "Item 14;14 EUR;14 kg;No. 14;14 m;", "Item 15;15 EUR;15 kg;No. 15;"));
}

// Titles and prices of four items, every second one with a note before its title.
model::Page run_of_siblings(const std::string& id, int first) {
  std::string html = "<h1>LearnerShop</h1><div>";
  for (int i = first; i < first + 4; ++i) {
    if (i % 2 == 1) html += fmt::format("<em>note {}</em>", i);
    html += fmt::format("<h3>Item {}</h3><p class=price>{} EUR</p>", i, i % 3);
  }
  return page(id, html + "</div><p>Imprint</p>");
}

TEST(LearnerTest, RecordsThatFollowOneAnotherBeginWithWhatAllHave) {
  const model::Page first = run_of_siblings("p0", 0), second = run_of_siblings("p1", 5);
  model::InducerInput input{.pages = {&first, &second}};
  for (int i = 0; i < 4; ++i) {
    const std::string record = std::to_string(i), at = std::to_string(i + 1);
    input.labels.push_back(label("p0", "title", "", "/html/body/div/h3[" + at + "]", record));
    input.labels.push_back(label("p0", "price", "", "/html/body/div/p[" + at + "]", record));
    if (i % 2 == 1)
      input.labels.push_back(label("p0", "note", fmt::format("note {}", i), "", record));
  }
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  EXPECT_THAT(learned->problems, IsEmpty());
  ASSERT_TRUE(learned->rules.grouping);
  EXPECT_EQ(learned->rules.grouping->start, "title");
  EXPECT_THAT(shown(*learned, second), ElementsAre("Item 5;2 EUR;note 5;", "Item 6;0 EUR;",
                                                   "Item 7;1 EUR;note 7;", "Item 8;2 EUR;"));
}

// A price that stands under two titles was found under the wrong one.
TEST(LearnerTest, AFewLabelsThatNobodyIsCertainOfDoNotSpoilAGrouping) {
  std::string html = "<div>";
  for (int i = 0; i < 24; ++i) html += fmt::format("<h3>Item {}</h3><p>{} EUR</p>", i, i);
  const model::Page only = page("p0", html + "</div>");
  for (const model::LabelSource source :
       {model::LabelSource::kMemory, model::LabelSource::kPerson}) {
    model::InducerInput input{.pages = {&only}};
    for (int i = 0; i < 24; ++i) {
      const std::string record = std::to_string(i);
      input.labels.push_back(
          label("p0", "title", "", fmt::format("/html/body/div/h3[{}]", i + 1), record));
      if (i == 9) continue;
      input.labels.push_back(label(
          "p0", "price", "", fmt::format("/html/body/div/p[{}]", i == 3 ? 10 : i + 1), record));
    }
    for (model::Label& one : input.labels) one.source = source;
    const auto learned = learn(input);
    ASSERT_TRUE(learned.ok());
    EXPECT_EQ(learned->rules.grouping.has_value(), source == model::LabelSource::kMemory);
  }
}

TEST(LearnerTest, RefusesGroupingsThatAreNone) {
  for (const char* grouping :
       {"1", "{}", R"({"start":"a"})", R"({"start":"a","before":[1],"lists":[]})",
        R"({"start":"a","before":[],"lists":[],"cell":"td"})"}) {
    EXPECT_FALSE(read_json_text<wrap::RecordRules>(
                     fmt::format(R"({{"attributes":[],"grouping":{}}})", grouping), "rules")
                     .ok())
        << grouping;
  }
}

TEST(LearnerTest, LearnsNestedSets) {
  std::vector<model::Page> pages;
  for (const char* id : {"a", "b"}) pages.push_back(results(id, 4));
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {label("a", "name", "a product 0", "", "0"),
                  label("a", "name", "a product 1", "", "1"),
                  label("a", "offers.shop", "shop 00", "", "0/0"),
                  label("a", "offers.shop", "shop 10", "", "1/0"),
                  label("a", "offers.shop", "shop 11", "", "1/1")};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  ASSERT_EQ(learned->rules.nested.size(), 1U);
  const auto records = wrap::RulesWrapper(learned->rules).apply(pages[1]).records;
  ASSERT_EQ(records.size(), 4U);
  const model::Value* offers = records[3].find("offers");
  ASSERT_NE(offers, nullptr);
  ASSERT_EQ(offers->items.size(), 2U);
  EXPECT_THAT(texts(offers->items[1].record[0], "shop"), ElementsAre("shop 31"));
}

// Pages with a price, the first `reduced` of them with a former price behind it.
std::vector<model::Page> sale(int count, int reduced) {
  std::vector<model::Page> pages;
  for (int i = 0; i < count; ++i) {
    const std::string former = i < reduced ? fmt::format("<del class=f>${}.99</del>", i + 20) : "";
    pages.push_back(page(fmt::format("p{}", i),
                         fmt::format("<h1>Thing {}</h1><div class=buy><b class=now>${}.50</b>{}"
                                     "<p class=stock>{} left</p><button>Buy</button></div>",
                                     i, i + 10, former, i + 3)));
  }
  return pages;
}

// The neighbour is not labelled, but two pages are known to have no former price.
TEST(LearnerTest, PagesWithoutTheAttributeRefuteRulesThatGiveItThere) {
  const std::vector<model::Page> pages = sale(8, 2);
  model::InducerInput input{.pages = pointers_to(pages)};
  for (const int i : {0, 1, 2, 3})
    input.labels.push_back(label(fmt::format("p{}", i), "title", fmt::format("Thing {}", i)));
  for (const int i : {0, 1})
    input.labels.push_back(label(fmt::format("p{}", i), "former", fmt::format("${}.99", i + 20)));
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const wrap::RulesWrapper wrapper(learned->rules);
  EXPECT_THAT(texts(wrapper.apply(pages[1]).records.at(0), "former"), ElementsAre("$21.99"));
  for (size_t p = 2; p < pages.size(); ++p)
    EXPECT_THAT(texts(wrapper.apply(pages[p]).records.at(0), "former"), IsEmpty()) << p;
}

// Three pages of six have a former price. By its place alone, the price of the others would do.
TEST(LearnerTest, AnOptionalAttributeDoesNotTakeItsNeighboursValue) {
  const std::vector<model::Page> pages = sale(6, 3);
  model::InducerInput input{.pages = pointers_to(pages)};
  for (const int i : {0, 1}) {
    const std::string id = fmt::format("p{}", i);
    input.labels.push_back(label(id, "price", fmt::format("${}.50", i + 10)));
    input.labels.push_back(label(id, "former", fmt::format("${}.99", i + 20)));
    input.labels.push_back(label(id, "stock", fmt::format("{} left", i + 3)));
  }
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const wrap::RulesWrapper wrapper(learned->rules);
  EXPECT_THAT(texts(wrapper.apply(pages[2]).records.at(0), "former"), ElementsAre("$22.99"));
  for (size_t p = 3; p < pages.size(); ++p) {
    const auto records = wrapper.apply(pages[p]).records;
    EXPECT_THAT(texts(records.at(0), "former"), IsEmpty()) << p;
    EXPECT_THAT(texts(records.at(0), "price"), ElementsAre(fmt::format("${}.50", p + 10)));
  }
}

// Every page repeats its price where nobody sees it; a page without a former price is labelled, too.
TEST(LearnerTest, AnOptionalAttributeDoesNotTakeWhatRepeatsItsNeighbour) {
  std::vector<model::Page> pages;
  model::InducerInput input;
  for (int i = 0; i < 8; ++i) {
    const std::string former = i < 3 ? fmt::format("<del>${}.99</del>", i + 20) : "";
    pages.push_back(page(fmt::format("p{}", i),
                         fmt::format("<h1>Thing {0}</h1><div><strong>${1}.50</strong><span "
                                     "hidden>${1}.50</span>{2}<button>Buy</button></div>",
                                     i, i + 10, former)));
  }
  for (const model::Page& p : pages) input.pages.push_back(&p);
  input.labels = {label("p0", "price", "$10.50"), label("p0", "former", "$20.99"),
                  label("p4", "price", "$14.50")};
  const auto learned = learn(input);
  ASSERT_TRUE(learned.ok());
  const wrap::RulesWrapper wrapper(learned->rules);
  EXPECT_THAT(texts(wrapper.apply(pages[1]).records.at(0), "former"), ElementsAre("$21.99"));
  for (size_t p = 3; p < pages.size(); ++p)
    EXPECT_THAT(texts(wrapper.apply(pages[p]).records.at(0), "former"), IsEmpty()) << p;
}

TEST(LearnerTest, WrappersSurviveJson) {
  LearnerShop shop;
  shop.input.labels = {label("p0", "title", "Red hat"), label("p0", "price", "$10.50"),
                       label("p1", "author", "Ann Blue shoe"), label("p1", "author", "Bob")};
  const auto learned = learn(shop.input);
  ASSERT_TRUE(learned.ok());
  const wrap::RulesWrapper wrapper(learned->rules);
  const auto json = model::save_wrapper(wrapper);
  const auto back = wrap::load_wrapper(json);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(model::save_wrapper(**back).dump(), json.dump());
  const auto records = (*back)->apply(shop.pages[3]).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_THAT(texts(records[0], "price"), ElementsAre("$13.50"));
}

}  // namespace
}  // namespace weft::induce
