#include "site/label_desk.h"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dom/path.h"
#include "html/parser.h"
#include "model/schema_file.h"
#include "site/bundle.h"
#include "site/label_place.h"
#include "site/raw_page.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<model::Page> desk_page(const std::string& id, const std::string& html) {
  html::Parser parser;
  RawPage raw;
  raw.id = id;
  raw.bytes = html;
  return std::make_shared<model::Page>(parse_page(parser, raw, Limits{}));
}

// A shop of ten kettles.
class LabelDeskTest : public testing::Test {
 protected:
  LabelDeskTest() {
    for (int i = 0; i < 10; ++i) {
      pages_.push_back(desk_page(
          fmt::format("k{}", i),
          fmt::format("<body><nav><a>Home</a></nav><h1>Kettle {}</h1><p class=price><b>{},50 "
                      "€</b></p><p class=stock>In stock</p></body>",
                      i, 20 + i)));
      input_.pages.push_back(pages_.back().get());
    }
    schema_ = *model::read_schema(
        R"({"weft":"schema","version":1,"name":"","attributes":["title","price: money"]})");
  }

  Act act(ActKind kind, int page, const char* attribute, const std::string& path) {
    const model::Page& on = *pages_[static_cast<size_t>(page)];
    const dom::NodeId node = *dom::resolve_indexed_path(on.document, path);
    Act made{.id = std::to_string(++last_id_), .page = on.id, .kind = kind};
    made.labels.push_back(label_at(on, {.node = node}, attribute, "0"));
    return made;
  }

  std::vector<std::shared_ptr<model::Page>> pages_;
  DeskInput input_;
  model::Schema schema_;
  int last_id_ = 0;
};

const std::string kTitle = "/html[1]/body[1]/h1[1]";
const std::string kPrice = "/html[1]/body[1]/p[1]/b[1]";
const std::string kStock = "/html[1]/body[1]/p[2]";

std::string found(const DeskPage& page, const char* attribute) {
  if (page.found.extraction.records.empty()) return "";
  const model::Value* value = page.found.extraction.records[0].find(attribute);
  return value == nullptr ? "" : value->normalized.empty() ? value->text : value->normalized;
}

TEST_F(LabelDeskTest, TwoClicksFillTheTable) {
  LabelDesk desk(input_);
  desk.update({act(ActKind::kLabel, 0, "title", kTitle)}, schema_);
  EXPECT_EQ(found(desk.pages()[7], "title"), "Kettle 7");
  desk.update({act(ActKind::kLabel, 0, "title", kTitle), act(ActKind::kLabel, 0, "price", kPrice)},
              schema_);
  EXPECT_EQ(found(desk.pages()[7], "title"), "Kettle 7");
  EXPECT_EQ(found(desk.pages()[7], "price"), "EUR 27.50");
  EXPECT_TRUE(desk.problems().empty());
}

TEST_F(LabelDeskTest, AnotherPageSaysNothingOfAttributesNobodyTouchedThere) {
  LabelDesk desk(input_);
  desk.update({act(ActKind::kLabel, 0, "title", kTitle), act(ActKind::kLabel, 0, "price", kPrice),
               act(ActKind::kAccept, 1, "title", kTitle)},
              schema_);
  EXPECT_EQ(found(desk.pages()[1], "price"), "EUR 21.50");
  EXPECT_EQ(found(desk.pages()[9], "price"), "EUR 29.50");
}

TEST_F(LabelDeskTest, ASecondClickMovesTheLabelAndUndoBringsItBack) {
  LabelDesk desk(input_);
  std::vector<Act> acts = {act(ActKind::kLabel, 0, "price", kStock),
                           act(ActKind::kLabel, 0, "price", kPrice)};
  desk.update(acts, schema_);
  ASSERT_EQ(desk.labels().size(), 1u);
  EXPECT_EQ(desk.labels()[0].value, "20,50 €");
  acts[1].undone = true;
  EXPECT_EQ(last_standing(acts), &acts[0]);
  EXPECT_EQ(next_undone(acts), &acts[1]);
  desk.update(acts, schema_);
  EXPECT_EQ(desk.labels()[0].value, "In stock");
}

TEST_F(LabelDeskTest, PredictsWhatNobodySaidAndNotWhatWasRejected) {
  LabelDesk desk(input_);
  std::vector<Act> acts = {act(ActKind::kLabel, 0, "title", kTitle),
                           act(ActKind::kLabel, 0, "price", kPrice)};
  desk.update(acts, schema_);
  const auto predicted = desk.predictions(desk.pages()[4]);
  ASSERT_EQ(predicted.size(), 2u);
  Act reject{.id = "r", .page = "k4", .kind = ActKind::kReject, .labels = {predicted[1]}};
  acts.push_back(reject);
  desk.update(acts, schema_);
  EXPECT_EQ(desk.predictions(desk.pages()[4]).size(), 1u);
}

TEST_F(LabelDeskTest, RenamesEverywhere) {
  LabelDesk desk(input_);
  Act rename{.id = "n", .kind = ActKind::kRename, .attribute = "title", .name = "name"};
  desk.update({act(ActKind::kLabel, 0, "title", kTitle), rename}, {});
  ASSERT_EQ(desk.labels().size(), 1u);
  EXPECT_EQ(desk.labels()[0].attribute, "name");
  EXPECT_EQ(found(desk.pages()[3], "name"), "Kettle 3");
}

// Pages of which every other has no price: finishing one of them says so.
TEST_F(LabelDeskTest, AFinishedPageDeclinesWhatItDoesNotHave) {
  LabelDesk desk(input_);
  const Act price = act(ActKind::kLabel, 0, "price", kPrice);
  Act finish{.id = "f", .page = "k0", .kind = ActKind::kFinish};
  Act other = finish;
  other.id = "g", other.page = "k1";
  desk.update({price, finish, other}, schema_);
  const auto labels = desk.labels();
  ASSERT_EQ(labels.size(), 2u);
  EXPECT_EQ(labels[1].page, "k1");
  EXPECT_EQ(labels[1].attribute, "price");
  EXPECT_TRUE(labels[1].path.empty() && labels[1].value.empty());
}

TEST_F(LabelDeskTest, GoesOnUntilEveryAttributeOfTheSchemaWasSeen) {
  LabelDesk desk(input_);
  desk.update({}, schema_);
  ASSERT_NE(desk.outlook().next, nullptr) << "the first page to label";
  EXPECT_FALSE(desk.outlook().enough);
  Act finish{.id = "f", .page = "k0", .kind = ActKind::kFinish};
  std::vector<Act> acts = {act(ActKind::kLabel, 0, "title", kTitle), finish};
  desk.update(acts, schema_);
  EXPECT_FALSE(desk.outlook().enough);
  ASSERT_NE(desk.outlook().next, nullptr);
  EXPECT_EQ(desk.outlook().next->reason, "price: not seen on a page yet");
  acts.push_back(act(ActKind::kLabel, 0, "price", kPrice));
  desk.update(acts, schema_);
  EXPECT_TRUE(desk.outlook().enough);
}

TEST_F(LabelDeskTest, ExplainsAValueOfAWrapperThatIsInNoBundle) {
  LabelDesk desk(input_);
  desk.update({act(ActKind::kLabel, 0, "price", kPrice)}, schema_);
  const auto explanation = desk.explain(desk.pages()[2]);
  ASSERT_EQ(explanation.attributes.size(), 2u);
  EXPECT_TRUE(explanation.attributes[1].missing) << "title: in the schema, and not labelled";
  const auto& price = explanation.attributes[0];
  EXPECT_EQ(price.attribute, "price");
  EXPECT_EQ(price.value, "22,50 €");
  EXPECT_FALSE(price.chosen.rule.empty());
}

// Pages of a template that nobody labelled are read by the rules of another that fit, and all of it is in doubt.
TEST_F(LabelDeskTest, BeginsWithTheRulesOfAnotherTemplateThatFit) {
  LabelDesk labelled(input_);
  labelled.update(
      {act(ActKind::kLabel, 0, "title", kTitle), act(ActKind::kLabel, 0, "price", kPrice)},
      schema_);
  DeskInput input = input_;
  input.others.push_back({"t1", labelled.wrapper()});
  LabelDesk desk(input);
  desk.update({}, schema_);
  EXPECT_EQ(desk.wrapper(), nullptr) << "nobody has said that they are right";
  const auto predicted = desk.predictions(desk.pages()[4]);
  ASSERT_EQ(predicted.size(), 2u);
  EXPECT_EQ(predicted[0].value, "Kettle 4");
  ASSERT_EQ(desk.pages()[4].doubts.size(), 2u);
  EXPECT_NE(desk.pages()[4].doubts[0].message.find("rules of t1"), std::string::npos);
  // What was accepted is learned; the rest is still shown, and not kept.
  desk.update({act(ActKind::kAccept, 0, "title", kTitle)}, schema_);
  EXPECT_EQ(found(desk.pages()[4], "price"), "EUR 24.50");
  ASSERT_NE(desk.wrapper(), nullptr);
  EXPECT_TRUE(desk.wrapper()->apply(*desk.pages()[4].page).records[0].find("price") == nullptr);
}

// Rules and brooms that read a page differently make it the next one to look at.
TEST_F(LabelDeskTest, DisagreementOfInducersIsDoubtWithItsReason) {
  LabelDesk desk(input_);
  desk.update({act(ActKind::kLabel, 0, "title", kTitle)}, schema_);
  const auto view = desk.second_view();
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->contended().empty()) << "brooms read the same here";
  desk.take({{.page = "k6", .attributes = 1, .attribute = "title", .first = "Kettle 6"}});
  EXPECT_GT(desk.pages()[6].doubt, 0);
  ASSERT_NE(desk.outlook().next, nullptr);
  EXPECT_EQ(desk.outlook().next->page->id, "k6");
  EXPECT_EQ(desk.outlook().next->reason, "title: rules read “Kettle 6”, brooms nothing");
}

// Four lists of six cups, and what says that part ("b": the title, "i": the price) of a row is of a record.
class LabelDeskLists : public testing::Test {
 protected:
  LabelDeskLists() {
    for (int p = 0; p < 4; ++p) {
      std::string html = "<h1>Cups</h1><ul>";
      for (int i = 0; i < 6; ++i)
        html += fmt::format("<li><b>Cup {}{}</b><i>{} €</i>{}</li>", p, i, 10 * p + i + 1,
                            i % 3 == 2 ? "<em>new</em>" : "");
      pages.push_back(desk_page(fmt::format("p{}", p), html + "</ul>"));
      input.pages.push_back(pages.back().get());
    }
  }

  [[nodiscard]] Act label(int row, const char* part, const std::string& record) const {
    const std::string path = fmt::format("/html[1]/body[1]/ul[1]/li[{}]/{}[1]", row, part);
    Act act{.id = path, .page = "p0", .kind = ActKind::kLabel};
    act.labels = {label_at(*pages[0],
                           {.node = *dom::resolve_indexed_path(pages[0]->document, path)},
                           *part == 'b' ? "title" : "price", record)};
    return act;
  }

  std::vector<std::shared_ptr<model::Page>> pages;
  DeskInput input;
};

// Rules would take the page as complete, with two records of one kind.
TEST_F(LabelDeskLists, TwoRecordsShowWhatTheOthersAre) {
  std::vector<Act> acts;
  for (int i = 1; i <= 2; ++i) {
    for (const char* part : {"b", "i"}) acts.push_back(label(i, part, std::to_string(i - 1)));
  }
  LabelDesk desk(input);
  desk.update(acts, {});
  EXPECT_EQ(desk.pages()[0].found.extraction.records.size(), 6u);
  EXPECT_EQ(desk.predictions(desk.pages()[0]).size(), 8u) << "of four records";
  EXPECT_EQ(desk.pages()[3].found.extraction.records.size(), 6u);
  EXPECT_FALSE(desk.outlook().prediction.pages.empty());
}

TEST_F(LabelDeskLists, WhatIsFoundIsCalledAsAPersonCallsIt) {
  std::vector<Act> acts;
  for (const char* part : {"b", "i"}) {
    acts.push_back(label(3, part, "0"));
    acts.push_back(label(5, part, "7"));
  }
  LabelDesk desk(input);
  desk.update(acts, {});
  std::vector<std::string> names;
  for (const model::Record& record : desk.pages()[0].found.extraction.records)
    names.push_back(record.id);
  EXPECT_EQ(names, (std::vector<std::string>{"6", "1", "0", "3", "7", "5"}));
  std::set<std::pair<std::string, std::string>> values;
  for (const model::Label& one : desk.predictions(desk.pages()[0]))
    EXPECT_TRUE(values.emplace(one.record, one.attribute).second) << one.value;
  EXPECT_EQ(values.size(), 8u) << "of four records";
  EXPECT_EQ(desk.pages()[1].found.extraction.records[0].id, "0");
}

TEST(LabelPlace, FindsWhatIsAlikeAndItsRecord) {
  const auto page = desk_page("list",
                              "<ul><li><b class=t>A</b><i>1</i><li><b class=t>B</b><i>2</i><li><b "
                              "class=t>C</b><i>3</i></ul><b class=t>other</b>");
  const dom::Document& doc = page->document;
  const auto at = [&](const char* path) { return *dom::resolve_indexed_path(doc, path); };
  const auto kin = alike(doc, at("/html/body/ul/li[2]/b"));
  ASSERT_EQ(kin.size(), 3u);
  std::vector<model::Label> labels;
  for (size_t i = 0; i < kin.size(); ++i)
    labels.push_back(label_at(*page, {.node = kin[i]}, "title", std::to_string(i)));
  EXPECT_EQ(records_at(doc, labels, {at("/html/body/ul/li[3]/i")})[0], "2");
  EXPECT_EQ(records_at(doc, labels, {at("/html/body/ul/li[1]/i")})[0], "0");
  labels.erase(labels.begin() + 1);
  EXPECT_EQ(records_at(doc, labels, alike(doc, at("/html/body/ul/li[1]/i"))),
            (std::vector<std::string>{"0", "1", "2"}))
      << "the second has no title: a record of its own";
}

TEST(LabelPlace, RowsWithoutAnElementOfTheirOwnGoByTheirOrder) {
  std::string html = "<table>";
  for (int i = 0; i < 5; ++i)
    html += fmt::format(
        "<tr><td><b>Cup {}</b></td></tr><tr><td><i>{} €</i>{}</td></tr>"
        "<tr><td><hr></td></tr>",
        i, i + 1, i == 2 ? "" : "<u>new</u>");
  const auto page = desk_page("p", html + "</table>");
  const dom::Document& doc = page->document;
  const auto all = [&](const char* name) {
    std::vector<dom::NodeId> found;
    for (const dom::NodeId n : doc.nodes()) {
      if (doc.name_text(n) == name) found.push_back(n);
    }
    return found;
  };
  std::vector<model::Label> labels;
  const std::vector<dom::NodeId> prices = all("i"), titles = all("b");
  for (size_t i = 0; i < prices.size(); ++i) {
    if (i == 1) continue;  // Nobody labelled it.
    labels.push_back(label_at(*page, {.node = prices[i]}, "price", std::to_string(i)));
  }
  EXPECT_EQ(records_at(doc, labels, titles), (std::vector<std::string>{"0", "1", "2", "3", "4"}));
  EXPECT_EQ(record_at(doc, labels, titles[3]), "3");
  // Those that stand with one record alone are its; the others go by order among the records that are left.
  for (size_t i = 0; i < titles.size(); ++i)
    labels.push_back(label_at(*page, {.node = titles[i]}, "title", std::to_string(i)));
  EXPECT_EQ(records_at(doc, labels, all("u")), (std::vector<std::string>{"0", "1", "3", "4"}));
}

TEST(LabelPlace, InTablesTheLikesOfACellAreItsColumn) {
  const auto page = desk_page("t",
                              "<table><tr><td>Oak<td><b>20</b><tr><td>Elm<td><b>30</b><tr><td>Fir"
                              "<td><b>40</b></table>");
  const dom::Document& doc = page->document;
  const auto kin =
      alike(doc, *dom::resolve_indexed_path(doc, "/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[1]"));
  ASSERT_EQ(kin.size(), 3u);
  EXPECT_EQ(text_at(doc, {.node = kin[2]}), "Fir");
  EXPECT_EQ(records_at(doc, {}, kin), (std::vector<std::string>{"0", "1", "2"}));
  const auto row = desk_page("r", "<table><tr><td>Oak<td>Elm<td>Fir</table>");
  EXPECT_EQ(
      alike(row->document, *dom::resolve_indexed_path(
                               row->document, "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[2]"))
          .size(),
      3u)
      << "a single row has no columns";
}

// Pictures, titles and prices in rows below each other: a record is a column.
TEST(LabelPlace, CrossedRecordsGetTheirValuesByColumn) {
  const auto page = desk_page("x",
                              "<table><tr><td><img src=a><td><img src=b><td><img src=c>"
                              "<tr><td><a>Oak</a><td><a>Elm</a><td><a>Fir</a>"
                              "<tr><td><span>20</span><td><span>30</span><td></table>");
  const dom::Document& doc = page->document;
  const auto at = [&](const char* path) { return *dom::resolve_indexed_path(doc, path); };
  const auto names = alike(doc, at("/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[3]/a"));
  ASSERT_EQ(names.size(), 3u);
  std::vector<model::Label> labels;
  for (size_t i = 0; i < names.size(); ++i)
    labels.push_back(label_at(*page, {.node = names[i]}, "title", std::to_string(i)));
  EXPECT_EQ(records_at(doc, labels,
                       alike(doc, at("/html[1]/body[1]/table[1]/tbody[1]/tr[3]/td[2]/span"))),
            (std::vector<std::string>{"0", "1"}));
}

TEST(LabelPlace, KnowsWhatOneMeansByOneOfMany) {
  const auto page = desk_page("p",
                              "<h1>Cup</h1><ul><li><b>red</b><i>1</i><li><b>blue</b><i>2</i><li>"
                              "<b>grey</b><i>3</i></ul>");
  const dom::Document& doc = page->document;
  const auto at = [&](const char* path) { return *dom::resolve_indexed_path(doc, path); };
  const auto colours = alike(doc, at("/html/body/ul/li[1]/b"));
  EXPECT_EQ(likes_meant(doc, alike(doc, at("/html/body/h1")), {}).likes, Likes::kOne);
  EXPECT_EQ(likes_meant(doc, colours, {}).likes, Likes::kRows);
  std::vector<model::Label> labels = {label_at(*page, {.node = at("/html/body/h1")}, "title", "0")};
  EXPECT_EQ(likes_meant(doc, colours, labels).likes, Likes::kSet) << "of the cup";
  labels.clear();
  for (size_t i = 0; i < colours.size(); ++i)
    labels.push_back(label_at(*page, {.node = colours[i]}, "colour", std::to_string(i)));
  const LikesMeant numbers = likes_meant(doc, alike(doc, at("/html/body/ul/li[2]/i")), labels);
  EXPECT_EQ(numbers.likes, Likes::kRows);
  EXPECT_TRUE(numbers.sure);
}

TEST(LabelPlace, MapsWhatABrowserSelects) {
  const auto page = desk_page("p", "<p>\n  Preis:   64,90 €  (inkl. <b>MwSt</b>)</p>");
  const dom::Document& doc = page->document;
  const dom::NodeId p = *dom::resolve_indexed_path(doc, "/html/body/p");
  const auto part = [&](uint32_t begin, uint32_t end) {
    return text_at(doc, pointed_place(doc, {p, std::pair(begin, end)}));
  };
  const std::string whole = "Preis: 64,90 € (inkl. MwSt)";
  EXPECT_EQ(part(12, 17), "64,90");  // "64,90" stands at 12 in the text as it is written.
  EXPECT_EQ(part(13, 15), "64,90");
  EXPECT_EQ(part(12, 19), "64,90 €");
  EXPECT_EQ(part(0, 400), whole);
  // The text before <b> is a place by itself.
  const auto text = pointed_place(doc, {p, std::pair(0U, 28U)});
  EXPECT_TRUE(doc.is_text(text.node));
  EXPECT_EQ(browser_place(doc, text).part, std::pair(0U, 28U));
  const auto amount = pointed_place(doc, {p, std::pair(12U, 17U)});
  EXPECT_EQ(browser_place(doc, amount).part, std::pair(12U, 17U));
}

TEST(LabelPlace, ProposesNames) {
  const auto page = desk_page("p",
                              "<h1>Kettle</h1><p class='card__price'>12 €</p><dl><dt>Item "
                              "no.</dt><dd>X1</dd></dl><table><tr><th>Product<th>Maker<tr><td>"
                              "Cup<td>Ada</table><table><tr><th>Weight<td>2 kg</table>");
  const dom::Document& doc = page->document;
  const auto names = [&](const char* path) {
    return proposed_names(doc, {.node = *dom::resolve_indexed_path(doc, path)});
  };
  EXPECT_EQ(names("/html/body/h1").front(), "title");
  EXPECT_EQ(names("/html/body/p").front(), "price");
  EXPECT_EQ(names("/html/body/dl/dd").front(), "item_no");
  EXPECT_EQ(names("/html/body/table[1]/tbody/tr[2]/td[1]").front(), "product");
  EXPECT_EQ(names("/html/body/table[1]/tbody/tr[2]/td[2]").front(), "maker");
  EXPECT_EQ(names("/html/body/table[2]/tbody/tr/td").front(), "weight");
}

TEST_F(LabelDeskTest, ABundleKeepsTheJournalAndItsLabels) {
  const std::string directory = testing::TempDir() + "desk.site";
  fs::remove_all(directory);
  Bundle site = *Bundle::open(directory, Bundle::Mode::kCreate);
  ASSERT_TRUE(site.put_template({.name = "detail"}).ok());
  Act first = act(ActKind::kLabel, 0, "title", kTitle);
  first.template_name = "detail";
  const auto kept = site.add_act(first);
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_EQ(kept->number, 1);
  EXPECT_EQ(site.add_act(first)->number, 1) << "one id is one act";
  EXPECT_EQ(*site.label_revision(), 1);
  Act rename{.id = "n",
             .template_name = "detail",
             .kind = ActKind::kRename,
             .attribute = "title",
             .name = "name"};
  ASSERT_TRUE(site.add_act(rename).ok());
  EXPECT_EQ(site.labels("detail")->labels.at(0).attribute, "name");
  ASSERT_TRUE(site.mark_act(2, true).ok());
  EXPECT_EQ(site.labels("detail")->labels.at(0).attribute, "title");
  ASSERT_TRUE(site.mark_act(1, true).ok());
  EXPECT_TRUE(site.labels("detail")->labels.empty());
  EXPECT_EQ(*site.label_revision(), 4);
  const auto acts = Bundle::open(directory, Bundle::Mode::kRead)->acts("detail");
  ASSERT_EQ(acts->size(), 2u);
  EXPECT_TRUE(acts->at(0).undone);
  EXPECT_EQ(acts->at(0).labels.at(0).value, "Kettle 0");
}

// Somebody labels, and says after every act that it is kept; then the power goes.
TEST_F(LabelDeskTest, AKilledProgramLosesNoActThatWasAnswered) {
  const std::string directory = testing::TempDir() + "killed.site";
  fs::remove_all(directory);
  ASSERT_TRUE(Bundle::open(directory, Bundle::Mode::kCreate)->put_template({.name = "t"}).ok());
  int answers[2];
  ASSERT_EQ(pipe(answers), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Bundle site = *Bundle::open(directory, Bundle::Mode::kWrite);
    for (;;) {
      Act made = act(ActKind::kLabel, 0, "title", kTitle);
      made.template_name = "t";
      const auto kept = site.add_act(made);
      const char answer = kept.ok() ? '.' : '!';
      if (write(answers[1], &answer, 1) != 1) _exit(1);
    }
  }
  close(answers[1]);
  std::string answered;
  char answer = 0;
  while (answered.size() < 25 && read(answers[0], &answer, 1) == 1) answered += answer;
  kill(child, SIGKILL);
  while (read(answers[0], &answer, 1) == 1) answered += answer;
  close(answers[0]);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(answered.find('!'), std::string::npos);
  const auto acts = Bundle::open(directory, Bundle::Mode::kRead)->acts("t");
  ASSERT_TRUE(acts.ok());
  EXPECT_GE(acts->size(), answered.size());
  EXPECT_LE(acts->size(), answered.size() + 1) << "at most one was kept and not answered";
}

TEST_F(LabelDeskTest, ProposalsAreDecidedOnce) {
  const std::string directory = testing::TempDir() + "proposal.site";
  fs::remove_all(directory);
  Bundle site = *Bundle::open(directory, Bundle::Mode::kCreate);
  ASSERT_TRUE(site.put_template({.name = "detail"}).ok());
  const auto id = site.add_proposal({.template_name = "detail", .wrapper = "{}", .proof = "{}"});
  ASSERT_TRUE(id.ok());
  EXPECT_EQ(site.proposals("open")->size(), 1u);
  EXPECT_TRUE(site.decide_proposal(*id, true).ok());
  EXPECT_FALSE(site.decide_proposal(*id, false).ok());
  EXPECT_EQ(site.proposals()->at(0).state, "accepted");
}

}  // namespace
}  // namespace weft::site
