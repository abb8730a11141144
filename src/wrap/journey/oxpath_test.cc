#include "wrap/journey/oxpath.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "wrap/journey/xpath_wrapper.h"
#include "wrap/kinds.h"

namespace weft::wrap {
namespace {

using ::testing::HasSubstr;

// [Amber] Fig. 5.5, with the value that the figure fills in.
constexpr std::string_view kFigure55 = R"(doc('http://hamptons.co.uk/')
//a[@id='GenericRequester_4']/prec-sibl::input[contains(@type,'text')]/{"London" /}
//div[@id='SearchContainerMulti']/a[@id='saleSearchButton']/{click /}
 ./:<data_area>[? .//h1/span/span[1]/text()[1]:<search_results_number=norm(.)>
 ]
 /(//div[3]//li[1]/foll-sibl::li[@class='paging-next']/a[@class='pagingbutton']/{nextclick
 /}) *
 //ul/node()/div[@class='One']:<record>
 [? .//label/text():<price=norm(.)> ]
 [? .//span[@class='result-address']/text():<location=norm(.)> ]
 [? .//a[contains(.,'Bedroom')]/text():<bedroom_number=substring-before(norm(.)," Bedroom")> ]
 [? .//span[@class='result-address']/prec-sibl::text():<property_status=substring(norm(.), len(norm()) - 7)> ]
 [? .//span[@class='result-address']/prec-sibl::text():<property_type=norm(.)> ]
 [? .//div/foll-sibl::p:<description=norm(.)> ]
 [? .//img[@class='PropertyMainImage']/@src:<image=norm(.)> ]
 [? .//div[@class='inner-photo-wrap']//@href:<url=norm(.)> ]
)";

TEST(OxpathTest, ReadsTheWrapperOfFigure55) {
  const auto wrapper = parse_oxpath(kFigure55);
  ASSERT_TRUE(wrapper.ok()) << wrapper.error().message;
  const Journey& journey = (*wrapper)->journey();
  EXPECT_EQ(journey.start, "http://hamptons.co.uk/");
  ASSERT_EQ(journey.paths.size(), 1U);
  ASSERT_EQ(journey.paths[0].steps.size(), 2U);
  EXPECT_EQ(journey.paths[0].steps[0].act, JourneyAct::kFill);
  EXPECT_EQ(journey.paths[0].steps[0].value, "London");
  EXPECT_THAT(journey.paths[0].steps[0].at, HasSubstr("/preceding-sibling::input"));
  EXPECT_EQ(journey.paths[0].steps[1].at,
            "//div[@id='SearchContainerMulti']/a[@id='saleSearchButton']");
  EXPECT_THAT(journey.paths[0].next, HasSubstr("a[@class='pagingbutton']"));

  model::Page page = model::html_page(
      "<ul><li><div class=One><label>£500,000</label><p>x</p>For sale "
      "<span class=result-address>Oxford</span><a href=/1>3 Bedroom house</a>"
      "<img class=PropertyMainImage src=/1.jpg></div></ul>");
  const model::Extraction found = (*wrapper)->apply(page);
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records[0].find("price")->text, "£500,000");
  EXPECT_EQ(found.records[0].find("location")->text, "Oxford");
  EXPECT_EQ(found.records[0].find("bedroom_number")->text, "3");
  EXPECT_EQ(found.records[0].find("image")->text, "/1.jpg");
}

TEST(OxpathTest, PrintsWhatItReads) {
  const auto once = parse_oxpath(kFigure55);
  ASSERT_TRUE(once.ok());
  const std::string text = to_oxpath(**once);
  const auto twice = parse_oxpath(text);
  ASSERT_TRUE(twice.ok()) << twice.error().message << "\n" << text;
  EXPECT_EQ((*twice)->journey(), (*once)->journey());
  EXPECT_EQ(to_oxpath(**twice), text);
}

TEST(OxpathTest, SeveralWaysParametersAndAnyNext) {
  const auto inner = std::shared_ptr<const model::Wrapper>(*XPathWrapper::make("//li", {}));
  const auto wrapper = parse_oxpath(
      "doc(\"http://a.com/\")//input[@name='q']/{$town=\"Bath\" /}/following::button[1]/{click /}"
      "/({next /})*/{extract /}|doc(\"http://a.com/\")//a[.='Cars']/{click /}/{extract /}",
      inner);
  ASSERT_TRUE(wrapper.ok()) << wrapper.error().message;
  const Journey& journey = (*wrapper)->journey();
  ASSERT_EQ(journey.paths.size(), 2U);
  EXPECT_EQ(journey.paths[0].steps[0].parameter, "town");
  EXPECT_EQ(journey.paths[0].steps[1].at, "//input[@name='q']/following::button[1]");
  EXPECT_EQ(journey.paths[0].next, kAnyNext);
  EXPECT_EQ(journey.paths[1].next, "");
}

TEST(OxpathTest, SaysWhereATextIsWrong) {
  const auto message = [](std::string_view text) { return parse_oxpath(text).error().message; };
  EXPECT_THAT(message("//a"), HasSubstr("begins with doc(\"address\"), at line 1, column 1"));
  EXPECT_THAT(message("doc('http://a.com/')\n//a[/{click /}//li:<record>"), HasSubstr("line 2"));
  EXPECT_THAT(message("doc('http://a.com/')/{extract /}"), HasSubstr("needs a wrapper"));
  EXPECT_THAT(message("doc('http://a.com/')//li"), HasSubstr("records are missing"));
}

TEST(JourneyTest, IsAWrapperAsAnyOther) {
  const auto wrapper = parse_oxpath(kFigure55);
  ASSERT_TRUE(wrapper.ok());
  const Json saved = model::save_wrapper(**wrapper);
  const auto loaded = load_wrapper(saved);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ((*loaded)->kind(), "journey");
  EXPECT_EQ(model::save_wrapper(**loaded), saved);
  EXPECT_FALSE(
      JourneyWrapper::from_json(Json{{"start", "x"}, {"paths", Json::array()}, {"extract", saved}})
          .ok());
}

}  // namespace
}  // namespace weft::wrap
