#include "domain/amber/result_page.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::domain::amber {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

annotate::Recognizer shipped(const std::string& name) {
  return annotate::Recognizer(
      *annotate::parse_domain(*annotate::shipped_domain(name), name, annotate::shipped_domain));
}

struct Read {
  dom::Document doc;
  ResultPage page;
};

Read read(std::string_view html, const annotate::Recognizer& recognizer,
          const Parameters& parameters = {}) {
  Read read{html::parse(html).document, {}};
  read.page = read_result_page(read.doc, recognizer, recognizer.annotate(read.doc), std::nullopt,
                               parameters);
  return read;
}

std::vector<std::string> values_of(const DataArea& area, std::string_view name) {
  std::vector<std::string> texts;
  for (const Attribute& attribute : area.attributes) {
    if (attribute.name != name) continue;
    for (const Value& value : attribute.values)
      texts.push_back(value.node == dom::kNoNode ? "-" : value.text);
  }
  return texts;
}

// [Amber] Figure 4.8, in the markup its text describes.
constexpr std::string_view kFigure48 = R"(<div id=list>
<div><h3><a href=/1>Banbury Road, NorthOxford</a></h3> <p>£1,999,995</p>
<p class=d>An impressive detached family house, constructed originally during the 1930's of brick with
rendered elevations under a tiled roof, offered with an annex.</p>
<ul><li>Bedrooms: 5<li>Bathrooms: 4<li>Area: North Oxford<li>Type: House</ul></div>
<div><h3><a href=/2>Bagley Wood Rd, Kennington</a></h3> <p>£1,395,000</p>
<p class=d>A substantial detached Edwardian family house with planning approved extension. This fine
Edwardian detached family house is set within its own delightful gardens.</p>
<ul><li>Bedrooms: 5<li>Bathrooms: 3<li>Area: Oxfordshire<li>Type: House</ul></div></div>)";

TEST(ResultPageTest, TheFigureHasTwoRecordsWithTheirAttributes) {
  annotate::Domain domain{.name = "property"};
  domain.attributes = {
      {.name = "title", .subject = true},
      {.name = "price", .type = annotate::EntityType::kMoney, .pivot = true},
      {.name = "bedrooms", .labels = {"bedrooms"}, .pattern = R"(\b\d\b)"},
      {.name = "location",
       .terms = {"Banbury Road, NorthOxford", "North Oxford", "Bagley Wood Rd, Kennington",
                 "Bagley Wood", "Oxfordshire"}},
      {.name = "type", .labels = {"type"}, .terms = {"family house", "house", "detached"}}};
  const annotate::Recognizer recognizer(std::move(domain));
  const Read figure = read(kFigure48, recognizer);
  ASSERT_NE(figure.page.primary(), nullptr);
  const DataArea& area = *figure.page.primary();
  EXPECT_THAT(values_of(area, "location"),
              ElementsAre("Banbury Road, NorthOxford", "Bagley Wood Rd, Kennington"));
  EXPECT_THAT(values_of(area, "type"), ElementsAre("House", "House"));
  EXPECT_THAT(values_of(area, "bedrooms"), ElementsAre("5", "5"));
  EXPECT_THAT(values_of(area, "title"),
              ElementsAre("Banbury Road, NorthOxford", "Bagley Wood Rd, Kennington"));
  EXPECT_THAT(values_of(area, "link"), ElementsAre("/1", "/2"));
  ASSERT_EQ(values_of(area, "description").size(), 2U);
  EXPECT_THAT(values_of(area, "description")[0], ::testing::StartsWith("An impressive"));
}

std::string home(int number, std::string_view price, std::string_view place,
                 std::string_view extra) {
  return fmt::format(
      "<li><h3><a href=/{0}>Home {0}</a></h3><img src=/{0}.jpg><p>{1}</p><p>{0} bedrooms</p>"
      "<p>{2}</p><p>2 bathrooms</p><div>{3}</div></li>",
      number, price, place, extra);
}

// [Amber] 1.2.1: what most records have at a place is inferred there, what one alone has is dropped.
TEST(ResultPageTest, MissingValuesAreInferredAndStrayOnesDropped) {
  const annotate::Recognizer recognizer = shipped("property");
  const Read result =
      read("<ul>" + home(1, "£100,000", "Oxford", "") + home(2, "£200,000", "Medhurst Way", "") +
               home(3, "£300,000", "Cambridge", "separate 1 bedroom flat to let") +
               home(4, "£400,000", "Leeds", "") + home(5, "£500,000", "Bristol", "") + "</ul>",
           recognizer);
  ASSERT_NE(result.page.primary(), nullptr);
  EXPECT_THAT(values_of(*result.page.primary(), "city"),
              ElementsAre("Oxford", "Medhurst Way", "Cambridge", "Leeds", "Bristol"));
  EXPECT_THAT(values_of(*result.page.primary(), "bedrooms"),
              ElementsAre("1 bedrooms", "2 bedrooms", "3 bedrooms", "4 bedrooms", "5 bedrooms"));
  EXPECT_THAT(values_of(*result.page.primary(), "property_type"), ElementsAre());
  EXPECT_THAT(values_of(*result.page.primary(), "image"),
              ElementsAre("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg"));
}

// [Amber] Figure 4.7: featured properties are no primary area.
TEST(ResultPageTest, AnAreaThatSaysSoIsSecondary) {
  const annotate::Recognizer recognizer = shipped("property");
  std::string main;
  for (int i = 0; i < 6; ++i) main += home(i + 1, fmt::format("£{}00,000", i + 1), "Oxford", "");
  const Read both =
      read("<div><h2>Featured</h2><ol>" + home(7, "£700,000", "Leeds", "") +
               home(8, "£800,000", "Leeds", "") + "</ol></div><div><p><ul>" + main + "</ul></div>",
           recognizer);
  ASSERT_EQ(both.page.areas.size(), 2U);
  ASSERT_EQ(both.page.primary_area, 1U);
  EXPECT_EQ(both.page.primary()->records.size(), 6U);
  const Read featured = read("<h2>Featured</h2><ul>" + main + "</ul>", recognizer);
  EXPECT_EQ(featured.page.areas.size(), 1U);
  EXPECT_EQ(featured.page.primary(), nullptr);
}

TEST(ResultPageTest, PagesOfOtherDomainsAndDetailPagesAreNone) {
  const annotate::Recognizer recognizer = shipped("property");
  EXPECT_EQ(read("<ul><li>Lamp £5<li>Chair £8<li>Desk £90</ul>", recognizer).page.primary(),
            nullptr);
  EXPECT_EQ(read("<h1>Home</h1><p>£100,000</p><p>3 bedrooms</p><p>2 bathrooms</p>", recognizer)
                .page.primary(),
            nullptr);
}

TEST(ResultPageTest, LinksOrPicturesMayBePivots) {
  const annotate::Recognizer nothing({});
  const Read links = read(
      "<ul><li><a href=/1>First of all results</a> text<li><a href=/2>Second</a> text"
      "<li><a href=/3>Third</a> text</ul>",
      nothing);
  ASSERT_NE(links.page.primary(), nullptr);
  EXPECT_THAT(values_of(*links.page.primary(), "link"), ElementsAre("/1", "/2", "/3"));
  EXPECT_EQ(find_pivot(nothing, "image")->kind, Pivot::Kind::kImage);
  EXPECT_FALSE(find_pivot(nothing, "price").has_value());
  EXPECT_EQ(default_pivot(shipped("cars")).kind, Pivot::Kind::kAttribute);
}

TEST(ResultPageTest, AHundredThousandPivotsAreBounded) {
  const annotate::Recognizer recognizer = shipped("property");
  std::string html = "<ul>";
  for (int i = 0; i < 20'000; ++i)
    html +=
        "<li><p>£100</p><p>£200</p><p>£300</p><p>£400</p><p>£500</p><p>1 bedroom</p><p>OX1 2AB</p>";
  const Read large = read(html, recognizer);
  ASSERT_NE(large.page.primary(), nullptr);
  EXPECT_EQ(large.page.primary()->records.size(), 20'000U);
}

// Inferred values once looked through all records for how the known ones stand.
TEST(ResultPageTest, AHundredThousandRecordsTakeLinearTime) {
  const annotate::Recognizer recognizer = shipped("property");
  std::string html = "<div>";
  for (int i = 0; i < 100'000; ++i)
    html += fmt::format(
        "<div><h3><a href=/{0}>Mill Lane {0}</a></h3><p>£{1}50,000</p><p>3 bedrooms</p></div>", i,
        i % 9 + 1);
  const Read large = read(html, recognizer);
  ASSERT_NE(large.page.primary(), nullptr);
  EXPECT_EQ(large.page.primary()->records.size(), 100'000U);
}

// Each pivot in a list of its own, as deep as pages go.
TEST(ResultPageTest, DeepPagesAreBounded) {
  const annotate::Recognizer nothing({});
  std::string html;
  for (int i = 0; i < 20'000; ++i) html += "<div><a href=/>x</a>";
  read(html, nothing);
}

}  // namespace
}  // namespace weft::domain::amber
