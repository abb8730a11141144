// [Amber] 6.4 and 6.7, in the markup that their figures describe.

#include "domain/amber/detail_pages.h"

#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::domain::amber {
namespace {

class DetailPagesTest : public ::testing::Test {
 protected:
  DetailPagesTest()
      : property_(*annotate::parse_domain(*annotate::shipped_domain("property"), "property",
                                          annotate::shipped_domain)) {}

  // Figures 6.5 and 6.7: the heading, the facts, the agent, the details; beside them what 6.4 has.
  static std::string house(const std::string& place, const std::string& price,
                           const std::string& beds, const std::string& details) {
    return "<title>" + place +
           "</title><div class=page-header><a href=/>Home</a> <a>Search</a></div>"
           "<div id=main><h1>" +
           place + "</h1><b>" + price +
           "</b>"
           "<ul><li>" +
           beds +
           " Bedroom Detached House For Sale<li>3 Bathrooms<li>Double Garage</ul>"
           "<p>Call our office for more information</p><ul>" +
           details +
           "</ul></div>"
           "<div class=googleAds>Only today: broadband " +
           beds +
           "0 pounds</div>"
           "<div id=footer>Oliver and James, estate agents</div>";
  }

  std::vector<DetailPage> read(const DetailParameters& parameters = {}) {
    std::vector<DetailInput> inputs;
    for (size_t p = 0; p < documents_.size(); ++p)
      inputs.push_back({&documents_[p], property_.annotate(documents_[p]), nullptr,
                        p < listed_.size() ? listed_[p] : std::map<uint32_t, std::string>()});
    return read_detail_pages(inputs, property_, parameters);
  }

  uint32_t attribute(const char* name) {
    return static_cast<uint32_t>(*property_.domain().find(name));
  }

  void two_houses() {
    documents_.push_back(
        html::parse(house("Northmoor, Oxfordshire", "£785,000", "4",
                          "<li>3 Bedrooms on the first floor<li>heating: £581 per year"))
            .document);
    documents_.push_back(html::parse(house("The Copse, Abingdon", "£995,000", "7",
                                           "<li>5 Bedrooms upstairs<li>Conservatory"))
                             .document);
  }

  annotate::Recognizer property_;
  std::vector<dom::Document> documents_;
  std::vector<std::map<uint32_t, std::string>> listed_;
};

TEST_F(DetailPagesTest, TheDataAreaIsWhatDiffersLessBoilerplate) {
  two_houses();
  const std::vector<DetailPage> pages = read();
  for (size_t p = 0; p < 2; ++p) {
    const dom::Document& doc = documents_[p];
    ASSERT_NE(pages[p].data_area, dom::kNoNode);
    EXPECT_EQ(doc.attribute(pages[p].data_area, dom::atoms::kId).value_or(""), "main");
  }
  // Without boilerplate removal the advert, which differs too, is in it.
  const DetailPage wide = read({.boilerplate = false})[0];
  EXPECT_EQ(documents_[0].name_text(wide.data_area), "body");
}

TEST_F(DetailPagesTest, ThePriceOfTheHouseIsNotThatOfItsHeating) {
  two_houses();
  const std::vector<DetailPage> pages = read();
  EXPECT_EQ(pages[0].values[attribute("price")].text, "£785,000");
  EXPECT_EQ(pages[1].values[attribute("price")].text, "£995,000");
}

TEST_F(DetailPagesTest, TheListSaysWhichBedroomsAreMeant) {
  two_houses();
  listed_ = {{{attribute("bedrooms"), "4 Bedrooms"}}, {{attribute("bedrooms"), "7"}}};
  EXPECT_EQ(read()[0].values[attribute("bedrooms")].text.substr(0, 1), "4");
  listed_ = {{{attribute("bedrooms"), "3"}}, {}};
  EXPECT_EQ(read()[0].values[attribute("bedrooms")].text.substr(0, 1), "3");
}

TEST_F(DetailPagesTest, OnePageAloneHasADataAreaToo) {
  two_houses();
  documents_.pop_back();
  const DetailPage page = read()[0];
  EXPECT_EQ(documents_[0].attribute(page.data_area, dom::atoms::kId).value_or(""), "main");
}

TEST_F(DetailPagesTest, NoPagesAndEmptyPagesGiveNothing) {
  EXPECT_TRUE(read().empty());
  documents_.push_back(html::parse("").document);
  EXPECT_EQ(read()[0].data_area, dom::kNoNode);
}

}  // namespace
}  // namespace weft::domain::amber
