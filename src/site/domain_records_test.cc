#include "site/domain_records.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"
#include "mine/record_shape.h"
#include "site/input_files.h"

namespace weft::site {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

class DomainRecordsTest : public ::testing::Test {
 protected:
  std::vector<mine::Region> mine(std::string_view html, const DomainMineOptions& options = {}) {
    doc_ = html::parse(html).document;
    return mine_by_domain(doc_, property_, options);
  }

  static std::vector<std::string> values(const mine::Region& region, std::string_view name) {
    std::vector<std::string> texts;
    for (const mine::Column& column : region.columns) {
      if (column.name != name) continue;
      for (const mine::Cell& cell : column.cells)
        texts.push_back(cell.node == dom::kNoNode ? "-" : cell.text);
    }
    return texts;
  }

  annotate::Recognizer property_{*read_domain("property")};
  dom::Document doc_;
};

std::string home(int number, std::string_view bathrooms) {
  return fmt::format(
      "<li><h3><a href=/{0}>Home number {0}</a></h3><img src=/{0}.jpg>"
      "<p>£{0}50,000</p><div><img src=bed.png width=16 alt=Bedrooms> <span>{0}</span></div>{1}"
      "<div><span>Living area</span> <span>{0}2 m²</span></div></li>",
      number, bathrooms);
}

std::string bath(int number) {
  return fmt::format("<div><img src=bath.png width=16 alt=Bathrooms> <span>{}</span></div>",
                     number);
}

// A list of five, each with this behind its title; {0} is its number.
std::string five_homes(std::string_view inner) {
  std::string html = "<h1>Homes</h1><ul>";
  for (int i = 1; i <= 5; ++i)
    html += fmt::format("<li><h3><a href=/{0}>Home number {0}</a></h3>", i) +
            fmt::format(fmt::runtime(inner), i) + "</li>";
  return html + "</ul>";
}

TEST_F(DomainRecordsTest, TheLabelOfAValueSaysNothingOfTheTextBehindIt) {
  const auto regions =
      mine(five_homes("<div>Bedrooms: {0}</div><div>£{0}50,000</div><div>Bathrooms: {0}</div>"
                      "<p>from £{0}00 a month</p>"));
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "price"),
              ElementsAre("£150,000", "£250,000", "£350,000", "£450,000", "£550,000"));
  EXPECT_THAT(values(regions[0], "bathrooms"), ElementsAre("1", "2", "3", "4", "5"));
}

// Three of six places are known; a bath that is missing shifts the cells behind it.
TEST_F(DomainRecordsTest, AListOfTermsFindsWhatItDoesNotHave) {
  annotate::Domain domain = property_.domain();
  std::erase_if(domain.attributes, [](const annotate::AttributeKnowledge& attribute) {
    return attribute.type == annotate::EntityType::kPlace ||
           attribute.type == annotate::EntityType::kAddress;
  });
  domain.attributes.push_back({.name = "place", .terms = {"Ashwick", "Norton", "Gosmere"}});
  const annotate::Recognizer recognizer(std::move(domain));
  constexpr std::string_view kPlaces[] = {
      "Ashwick", "Old Marsh - Norton", "Kelby", "Radwell", "Gosmere", "Thornby"};
  std::string html = "<h1>Homes</h1><ul>";
  for (int i = 1; i <= 6; ++i) {
    html += fmt::format("<li><h3><a href=/{0}>Home number {0}</a></h3><div>£{0}50,000</div>", i);
    if (i % 2 == 0) html += fmt::format("<div>{} bathrooms</div>", i);
    html += fmt::format("<div>{}</div><div>{} bedrooms</div></li>", kPlaces[i - 1], i);
  }
  doc_ = html::parse(html + "</ul>").document;
  const auto regions = mine_by_domain(doc_, recognizer);
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "place"), ElementsAreArray(kPlaces));
}

TEST_F(DomainRecordsTest, TheClassOfAPictureSaysNothingOfTheTextBehindIt) {
  const auto regions = mine(
      five_homes("<img class=image src=/{0}.jpg><div>£{0}50,000</div><div>Bedrooms: {0}</div>"));
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_EQ(values(regions[0], "price")[1], "£250,000");
}

TEST_F(DomainRecordsTest, ADomainSaysWhichTitlesAreOfOtherLists) {
  const std::string sold = "<section><h2>Sold lately</h2><ul>" + home(1, bath(1)) +
                           home(2, bath(2)) + home(3, bath(1)) + "</ul></section>";
  EXPECT_EQ(mine(sold).size(), 1U);
  annotate::Domain own = property_.domain();
  own.pages.secondary.emplace_back("sold lately");
  EXPECT_THAT(mine_by_domain(doc_, annotate::Recognizer(own)), IsEmpty());
}

TEST_F(DomainRecordsTest, AMissingValueShiftsNoOther) {
  const auto regions = mine("<h1>Homes</h1><ul>" + home(1, bath(1)) + home(2, "") +
                            home(3, bath(2)) + home(4, bath(1)) + home(5, "") + "</ul>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "bedrooms"), ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_THAT(values(regions[0], "bathrooms"), ElementsAre("1", "-", "2", "1", "-"));
  EXPECT_THAT(values(regions[0], "surface"),
              ElementsAre("12 m²", "22 m²", "32 m²", "42 m²", "52 m²"));
  EXPECT_THAT(values(regions[0], "title")[1], "Home number 2");
  EXPECT_THAT(values(regions[0], "image")[2], "/3.jpg");
  EXPECT_THAT(values(regions[0], "url")[3], "/4");
}

TEST_F(DomainRecordsTest, ALabelMakesNoDateOfAName) {
  std::string html = "<h1>Homes</h1><ul>";
  for (int i = 1; i <= 4; ++i)
    html += home(i, fmt::format("<p><b>Available:</b> <span>ask Ann {}</span></p>",
                                static_cast<char>('A' + i)));
  const auto regions = mine(html + "</ul>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "bedrooms"), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(values(regions[0], "availability_date"), IsEmpty());
}

TEST_F(DomainRecordsTest, FeaturedRecordsAreNoResults) {
  const auto regions = mine("<div><div><h2>Featured</h2>" + home(7, bath(1)) + home(8, bath(1)) +
                            "</div><div>" + home(1, bath(1)) + home(2, bath(1)) + home(3, bath(2)) +
                            home(4, bath(1)) + "</div></div>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "bedrooms"), ElementsAre("1", "2", "3", "4"));
}

TEST_F(DomainRecordsTest, DetailPagesAndOtherListsHaveNone) {
  EXPECT_THAT(mine("<h1>Home</h1><p>£100,000</p><p>3 bedrooms</p><ul><li>Garden<li>Garage</ul>"),
              IsEmpty());
  EXPECT_THAT(mine("<ul><li>Monday<li>Tuesday<li>Wednesday<li>Thursday</ul>"), IsEmpty());
  EXPECT_THAT(mine(""), IsEmpty());
}

TEST_F(DomainRecordsTest, PricesOfFormerTimesAreRefused) {
  std::string list;
  for (int i = 1; i <= 4; ++i)
    list += fmt::format(
        "<li><h3><a href=/{0}>Home number {0}</a></h3><p>Was £{0}90,000</p><p>£{0}50,000</p>"
        "<p>{0} bedrooms</p></li>",
        i);
  const auto regions = mine("<ul>" + list + "</ul>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "price"),
              ElementsAre("£150,000", "£250,000", "£350,000", "£450,000"));
}

std::string flat_home(int number) {
  return fmt::format(
      "<h3><a href=/{0}>Home number {0}</a></h3><div><p>£{0}50,000</p><p>Bedrooms: {0}</p>"
      "<p>Bathrooms: 1</p></div><hr>",
      number);
}

TEST_F(DomainRecordsTest, AFlatListHasTheBordersOfItsTitles) {
  const auto regions =
      mine("<body><p>Price range: £50 – £900,000</p>" + flat_home(1) + flat_home(2) +
           "<div>Advert: kettles from £75</div>" + flat_home(3) + flat_home(4) + "<p>1 2 3</p>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "price"),
              ElementsAre("£150,000", "£250,000", "£350,000", "£450,000"));
  EXPECT_THAT(values(regions[0], "title"),
              ElementsAre("Home number 1", "Home number 2", "Home number 3", "Home number 4"));
}

TEST_F(DomainRecordsTest, AFurtherPageMayHaveOneRecord) {
  const auto regions = mine("<body><p>Homes</p>" + flat_home(1) + flat_home(2) + flat_home(3));
  ASSERT_EQ(regions.size(), 1U);
  const mine::RecordShape shape = mine::shape_of(mine::PageIndex(doc_), regions[0].records);
  const dom::Document last =
      html::parse("<body><p>Homes</p>" + flat_home(4) + "<p>1 2</p>").document;
  const mine::PageIndex index(last);
  const mine::Region region =
      type_by_domain(index, property_, mine::records_of_shape(index, shape), regions[0]);
  EXPECT_THAT(values(region, "title"), ElementsAre("Home number 4"));
  EXPECT_THAT(values(region, "price"), ElementsAre("£450,000"));
  EXPECT_THAT(values(region, "bedrooms"), ElementsAre("4"));
}

TEST_F(DomainRecordsTest, AnAddressIsNotCutWhereItIsNotKnown) {
  std::string html = "<h1>Homes</h1><ul>";
  for (const char* address : {"14 Mill Lane, Bath", "140 Plaza Nueva, Bath", "5 High Street, Bath",
                              "9 Church Walk, Bath", "7 Station Road, Bath"})
    html += fmt::format(
        "<li><h3><a href=/{0}>Home</a></h3><div>£250,000</div><div>Bedrooms: 3</div>"
        "<div>Address: {0}</div></li>",
        address);
  const auto regions = mine(html + "</ul>");
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_THAT(values(regions[0], "street_address")[1], "140 Plaza Nueva, Bath");
}

TEST(DomainRecordsOfProductsTest, NamePriceAndStockAreEnough) {
  const annotate::Recognizer products{*read_domain("products")};
  std::string html = "<h1>Lamps</h1><ul>";
  for (int i = 1; i <= 5; ++i)
    html += fmt::format(
        "<li><a href=/{0}>Desk Lamp {0}</a> <span>£{0}9.50</span> <span>{1}</span></li>", i,
        i % 2 == 0 ? "In stock" : "Sold out");
  const dom::Document doc = html::parse(html + "</ul>").document;
  const auto regions = mine_by_domain(doc, products);
  ASSERT_EQ(regions.size(), 1U);
  std::vector<std::string> names;
  for (const mine::Column& column : regions[0].columns) names.push_back(column.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"name", "price", "availability"}));
  // Files with sizes and dates are none.
  EXPECT_THAT(mine_by_domain(html::parse("<ul><li><a href=/1>a.zip</a> 12 KB 2020-01-02"
                                         "<li><a href=/2>b.zip</a> 14 KB 2020-01-03"
                                         "<li><a href=/3>c.zip</a> 17 KB 2020-01-04</ul>")
                                 .document,
                             products),
              IsEmpty());
}

TEST(DomainRecordsOfProductsTest, ARowOfSeveralIsNoRecord) {
  // Four to a row: a row has the price of one beside that of another.
  std::string html = "<table>";
  for (int row = 0; row < 6; ++row) {
    html += "<tr>";
    for (int i = 0; i < 4; ++i)
      html += fmt::format(
          "<td><div><img src=/{0}{1}.jpg><a href=/p/{0}{1}>Oak lamp {0}{1}</a>"
          "<span>${0}{1}.50</span></div></td>",
          row + 1, i);
    html += "</tr>";
  }
  const dom::Document doc = html::parse(html + "</table>").document;
  for (const mine::Region& region :
       mine_by_domain(doc, annotate::Recognizer(*read_domain("products"))))
    EXPECT_EQ(region.records.size(), 24U);
}

TEST_F(DomainRecordsTest, AreasOfOneKindAreOneListIfAskedFor) {
  std::string page = "<h1>Homes</h1><h2>New</h2><ul>";
  for (int i = 1; i <= 3; ++i)
    page += fmt::format(
        "<li><h3><a href=/{0}>Home number {0}</a></h3> <span>£{0}50,000</span> <span>Bedrooms: "
        "{0}</span></li>",
        i);
  page += "</ul><h2>Used</h2><div>";
  for (int i = 4; i <= 7; ++i)
    page += fmt::format(
        "<div><b><a href=/{0}>Home number {0}</a></b><p>£{0}50,000</p><p>Bedrooms: {0}</p></div>",
        i);
  page += "</div>";
  const auto one = mine(page);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_LT(one[0].records.size(), 7U);
  const auto both = mine(page, {.join_areas = true});
  ASSERT_EQ(both.size(), 1U);
  EXPECT_THAT(values(both[0], "bedrooms"), ElementsAre("1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(values(both[0], "section"),
              ElementsAre("New", "New", "New", "Used", "Used", "Used", "Used"));
}

TEST(DomainRecordsOfJobsTest, WhatIsMerelyWrittenLikeAPlaceIsNoJob) {
  const annotate::Recognizer jobs{*read_domain("jobs")};
  std::string html = "<h1>Language</h1><ul>";
  for (const char* name : {"sizeof", "typeid", "alignof", "noexcept"})
    html += fmt::format(
        "<li><a href=/{0}>The {0} operator</a> <span>Basic concepts</span> "
        "<code>{0}</code></li>",
        name);
  EXPECT_THAT(mine_by_domain(html::parse(html + "</ul>").document, jobs), IsEmpty());
}

TEST_F(DomainRecordsTest, AmberIsAMethod) {
  const auto regions =
      mine("<ul>" + home(1, bath(1)) + home(2, bath(2)) + home(3, bath(1)) + "</ul>",
           {.method = DomainMethod::kAmber});
  ASSERT_EQ(regions.size(), 1U);
  EXPECT_EQ(regions[0].found_by, "amber");
  EXPECT_THAT(values(regions[0], "price"), ElementsAre("£150,000", "£250,000", "£350,000"));
}

}  // namespace
}  // namespace weft::site
