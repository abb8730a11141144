#include "model/locate.h"

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::model {
namespace {

TEST(LocateTest, KeepsEveryOccurrence) {
  const auto doc =
      html::parse("<h1> Red \n hat </h1><p>Red hat</p><script>Red hat</script>").document;
  const auto found = locate(doc, "Red hat");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(label_path(doc, found[0]), "/html[1]/body[1]/h1[1]/text()[1]");
  EXPECT_FALSE(found[0].span.has_value());
}

TEST(LocateTest, FindsPartsOnlyAsWholeWords) {
  const auto doc = html::parse("<p>Price: 12 EUR</p><p>1234</p>").document;
  const auto found = locate(doc, "12");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].span, (TextSpan{7, 9}));
}

TEST(LocateTest, FindsValuesThatSpanElements) {
  const auto doc = html::parse("<div><h2>The <b>big</b> thing</h2></div><p>x</p>").document;
  const auto found = locate(doc, "The big thing");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(label_path(doc, found[0]), "/html[1]/body[1]/div[1]/h2[1]");
}

TEST(LocateTest, FindsValuesOverSeveralTextsOfAnElement) {
  const auto doc = html::parse("<div><p>Acme<br>12 Main St<br>Ware<br>555</p></div>").document;
  const auto found = locate(doc, "12 Main St Ware");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(label_path(doc, found[0]), "/html[1]/body[1]/div[1]/p[1]");
  EXPECT_EQ(found[0].span, (TextSpan{5, 20}));
  EXPECT_TRUE(locate(doc, "2 Main St Ware").empty());
}

TEST(LocateTest, LooksIntoAttributesWhenAsked) {
  const auto doc = html::parse("<img src='/a.png'>").document;
  EXPECT_TRUE(locate(doc, "/a.png").empty());
  const auto found = locate(doc, "/a.png", {.attributes = true});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(label_path(doc, found[0]), "/html[1]/body[1]/img[1]/@src");
}

TEST(LocateTest, ConsistencyOverPagesDecidesBetweenOccurrences) {
  const auto a = html::parse("<ul><li>x</li></ul><h1>x</h1>").document;
  const auto b = html::parse("<h1>y</h1><p>y</p>").document;
  const auto chosen = choose_consistent({&a, &b}, {locate(a, "x"), locate(b, "y")});
  EXPECT_EQ(chosen, (std::vector<size_t>{1, 0}));
}

}  // namespace
}  // namespace weft::model
