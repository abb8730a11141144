#include "induce/rules/node_classifier.h"

#include "base/json.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

// Cells that only a weak feature, the width, tells apart.
const char* const kPage =
    "<table><tr><td>-</td><td width=5>a</td><td>-</td><td width=9>b</td><td>-</td><td "
    "width=5>c</td>"
    "<td>-</td><td width=5>d</td><td>-</td></tr></table>";

struct Learned {
  dom::Document document = html::parse(kPage).document;
  std::vector<const dom::Document*> documents = {&document};
  SampleColumns columns{documents};
  CandidateTable table{columns, {{0, dom::kRoot}}, wrap::Target{}};
  Evidence evidence;
  BitSet selected{table.size()};

  explicit Learned(CandidateTable::Candidate labelled) {
    evidence.labelled.push_back({0, {{labelled}}});
    mark_harmless(table, evidence);
    for (const CandidateTable::Candidate c : {1, 3, 5, 7}) selected.set(c);
  }
};

TEST(NodeClassifierTest, ChoosesByWeakFeatures) {
  const Learned learned(3);
  const auto classifier = learn_classifier(learned.table, learned.evidence, learned.selected);
  ASSERT_TRUE(classifier.has_value());
  wrap::Rule rule;
  wrap::Feature cell;
  cell.test = wrap::Test::kAttribute;
  cell.level = 1;
  cell.attribute = "width";
  rule.features = {cell};
  rule.classifier = classifier;
  const auto other = html::parse(
                         "<table><tr><td>-</td><td width=5>p</td><td>-</td><td width=5>q</td>"
                         "<td>-</td><td width=9>r</td><td>-</td></tr></table>")
                         .document;
  const auto found = wrap::Matcher({&rule}).select_first(other);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(other.text(found[0]), "r");
}

// The rating of a record ([Vertex] III-C, Table II, www.cduniverse.com): //td/img finds it among
// others, and only that it has a border, of whatever width, tells it from them.
TEST(NodeClassifierTest, ChoosesByAttributesWhateverTheirValue) {
  const auto page = [](const char* images) {
    return html::parse(std::string("<table><tr><td>") + images + "</table>").document;
  };
  const std::vector<dom::Document> labelled = [&] {
    std::vector<dom::Document> pages;
    pages.push_back(page("<img src=a><img src=4stars border=0><img src=b>"));
    pages.push_back(page("<img src=3stars border=2><img src=a><img src=c>"));
    return pages;
  }();
  SampleColumns columns{std::vector<const dom::Document*>{&labelled[0], &labelled[1]}};
  const CandidateTable table{
      columns, {{0, dom::kRoot}, {1, dom::kRoot}}, {wrap::Target::Kind::kAttribute, "src"}};
  Evidence evidence;
  evidence.labelled.push_back({0, {{table.first(0) + 1}}});
  evidence.labelled.push_back({1, {{table.first(1)}}});
  mark_harmless(table, evidence);
  BitSet all(table.size());
  for (const uint32_t unit : {0, 1}) {
    for (CandidateTable::Candidate c = 0; c < 3; ++c) all.set(table.first(unit) + c);
  }
  wrap::Rule rule{.target = table.target(), .classifier = learn_classifier(table, evidence, all)};
  ASSERT_TRUE(rule.classifier.has_value());
  const auto other = page("<img src=a><img src=5stars border=1><img src=c>");
  const auto found = wrap::Matcher({&rule}).select_first(other);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(other.attribute(found[0], dom::atom_of("src")), "5stars");
}

// A page that is said to have none: its cells are negatives.
TEST(NodeClassifierTest, LearnsFromPagesThatAreSaidToHaveNone) {
  const auto page = html::parse("<p title=price>5</p>").document;
  const auto without = html::parse("<p title=weight>7</p>").document;
  SampleColumns columns{std::vector<const dom::Document*>{&page, &without}};
  const CandidateTable table{columns, {{0, dom::kRoot}, {1, dom::kRoot}}, wrap::Target{}};
  Evidence evidence;
  evidence.labelled.push_back({0, {{table.first(0)}}});
  BitSet all(table.size());
  all.set(table.first(0));
  all.set(table.first(1));
  mark_harmless(table, evidence);
  EXPECT_EQ(count_false(table, evidence, all), 0U);
  EXPECT_FALSE(learn_classifier(table, evidence, all).has_value());
  evidence.labelled.push_back({1, {}, true});
  mark_harmless(table, evidence);
  EXPECT_EQ(count_false(table, evidence, all), 1U);
  EXPECT_TRUE(learn_classifier(table, evidence, all).has_value());
}

TEST(NodeClassifierTest, SaysNothingWhenThereIsNothingToTellApart) {
  const Learned learned(3);
  BitSet only_label(learned.table.size());
  only_label.set(3);
  EXPECT_FALSE(learn_classifier(learned.table, learned.evidence, only_label).has_value());
}

TEST(NodeClassifierTest, SurvivesJson) {
  const Learned learned(3);
  const auto classifier = learn_classifier(learned.table, learned.evidence, learned.selected);
  ASSERT_TRUE(classifier.has_value());
  wrap::RecordRules rules;
  rules.attributes.push_back({"price", false, {wrap::Rule{.classifier = classifier}}});
  Json json = write_json(rules);
  const auto back = read_json<wrap::RecordRules>(json, "rules");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(write_json(*back).dump(), json.dump());
  json["attributes"][0]["rules"][0]["classifier"] = Json::object();
  EXPECT_FALSE(read_json<wrap::RecordRules>(json, "rules").ok());
}

}  // namespace
}  // namespace weft::induce
