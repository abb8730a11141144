// The slides' restaurant: rules run, rules learned, and the catalog tree ([Liu], Stalker).

#include "wrap/landmarks/landmarks_wrapper.h"

#include "dom/testing/tree.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "induce/landmarks/rule_learner.h"
#include "induce/landmarks/stalker.h"
#include "wrap/kinds.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using wrap::CatalogNode;
using wrap::Disjunct;
using wrap::Landmark;
using wrap::LandmarkRule;
using wrap::Terminal;

// The page of the slides. Browsers would end the <p> before the first <li>.
constexpr const char* kRestaurant =
    "p('Restaurant Name: ' b('Good Noodles') br br "
    "li('205 Willow, ' i('Glen') ', Phone 1-' i('773') '-366-1987') "
    "li('25 Oak, ' i('Forest') ', Phone (800) 234-7903') "
    "li('324 Halsted St., ' i('Chicago') ', Phone 1-' i('800') '-996-5023') "
    "li('700 Lake St., ' i('Oak Park') ', Phone: (708) 798-0008'))";

Landmark landmark(std::initializer_list<const char*> texts) {
  Landmark out;
  for (const char* text : texts) out.emplace_back(text);
  return out;
}
Disjunct skip_to(std::initializer_list<const char*> texts) {
  return {.landmarks = {landmark(texts)}};
}
LandmarkRule either(std::initializer_list<Disjunct> disjuncts) { return {disjuncts}; }

// The token that a start rule stops before.
std::string stops_before(const LandmarkRule& rule, const wrap::TokenStream& stream) {
  const auto found = run(rule, wrap::TokenView(stream.tokens(), /*backward=*/false));
  return found ? stream.spelling(found->position) : "nothing";
}

TEST(TokenStreamTest, TagsWordsAndSigns) {
  const dom::Document page =
      html::parse("<div id=n12 class='a b7'>Ann's 3rd &euro;5<br><script>x</script></div>")
          .document;
  const wrap::TokenStream stream(page);
  std::vector<std::string> spelt;
  for (uint32_t i = 0; i < stream.size(); ++i) spelt.push_back(stream.spelling(i));
  EXPECT_THAT(spelt,
              ElementsAre("<html>", "<head>", "</head>", "<body>", "<div#n0.a.b0>", "Ann", "'", "s",
                          "3rd", "€", "5", "<br>", "</div#n0.a.b0>", "</body>", "</html>"));
  EXPECT_EQ(stream.text(5, 12), "Ann's 3rd €5");
}

TEST(TokenStreamTest, SpacesOfAnyKindPartTheWordsOfTwoTexts) {
  const auto page = dom::testing::tree("body('With\u00a0' i('Final') 'ly')");
  const wrap::TokenStream stream(page);
  EXPECT_EQ(stream.text(0, stream.size()), "With Finally");
}

TEST(LandmarkRuleTest, TheSlidesStartAndEndRules) {
  const dom::Document doc = dom::testing::tree(kRestaurant);
  const wrap::TokenStream stream(doc);
  const LandmarkRule r1 = either({skip_to({"<b>"})});
  const LandmarkRule r3 = either({skip_to({"Name", "_Punctuation_", "_HtmlTag_"})});
  const LandmarkRule r4 = either({{.landmarks = {landmark({"Name"}), landmark({"<b>"})}}});
  EXPECT_EQ(stops_before(r1, stream), "Good");
  EXPECT_EQ(stops_before(r3, stream), "Good");
  EXPECT_EQ(stops_before(r4, stream), "Good");
  // R2, read from the end of the page.
  const auto end = run(either({skip_to({"</b>"})}), wrap::TokenView(stream.tokens(), true));
  ASSERT_TRUE(end);
  EXPECT_EQ(stream.spelling(stream.size() - 1 - end->position), "Noodles");
  EXPECT_EQ(to_string(r3), "SkipTo( Name _Punctuation_ _HtmlTag_ )");
}

TEST(LandmarkRuleTest, SkipUntilStopsBeforeItsLandmark) {
  const dom::Document doc = dom::testing::tree(kRestaurant);
  const wrap::TokenStream stream(doc);
  Disjunct until = skip_to({"_Numeric_"});
  until.until = true;
  EXPECT_EQ(stops_before(either({until}), stream), "205");
  EXPECT_EQ(to_string(until), "SkipUntil( _Numeric_ )");
}

// R5 and R6 through the catalog tree: all four area codes.
TEST(LandmarksWrapperTest, TheCatalogTreeOfTheSlides) {
  model::Page page{.id = "p", .document = dom::testing::tree(kRestaurant)};
  CatalogNode code{.name = "area_code",
                   .start = either({skip_to({"("}), skip_to({"-", "<i>"})}),
                   .end = either({skip_to({")"}), skip_to({"</i>"})})};
  CatalogNode list{.name = "",
                   .start = either({skip_to({"<br>", "<br>"})}),
                   .end = either({skip_to({"</p>"})}),
                   .list = true,
                   .item_start = either({skip_to({"<li>"})}),
                   .item_end = either({skip_to({"</li>"})}),
                   .children = {code}};
  const wrap::LandmarksWrapper wrapper({list});
  const auto loaded = wrap::load_wrapper(model::save_wrapper(wrapper));
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  std::vector<std::string> codes;
  for (const model::Record& record : (*loaded)->apply(page).records)
    codes.push_back(record.find("area_code")->text);
  EXPECT_THAT(codes, ElementsAre("773", "800", "800", "708"));
  EXPECT_EQ(dump_json((*loaded)->to_json()), dump_json(wrapper.to_json()));
}

// Fig. 9: the four addresses, with the area codes as targets.
class AreaCodes : public ::testing::Test {
 protected:
  AreaCodes() {
    const wrap::TokenStream& stream = index_.stream();
    sample_.backward = false;
    const char* codes[] = {"773", "800", "800", "708"};
    size_t item = 0;
    for (const dom::NodeId li : doc_.nodes()) {
      if (doc_.name_text(li) != "li") continue;
      LandmarkExample example{&index_, stream.first_of(li) + 1, stream.end_of(li) - 1,
                              std::nullopt};
      for (uint32_t t = example.begin; t < example.end; ++t) {
        if (stream.spelling(t) == codes[item]) example.target = t - example.begin;
      }
      sample_.examples.push_back(example);
      ++item;
    }
  }
  const dom::Document doc_ = dom::testing::tree(kRestaurant);
  const TokenIndex index_{wrap::TokenStream(doc_)};
  RuleSample sample_;
};

TEST_F(AreaCodes, LearnedAsInTheSlides) {
  const LearnedRule learned = learn_rule(sample_, StalkerOptions::paper());
  EXPECT_EQ(learned.uncovered, 0U);
  EXPECT_EQ(to_string(learned.rule), "either SkipTo( ( ) or SkipTo( - <i> )");
}

TEST_F(AreaCodes, TopologyRefinementsAreD7ToD21) {
  std::vector<std::string> refined;
  for (const Disjunct& disjunct :
       topology_refinements(skip_to({"<i>"}), sample_.examples[0], /*backward=*/false)) {
    ASSERT_EQ(disjunct.landmarks.size(), 2U);
    EXPECT_EQ(disjunct.landmarks[1], landmark({"<i>"}));
    refined.push_back(disjunct.landmarks[0][0].text());
  }
  EXPECT_THAT(refined, UnorderedElementsAre("205", "Willow", ",", "<i>", "Glen", "1", "-", "Phone",
                                            "_Numeric_", "_Alphabetic_", "_Punctuation_",
                                            "_HtmlTag_", "_Capitalized_", "_AlphaNum_", "</i>"));
}

TEST_F(AreaCodes, LandmarkRefinementsIncludeD5AndD6) {
  std::vector<std::string> refined;
  for (const Disjunct& disjunct :
       landmark_refinements(skip_to({"<i>"}), sample_.examples[0], /*backward=*/false))
    refined.push_back(to_string(disjunct));
  EXPECT_THAT(refined, ::testing::IsSupersetOf({"SkipTo( - <i> )", "SkipTo( _Punctuation_ <i> )",
                                                "SkipTo( <i> Glen )"}));
}

// Which of the refinements are right on E1 and E3 and find nothing on E2 and E4; D15 is a slip of
// the slides.
TEST_F(AreaCodes, TheRefinementsThatAreRight) {
  std::vector<Disjunct> candidates =
      topology_refinements(skip_to({"<i>"}), sample_.examples[0], /*backward=*/false);
  candidates.push_back(skip_to({"-", "<i>"}));
  candidates.push_back(skip_to({"_Punctuation_", "<i>"}));
  std::vector<std::string> right;
  for (const Disjunct& disjunct : candidates) {
    bool good = true;
    for (size_t e = 0; e < sample_.examples.size(); ++e) {
      const LandmarkExample& example = sample_.examples[e];
      const auto tokens =
          std::span(index_.stream().tokens()).subspan(example.begin, example.end - example.begin);
      const auto found = run(disjunct, wrap::TokenView(tokens, false));
      good &= e % 2 == 0 ? found == example.target : !found;
    }
    if (good) right.push_back(disjunct.landmarks[0][0].text());
  }
  EXPECT_THAT(right, UnorderedElementsAre("-", "<i>", "1", "-", "Phone", "_HtmlTag_", "</i>"));
}

TEST_F(AreaCodes, AnExampleWithoutLandmarksIsLeftUncovered) {
  sample_.examples[1].target = 0;  // Nothing stands before it.
  sample_.examples.resize(2);
  sample_.examples[0].target.reset();
  EXPECT_EQ(learn_rule(sample_, StalkerOptions::paper()).uncovered, 1U);
}

// --- the inducer ---

model::Page parsed(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

TEST(StalkerTest, PartsOfTextsByTheWordsAroundThem) {
  const model::Page a = parsed("a", "<h1>One</h1><p>by Ann Lee on 3 May 2020, in news</p>");
  const model::Page b = parsed("b", "<h1>Two</h1><p>by Bo Chang on 4 June 2021, in sport</p>");
  const model::Page c = parsed("c", "<h1>Three</h1><p>by Cy on 15 July 2022, in arts</p>");
  model::InducerInput input{.pages = {&a, &b, &c}};
  input.labels = {{.page = "a", .attribute = "author", .value = "Ann Lee"},
                  {.page = "a", .attribute = "date", .value = "3 May 2020"},
                  {.page = "b", .attribute = "author", .value = "Bo Chang"},
                  {.page = "b", .attribute = "date", .value = "4 June 2021"}};
  const auto induced = induce_stalker(input);
  ASSERT_TRUE(induced.ok()) << induced.error().message;
  EXPECT_THAT(induced->problems, IsEmpty());
  const auto records = induced->wrapper->apply(c).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("author")->text, "Cy");
  EXPECT_EQ(records[0].find("date")->text, "15 July 2022");
  const dom::NodeId p = dom::testing::find(c.document, "p");
  const auto explained = induced->wrapper->explain(c, p);
  ASSERT_EQ(explained.size(), 2U);
  EXPECT_THAT(explained[0].rule, HasSubstr("SkipTo( "));
}

TEST(StalkerTest, RecordsListsAndAttributes) {
  const std::string items =
      "<ul><li><a href=/1>Pen</a> $2 <em>red</em><em>blue</em></li>"
      "<li><a href=/2>Ink</a> $3 <em>black</em><em>blue</em></li></ul>";
  const model::Page a = parsed("a", "<h1>All</h1>" + items);
  const model::Page b =
      parsed("b", "<h1>New</h1><ul><li><a href=/3>Cap</a> $4 <em>grey</em><em>pink</em></li></ul>");
  model::InducerInput input{.pages = {&a, &b}};
  const auto label = [&](const char* record, const char* attribute, const char* value) {
    input.labels.push_back({.page = "a", .record = record, .attribute = attribute, .value = value});
  };
  label("0", "title", "Pen"), label("1", "title", "Ink");
  label("0", "price", "$2"), label("1", "price", "$3");
  input.labels.push_back(
      {.page = "a", .record = "0", .attribute = "url", .path = "/html/body/ul/li[1]/a/@href"});
  input.labels.push_back(
      {.page = "a", .record = "1", .attribute = "url", .path = "/html/body/ul/li[2]/a/@href"});
  const auto induced = induce_stalker(input);
  ASSERT_TRUE(induced.ok()) << induced.error().message;
  const auto records = induced->wrapper->apply(b).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title")->text, "Cap");
  EXPECT_EQ(records[0].find("price")->text, "$4");
  EXPECT_EQ(records[0].find("url")->text, "/3");
  EXPECT_THAT(records[0].find("url")->provenance.path, HasSubstr("/@href"));
}

TEST(StalkerTest, NestedSetsAreListsInTheCatalog) {
  const auto shop = [](const std::string& title, const std::string& offers) {
    return "<h1>" + title + "</h1><table>" + offers + "</table>";
  };
  const auto offer = [](const std::string& seller, const std::string& price) {
    return "<tr><td>" + seller + "</td><td>" + price + "</td></tr>";
  };
  const model::Page a = parsed("a", shop("Pen", offer("Ann", "$2") + offer("Bob", "$3")));
  const model::Page b =
      parsed("b", shop("Ink", offer("Cy", "$5") + offer("Di", "$6") + offer("Ed", "$7")));
  model::InducerInput input{.pages = {&a, &b}};
  input.labels = {{.page = "a", .attribute = "title", .value = "Pen"},
                  {.page = "a", .record = "0/0", .attribute = "offers.seller", .value = "Ann"},
                  {.page = "a", .record = "0/0", .attribute = "offers.price", .value = "$2"},
                  {.page = "a", .record = "0/1", .attribute = "offers.seller", .value = "Bob"},
                  {.page = "a", .record = "0/1", .attribute = "offers.price", .value = "$3"}};
  const auto induced = induce_stalker(input);
  ASSERT_TRUE(induced.ok()) << induced.error().message;
  const auto records = induced->wrapper->apply(b).records;
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].find("title")->text, "Ink");
  const model::Value* offers = records[0].find("offers");
  ASSERT_NE(offers, nullptr);
  ASSERT_EQ(offers->items.size(), 3U);
  EXPECT_EQ(offers->items[2].record[0].find("seller")->text, "Ed");
  EXPECT_EQ(offers->items[1].record[0].find("price")->text, "$6");
}

TEST(StalkerTest, BadInputIsAnErrorOrARuleThatFindsNothing) {
  const model::Page empty = parsed("a", "");
  const model::Page binary = parsed("b", std::string(3'000, '\1') + "<b>x</b>");
  model::InducerInput input{.pages = {&empty}};
  EXPECT_EQ(induce_stalker(input).error().code, ErrorCode::kInvalidArgument);
  input.labels = {{.page = "a", .attribute = "title", .value = "Pen"}};
  EXPECT_FALSE(induce_stalker(input).ok());
  input = {.pages = {&binary}};
  input.labels = {{.page = "b", .attribute = "title", .value = "x"}};
  const auto induced = induce_stalker(input);
  ASSERT_TRUE(induced.ok()) << induced.error().message;
  EXPECT_THAT(induced->wrapper->apply(empty).records, IsEmpty());
}

// What stands before the last row is 400,000 tokens; refinements are made of those near it.
TEST(StalkerTest, RowsWithoutEndAreReadInBoundedTime) {
  std::string html = "<table>";
  for (int i = 0; i < 50'000; ++i) html += "<tr><td>" + std::to_string(i * 7) + "<td>x</tr>";
  const model::Page page = parsed("a", html + "</table>");
  model::InducerInput input{.pages = {&page}};
  for (const char* row : {"1", "2", "50000"}) {
    input.labels.push_back({.page = "a",
                            .attribute = "number",
                            .path = std::string("/html/body/table/tbody/tr[") + row + "]/td[1]"});
  }
  const auto induced = induce_stalker(input);
  ASSERT_TRUE(induced.ok()) << induced.error().message;
  EXPECT_THAT(induced->problems, ElementsAre(HasSubstr("no landmarks tell the beginning of")));
}

}  // namespace
}  // namespace weft::induce
