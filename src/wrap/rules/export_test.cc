#include "wrap/rules/export.h"

#include <libxml/xpath.h>

#include <fmt/format.h>

#include "base/json.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "dom/xml/xml_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "wrap/rules/matcher.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/testing/stylesheet.h"

namespace weft::wrap {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Fields;
using testing::fields_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::transform;

// Pages with everything that comparison depends on: odd spaces, quotes, lists, parts, optional
// blocks.
std::vector<model::Page> sample_pages() {
  std::vector<model::Page> pages;
  for (int i = 0; i < 6; ++i) {
    const std::string note = i % 2 == 0 ? "" : "<p class='note big'>It's \"new\"</p>";
    const std::string second = i % 3 == 1 ? fmt::format(", <a class='who x'>Zoë {}</a>", i) : "";
    model::Page page;
    page.id = fmt::format("p{}", i);
    page.document =
        html::parse(
            fmt::format(
                "<title>T {0}</title><script>var price = "
                "'{0}';</script><h1>Item&nbsp;{0}\n <!-- c --></h1>{1}"
                "<div>Our\xC2\xA0Price: ${0}.99 only</div><ul><li>by <a class='who "
                "y'>Ann  {0}</a>{2}</li></ul>"
                "<img src='/i{0}.png' alt='x'><table><tr><td colspan=2>of</td><td><b>Size</b>"
                "</td><td><i>{0} cm</i></td></tr></table>",
                i, note, second))
            .document;
    pages.push_back(std::move(page));
  }
  return pages;
}

model::Label export_label(const std::string& page, const std::string& attribute,
                          const std::string& value) {
  model::Label label;
  label.page = page;
  label.attribute = attribute;
  label.value = value;
  return label;
}

RecordRules learn_sample(const std::vector<model::Page>& pages) {
  model::InducerInput input{.pages = pointers_to(pages)};
  input.labels = {
      export_label("p1", "title", "Item 1"),     export_label("p1", "price", "$1.99"),
      export_label("p1", "author", "Ann 1"),     export_label("p1", "author", "Zo\xC3\xAB 1"),
      export_label("p1", "size", "1 cm"),        export_label("p1", "image", "/i1.png"),
      export_label("p1", "note", "It's \"new\"")};
  auto learned = induce::learn(input);
  EXPECT_TRUE(learned.ok());
  return learned.ok() ? learned->rules : RecordRules{};
}

std::vector<dom::NodeId> run_xpath(const std::string& xpath, const dom::Document& doc) {
  const dom::XmlView view(doc);
  xmlXPathContext* context = xmlXPathNewContext(view.get());
  xmlXPathObject* found = xmlXPathEvalExpression(BAD_CAST xpath.c_str(), context);
  EXPECT_NE(found, nullptr) << xpath;
  std::vector<dom::NodeId> nodes;
  for (int i = 0; found != nullptr && found->nodesetval != nullptr && i < found->nodesetval->nodeNr;
       ++i) {
    nodes.push_back(view.id(found->nodesetval->nodeTab[i]));
  }
  std::sort(nodes.begin(), nodes.end());
  xmlXPathFreeObject(found);
  xmlXPathFreeContext(context);
  return nodes;
}

TEST(ExportTest, XsltGivesTheValuesOfTheWrapperOnEveryPage) {
  const auto pages = sample_pages();
  const RecordRules rules = learn_sample(pages);
  const RulesWrapper wrapper(rules);
  const std::string stylesheet = to_xslt(rules);
  for (const model::Page& page : pages) {
    const Fields expected = fields_of(wrapper.apply(page));
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(transform(stylesheet, page.document), expected) << page.id << "\n" << stylesheet;
  }
}

TEST(ExportTest, XPathSelectsTheNodesOfTheMatcherForEveryRule) {
  const auto pages = sample_pages();
  for (const AttributeRules& attribute : learn_sample(pages).attributes) {
    EXPECT_FALSE(attribute.rules.empty()) << attribute.name;
    for (const Rule& rule : attribute.rules) {
      const std::string xpath = to_xpath(rule, {.exact = true});
      for (const model::Page& page : pages) {
        EXPECT_EQ(run_xpath(xpath, page.document), Matcher({&rule}).select_first(page.document))
            << xpath;
      }
    }
  }
}

TEST(ExportTest, EveryKindOfFeatureMeansTheSameInXPath) {
  const auto pages = sample_pages();
  induce::SearchOptions all;
  all.keep = 100000;
  all.max_features = 1;
  model::InducerInput input{.pages = pointers_to(pages)};
  induce::LearnOptions options{.search = all};
  for (const bool paper : {false, true}) {
    options.ranking = paper ? induce::Ranking::kPaper : induce::Ranking::kWeft;
    input.labels = {export_label("p1", "size", "1 cm"), export_label("p3", "size", "3 cm")};
    const auto learned = induce::learn(input, options);
    ASSERT_TRUE(learned.ok());
    for (const Rule& rule : learned->rules.attributes[0].rules) {
      const std::string xpath = to_xpath(rule, {.exact = true});
      for (const model::Page& page : pages) {
        EXPECT_EQ(run_xpath(xpath, page.document), Matcher({&rule}).select_first(page.document))
            << xpath;
      }
    }
  }
}

TEST(ExportTest, TypedAttributesKeepRawTextAndTypeInXsltAndItIsSaid) {
  RecordRules rules;
  Rule rule;
  rule.type = "price";
  rules.attributes.push_back({"price", false, {rule}, {}});
  EXPECT_THAT(to_xslt(rules), HasSubstr("<!-- price: the raw text, for the typed pattern price has "
                                        "no XSLT 1.0 form -->"));
  EXPECT_THAT(to_xslt(rules), HasSubstr("<field name=\"price\" type=\"price\">"));
}

TEST(ExportTest, NamesWhatAFormCannotSay) {
  const RecordRules whole = learn_sample(sample_pages());
  EXPECT_THAT(*export_losses(whole, ExportForm::kXslt), IsEmpty());
  EXPECT_THAT(*export_losses(whole, ExportForm::kParsel), IsEmpty());
  EXPECT_THAT(*export_losses(whole, ExportForm::kXPath),
              ElementsAre("price: without the cut to a part of the text"));
  EXPECT_THAT(read_whole(whole, ExportForm::kParsel), IsEmpty());
  EXPECT_THAT(read_whole(whole, ExportForm::kCrawl4ai), Contains("price"));

  RecordRules rules;
  Rule rule;
  rule.target.kind = Target::Kind::kElement;
  rule.type = "price";
  rule.classifier = NodeClassifier{};
  RecordRules offers;
  offers.name = "offers";
  offers.attributes.push_back({"price", false, {rule}, {rule}});
  rules.nested.push_back(offers);
  EXPECT_THAT(read_whole(rules, ExportForm::kCrawl4ai), IsEmpty());
  EXPECT_THAT(*export_losses(rules, ExportForm::kXslt),
              ElementsAre(HasSubstr("offers.price: the raw text and its type")));
  EXPECT_THAT(*export_losses(rules, ExportForm::kParsel),
              ElementsAre("offers.price: without the choice of the most probable node"));
  EXPECT_THAT(*export_losses(rules, ExportForm::kCrawl4ai),
              ElementsAre("offers.price: without the choice of the most probable node, the pattern "
                          "price, 1 further places"));
}

TEST(ExportTest, NamesWhatIsLostAtFurtherPlaces) {
  Rule whole, part;
  part.range = TextRange{};
  RecordRules rules;
  rules.attributes.push_back({"street", true, {whole}, {part, part}});
  EXPECT_THAT(*export_losses(rules, ExportForm::kXPath),
              ElementsAre("street: without the cut to a part of the text"));
  EXPECT_THAT(*export_losses(rules, ExportForm::kParsel), IsEmpty());
}

TEST(ExportTest, RefusesRecordsWithoutAnElementOfTheirOwn) {
  RecordRules rules;
  rules.grouping = RecordGrouping{.start = "title"};
  for (const ExportForm form :
       {ExportForm::kXslt, ExportForm::kXPath, ExportForm::kParsel, ExportForm::kCrawl4ai}) {
    const auto losses = export_losses(rules, form);
    ASSERT_FALSE(losses.ok());
    EXPECT_EQ(losses.error().code, ErrorCode::kUnsupported);
    EXPECT_THAT(losses.error().message, HasSubstr("weft extract"));
  }
}

TEST(ExportTest, Crawl4aiNestsSetsAndReadsAttributesInLists) {
  RecordRules rules;
  RecordRules offers;
  offers.name = "offers";
  offers.record = Rule{};
  Rule link;
  link.target = {.kind = Target::Kind::kAttribute, .attribute = "href"};
  offers.attributes.push_back({"link", true, {link}, {}});
  rules.nested.push_back(offers);
  const auto json = *parse_json(to_crawl4ai(rules));
  const auto& nested = json["fields"][0];
  EXPECT_EQ(nested["type"], "nested_list");
  EXPECT_EQ(nested["fields"][0]["fields"][0]["attribute"], "href");
}

TEST(ExportTest, OtherFormsNameEveryAttribute) {
  const RecordRules rules = learn_sample(sample_pages());
  const std::string python = to_parsel(rules, {});
  const auto crawl4ai = *parse_json(to_crawl4ai(rules));
  ASSERT_TRUE(crawl4ai.is_object());
  EXPECT_EQ(crawl4ai["fields"].size(), rules.attributes.size());
  for (const AttributeRules& attribute : rules.attributes) {
    EXPECT_THAT(to_xpath_list(rules), HasSubstr(attribute.name + "\t"));
    EXPECT_THAT(python, HasSubstr("(\"" + attribute.name + "\""));
  }
}

}  // namespace
}  // namespace weft::wrap
