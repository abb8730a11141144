#include "induce/straight.h"

#include <fmt/format.h>

#include "dom/path.h"
#include "dom/text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "wrap/kinds.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;

model::Page page(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

// A row of three titles, a row of their prices, some of them missing; then the next three.
model::Page crossed(const std::string& id, int first) {
  std::string html = "<table>";
  for (int block = first; block < first + 6; block += 3) {
    std::string titles, prices;
    for (int i = block; i < block + 3; ++i) {
      titles += fmt::format("<td><b>Item {}</b></td>", i);
      prices += i % 4 == 3 ? "<td></td>" : fmt::format("<td><span>{} EUR</span></td>", i);
    }
    html.append("<tr>").append(titles).append("</tr><tr>").append(prices).append("</tr>");
  }
  return page(id, html + "</table>");
}

std::vector<model::Label> labels_of_first_page() {
  std::vector<model::Label> labels;
  for (int i = 0; i < 6; ++i) {
    labels.push_back({.page = "p0",
                      .record = std::to_string(i),
                      .attribute = "title",
                      .value = fmt::format("Item {}", i)});
    if (i % 4 == 3) continue;
    const int row = i < 3 ? 2 : 4;
    labels.push_back(
        {.page = "p0",
         .record = std::to_string(i),
         .attribute = "price",
         .path = fmt::format("/html[1]/body[1]/table[1]/tbody[1]/tr[{}]/td[{}]/span[1]", row,
                             i % 3 + 1),
         .value = fmt::format("{} EUR", i)});
  }
  return labels;
}

std::vector<std::string> shown(const model::Extraction& extraction) {
  std::vector<std::string> records;
  for (const model::Record& record : extraction.records) {
    std::string& text = records.emplace_back();
    for (const char* name : {"title", "price"}) {
      if (const model::Value* value = record.find(name)) text += value->text + ";";
    }
  }
  return records;
}

TEST(StraightTest, EveryInducerKeepsCrossedRecordsInTheirColumns) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10);
  const model::InducerInput input{.pages = {&first, &second}, .labels = labels_of_first_page()};
  for (const char* inducer : {"rules", "broom", "vote", "best", "broom-update"}) {
    const auto learned = (*find_inducer(inducer))(input);
    ASSERT_TRUE(learned.ok()) << inducer;
    EXPECT_EQ(learned->wrapper->kind(), "straight") << inducer;
    EXPECT_THAT(shown(learned->wrapper->apply(second)),
                ElementsAre("Item 10;10 EUR;", "Item 11;", "Item 12;12 EUR;", "Item 13;13 EUR;",
                            "Item 14;14 EUR;", "Item 15;"))
        << inducer;
  }
}

TEST(StraightTest, SessionsGoOnWhereRecordsCross) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10), third = crossed("p2", 20);
  const model::Inducer session = updating_brooms();
  std::vector<model::Label> labels = labels_of_first_page();
  const std::vector<std::vector<const model::Page*>> looks = {
      {&first, &second}, {&first, &second}, {&first, &second, &third}};
  for (const auto& pages : looks) {
    const model::InducerInput input{.pages = pages, .labels = labels};
    const auto updated = session(input), fresh = updating_brooms()(input);
    ASSERT_TRUE(updated.ok() && fresh.ok());
    EXPECT_EQ(updated->wrapper->to_json(), fresh->wrapper->to_json());
    EXPECT_EQ(shown(updated->wrapper->apply(third)).size(), 6U);
    for (const char* record : {"0", "3"})
      labels.push_back({.page = "p1",
                        .record = record,
                        .attribute = "title",
                        .value = fmt::format("Item 1{}", record)});
  }
}

TEST(StraightTest, ValuesSayWhereTheyStandOnThePage) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10);
  const auto learned = induce_rules({.pages = {&first, &second}, .labels = labels_of_first_page()});
  ASSERT_TRUE(learned.ok());
  for (const model::Record& record : learned->wrapper->apply(second).records) {
    for (const model::Record::Field& field : record.fields) {
      const auto node = dom::resolve_indexed_path(second.document, field.value.provenance.path);
      ASSERT_TRUE(node.ok()) << field.value.provenance.path;
      EXPECT_EQ(dom::normalized_text(second.document, *node), field.value.text);
      EXPECT_EQ(second.document.source_range(*node).begin, field.value.provenance.source.begin);
      const auto explained = learned->wrapper->explain(second, *node);
      EXPECT_TRUE(std::any_of(explained.begin(), explained.end(), [&](const auto& one) {
        return one.extracted && one.attribute == field.name;
      })) << field.value.text;
    }
  }
}

TEST(StraightTest, AreSavedAndLoaded) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10);
  const auto learned = induce_rules({.pages = {&first, &second}, .labels = labels_of_first_page()});
  ASSERT_TRUE(learned.ok());
  const Json saved = model::save_wrapper(*learned->wrapper);
  const auto loaded = wrap::load_wrapper(saved);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(shown((*loaded)->apply(second)), shown(learned->wrapper->apply(second)));
  Json twice = Json::object();
  twice.append("weft", Json("wrapper"));
  twice.append("version", Json(1));
  twice.append("kind", Json("straight"));
  twice.append("reads", saved);
  EXPECT_FALSE(wrap::load_wrapper(twice).ok());
}

TEST(StraightTest, RulesOfCrossedRecordsAreLearnedAgainAsSuch) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10);
  const model::InducerInput input{.pages = {&first, &second}, .labels = labels_of_first_page()};
  const auto learned = induce_rules(input);
  ASSERT_TRUE(learned.ok());
  const auto again = inducer_like(*learned->wrapper)(input);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(shown(again->wrapper->apply(second)), shown(learned->wrapper->apply(second)));
}

// The rows are records, whatever their cells look like: labels say so.
TEST(StraightTest, RecordsThatDoNotCrossAreLearnedFromThePageAsItIs) {
  const model::Page first = crossed("p0", 0), second = crossed("p1", 10);
  model::InducerInput input{.pages = {&first, &second}};
  for (const int row : {0, 1}) {
    for (int i = 0; i < 3; ++i) {
      input.labels.push_back({.page = "p0",
                              .record = std::to_string(row),
                              .attribute = "titles",
                              .value = fmt::format("Item {}", 3 * row + i)});
    }
  }
  const auto learned = induce_rules(input);
  ASSERT_TRUE(learned.ok());
  EXPECT_EQ(learned->wrapper->kind(), "rules");
}

}  // namespace
}  // namespace weft::induce
