#include "base/json.h"
#include "induce/page/page_tree_inducer.h"

#include <fmt/format.h>

#include "base/pointers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/kinds.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;

model::Page page(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

std::string product(int i, bool sale) {
  return fmt::format("<div><h1>Item {0}</h1>{1}<p>{0}0 EUR</p></div><ul><li>a</li><li>b</li></ul>",
                     i, sale ? "<b>Sale</b>" : "");
}

std::string article(int i) {
  return fmt::format("<table><tr><td>News {0}</td></tr><tr><td>Text {0}</td></tr></table>", i);
}

struct Site {
  std::vector<model::Page> pages;
  model::InducerInput input;
  Site() {
    pages.push_back(page("a", product(1, false)));
    pages.push_back(page("b", product(2, true)));
    pages.push_back(page("c", article(3)));
    pages.push_back(page("d", article(4)));
    for (const model::Page& p : pages) input.pages.push_back(&p);
    const auto label = [&](const char* on, const char* attribute, const char* value) {
      input.labels.push_back({.page = on, .attribute = attribute, .value = value});
    };
    label("a", "title", "Item 1"), label("a", "price", "10 EUR");
    label("b", "title", "Item 2"), label("b", "price", "20 EUR");
    label("c", "headline", "News 3"), label("d", "headline", "News 4");
  }
};

std::vector<std::string> show(const model::Extraction& extraction) {
  std::vector<std::string> out;
  for (const model::Record& record : extraction.records) {
    std::string text;
    for (const auto& field : record.fields) text += field.name + "=" + field.value.text + ";";
    out.push_back(text);
  }
  return out;
}

TEST(PageTree, FindsTemplatesAndSelectsTheNearest) {
  const Site site;
  for (const wrap::TreeOptions& options : {wrap::TreeOptions::paper(), wrap::TreeOptions()}) {
    const auto learned = learn_page_trees(site.input, options);
    ASSERT_TRUE(learned.ok());
    EXPECT_EQ(learned->wrapper->trees().trees.size(), 2U);
    const auto loaded = wrap::load_wrapper(model::save_wrapper(*learned->wrapper));
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_THAT(show((*loaded)->apply(page("x", product(7, true)))),
                ElementsAre("title=Item 7;price=70 EUR;"));
    EXPECT_THAT(show((*loaded)->apply(page("y", article(8)))), ElementsAre("headline=News 8;"));
  }
}

TEST(PageTree, RejectsPagesOfNoTemplate) {
  const Site site;
  const auto learned = learn_page_trees(site.input, wrap::TreeOptions::paper());
  const model::Extraction extraction =
      learned->wrapper->apply(page("z", "<form><input><input><input></form><hr><hr><hr><hr>"));
  EXPECT_TRUE(extraction.records.empty());
  EXPECT_EQ(extraction.diagnostics.size(), 1U);
}

TEST(PageTree, StartsARecordWhereAnAttributeComesAgain) {
  const model::Page p = page("p", "<ul><li><b>A</b><i>1</i></li><li><b>B</b><i>2</i></li></ul>");
  std::vector<model::Label> labels;
  for (const auto& [record, title, price] :
       {std::tuple{"0", "A", "1"}, std::tuple{"1", "B", "2"}}) {
    labels.push_back({.page = "p", .record = record, .attribute = "title", .value = title});
    labels.push_back({.page = "p", .record = record, .attribute = "price", .value = price});
  }
  const auto learned =
      learn_page_trees({.pages = {&p}, .labels = labels}, wrap::TreeOptions::paper());
  ASSERT_TRUE(learned.ok());
  const model::Page q = page("q", "<ul><li><b>C</b><i>3</i></li><li><b>D</b><i>4</i></li></ul>");
  EXPECT_THAT(show(learned->wrapper->apply(q)),
              ElementsAre("title=C;price=3;", "title=D;price=4;"));
}

// Rows that classes and captions do not tell apart: the value is where it looks like one.
TEST(PageTree, PutsAValueWhereItLooksLikeOne) {
  const auto row = [](const char* text) { return fmt::format("<div><p>{}</p></div>", text); };
  std::vector<model::Page> pages;
  pages.push_back(page("a", row("Open all day") + row("702/731-7731")));
  pages.push_back(page("b", row("310/385-0880")));
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {{.page = "a", .attribute = "phone", .value = "702/731-7731"},
                  {.page = "b", .attribute = "phone", .value = "310/385-0880"}};
  const auto learned = learn_page_trees(input);
  ASSERT_TRUE(learned.ok());
  for (const std::string& html : {row("207/351-1100") + row("Main courses from seven"),
                                  row("Jacket and tie advised") + row("207/351-1100")}) {
    EXPECT_THAT(show(learned->wrapper->apply(page("x", html))), ElementsAre("phone=207/351-1100;"));
  }
}

TEST(PageTree, ExplainsWhatItExtracts) {
  const Site site;
  const auto learned = learn_page_trees(site.input);
  const auto labels = learned->wrapper->select(site.pages[0].document).labels;
  ASSERT_EQ(labels.size(), 2U);
  const auto explanations = learned->wrapper->explain(site.pages[0], labels[0].node);
  ASSERT_EQ(explanations.size(), 1U);
  EXPECT_EQ(explanations[0].attribute, "title");
  EXPECT_TRUE(explanations[0].extracted);
}

// --- labels that make no sense ---

TEST(PageTree, LearnsFromASingleLabelAndFromOneOnTheHtmlElement) {
  const model::Page p = page("p", "<h1>One</h1><p>x</p>"), q = page("q", "<h1>Two</h1><p>y</p>");
  for (const wrap::TreeOptions& options : {wrap::TreeOptions::paper(), wrap::TreeOptions()}) {
    const auto title = learn_page_trees(
        {.pages = {&p}, .labels = {{.page = "p", .attribute = "title", .value = "One"}}}, options);
    ASSERT_TRUE(title.ok());
    EXPECT_THAT(show(title->wrapper->apply(q)), ElementsAre("title=Two;"));
    const auto all = learn_page_trees(
        {.pages = {&p},
         .labels = {{.page = "p", .attribute = "all", .path = "/html", .value = "Onex"}}},
        options);
    ASSERT_TRUE(all.ok());
    EXPECT_THAT(show(all->wrapper->apply(q)), ElementsAre("all=Two y;"));
  }
}

TEST(PageTree, LearnsFromRecordsThatOverlapInconsistently) {
  const model::Page p = page("p", "<div><p>One <b>11</b> x</p><p>Two</p></div>");
  const std::vector<model::Label> labels = {
      {.page = "p", .record = "1", .attribute = "title", .path = "/html/body/div/p[1]"},
      {.page = "p", .record = "2", .attribute = "price", .path = "/html/body/div/p[1]/b"},
      {.page = "p", .record = "2", .attribute = "title", .path = "/html/body/div/p[2]"}};
  const auto learned = learn_page_trees({.pages = {&p}, .labels = labels});
  ASSERT_TRUE(learned.ok());
  EXPECT_FALSE(learned->wrapper->apply(p).records.empty());
}

TEST(PageTree, WorksTenThousandDeep) {
  std::string html;
  for (int i = 0; i < 10'000; ++i) html += "<div>";
  const model::Page p = page("p", html + "<b>One</b><i>1</i>");
  const model::Page q = page("q", html + "<b>Two</b><i>2</i>");
  const model::InducerInput input{.pages = {&p},
                                  .labels = {{.page = "p", .attribute = "title", .value = "One"}}};
  for (const wrap::TreeOptions& options : {wrap::TreeOptions::paper(), wrap::TreeOptions()}) {
    const auto learned = learn_page_trees(input, options);
    ASSERT_TRUE(learned.ok());
    EXPECT_THAT(show(learned->wrapper->apply(q)), ElementsAre("title=Two;"));
  }
}

TEST(PageTree, HasDefinedResultsAtThresholdsZeroAndOne) {
  const Site site;
  for (const double threshold : {0.0, 1.0}) {
    wrap::TreeOptions options = wrap::TreeOptions::paper();
    options.epsilon = threshold;
    const auto learned = learn_page_trees(site.input, options);
    ASSERT_TRUE(learned.ok());
    EXPECT_EQ(learned->wrapper->trees().trees.size(), threshold == 0 ? 3U : 2U);
    EXPECT_THAT(show(learned->wrapper->apply(page("x", product(7, true)))),
                ElementsAre("title=Item 7;price=70 EUR;"))
        << threshold;
  }
}

TEST(PageTree, RefusesOtherJson) {
  for (
      const char* text :
      {"{}", R"({"options":{},"reject":1,"attributes":[],"templates":[]})",
       R"({"options":{"prune":true,"attributes":true,"text":"never"},"reject":"x","attributes":[],"templates":[]})"}) {
    EXPECT_FALSE(wrap::PageTreeWrapper::from_json(*parse_json(text)).ok()) << text;
  }
}

}  // namespace
}  // namespace weft::induce
