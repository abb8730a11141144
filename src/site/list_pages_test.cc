#include "site/list_pages.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"
#include "site/input_files.h"

namespace weft::site {
namespace {

model::Page page_of(int first, int count) {
  std::string html = "<body><h1>Cars</h1><ul><li>Home<li>Contact</ul>";
  for (int i = first; i < first + count; ++i)
    html += fmt::format(
        "<h3><a href=/{0}>Golf number {0}</a></h3><div><p>£{0},500</p><p>Mileage: {0}9,000 km</p>"
        "<p>Fuel: Diesel</p></div><hr>",
        i);
  const std::string url = fmt::format("http://cars.example/{}", first);
  return model::html_page(html + "<p>1 2 3</p>", {.id = url, .url = url});
}

TEST(ListPagesTest, ASingleRecordIsReadAsThoseOfThePagesBefore) {
  const annotate::Recognizer cars(*read_domain("cars"));
  for (const annotate::Recognizer* domain :
       {&cars, static_cast<const annotate::Recognizer*>(nullptr)}) {
    ListPages pages(domain);
    const model::Page last = page_of(9, 1);
    EXPECT_FALSE(pages.read(last, true).has_value());
    const model::Page first = page_of(1, 8);
    const auto list = pages.read(first, false);
    ASSERT_TRUE(list.has_value());
    EXPECT_EQ(list->region.records.size(), 8U);
    EXPECT_FALSE(list->as_before);
    pages.learn(first, list->region);
    const auto further = pages.read(last, true);
    ASSERT_TRUE(further.has_value());
    EXPECT_TRUE(further->as_before);
    ASSERT_EQ(further->region.records.size(), 1U);
    EXPECT_THAT(
        mine::record_text(last.document, further->region.records[0]),
        ::testing::AllOf(::testing::HasSubstr("Golf number 9"), ::testing::HasSubstr("99,000 km")));
    EXPECT_FALSE(pages.read(last, false).has_value());
  }
}

}  // namespace
}  // namespace weft::site
