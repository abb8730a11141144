#include "read/structured_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "read/metadata.h"

namespace weft::read {
namespace {

StructuredData data_of(std::string_view html, std::string_view url = "http://a.example/p") {
  return structured_data(html::parse(html).document, url);
}
Json json(std::string_view text) { return *parse_json(text); }

TEST(StructuredDataTest, ReadsJsonLdThatIsNotQuiteJson) {
  const auto data = data_of(
      "<script "
      "type=application/ld+json>//<![CDATA[\n{\"@type\":\"Article\", // an \"article\"\n/* } "
      "*/\"headline\":\"A\tB // C\"};\n//"
      "]]></script>"
      "<script type='application/ld+json; charset=utf-8'>[{\"@type\":\"Person\"},3]</script>"
      "<script type=application/ld+json>{oops</script>");
  ASSERT_EQ(data.json_ld.size(), 2U);
  EXPECT_EQ(data.json_ld[0].text_of("headline"), "A B // C");
  ASSERT_EQ(data.diagnostics.size(), 1U);
  EXPECT_THAT(data.diagnostics[0].detail, testing::StartsWith("JSON-LD that does not parse"));
}

TEST(StructuredDataTest, ReadsMetaByKind) {
  const Json json = metadata_json(
      data_of("<meta property=og:title content=' Tea  time '><meta property=og:image content=1>"
              "<meta property=og:image content=2><meta name=DC.Creator content=Ann><meta "
              "name=author content=Bea>"));
  EXPECT_EQ(
      json.dump(),
      R"({"opengraph":{"og:title":"Tea time","og:image":["1","2"]},"dublin_core":{"dc.creator":"Ann"},)"
      R"("meta":{"author":"Bea"}})");
}

TEST(MicrodataTest, ReadsItemsWithinItems) {
  const auto data = data_of(
      "<div itemscope itemtype=http://schema.org/Book><b itemprop=name>Emma</b><a itemprop='url "
      "sameAs' href=/e>x</a>"
      "<div itemprop=author itemscope><i itemprop=name>Jane</i></div>"
      "<meta itemprop=pages content=400><time itemprop=date datetime=1815-12-23>then</time>"
      "<i itemprop=genre>novel</i><i itemprop=genre>comedy</i></div>");
  ASSERT_EQ(data.microdata.size(), 1U);
  EXPECT_EQ(
      data.microdata[0],
      json(
          R"({"type":"http://schema.org/Book","properties":{"name":"Emma","url":"http://a.example/e",
                     "sameAs":"http://a.example/e","author":{"properties":{"name":"Jane"}},"pages":"400",
                     "date":"1815-12-23","genre":["novel","comedy"]}})"));
}

TEST(MicrodataTest, FollowsReferencesOnce) {
  const auto data = data_of(
      "<div itemscope itemref='a loop' id=loop><b itemprop=x>1</b></div><p id=a><b "
      "itemprop=y>2</b></p>");
  ASSERT_EQ(data.microdata.size(), 1U);
  EXPECT_EQ(data.microdata[0]["properties"].text_of("y"), "2");
}

TEST(RdfaTest, ReadsSubjectsTypesAndProperties) {
  const auto data = data_of(
      "<p vocab=http://schema.org/ typeof=Person><b property=name>Ann</b><a property=url "
      "href=/ann>me</a>"
      "<span property=address typeof=PostalAddress><i property=postalCode>123</i></span></p>");
  ASSERT_EQ(data.rdfa.size(), 3U);
  EXPECT_EQ(
      data.rdfa[1],
      json(
          R"({"@id":"_:1","@type":["http://schema.org/Person"],"http://schema.org/name":[{"@value":"Ann"}],
                     "http://schema.org/url":[{"@id":"http://a.example/ann"}],
                     "http://schema.org/address":[{"@id":"_:2"}]})"));
  EXPECT_EQ(data.rdfa[2]["@type"][0].text(), "http://schema.org/PostalAddress");
}

TEST(RdfaTest, KeepsDatatypes) {
  const auto data = data_of(
      "<p vocab=http://schema.org/ typeof=Person><time property=birthDate "
      "datatype=xsd:date>1990-07-04</time></p>");
  EXPECT_EQ(data.rdfa[1]["http://schema.org/birthDate"],
            json(R"([{"@value":"1990-07-04","@type":"http://www.w3.org/2001/XMLSchema#date"}])"));
}

TEST(StructuredDataTest, MendsJsonThatPagesWrite) {
  for (const char* written : {R"({"a": "x", // note
            //"b": ""
          })",
                              "<!-- words of its own -->\n{\"a\": \"x\"}",
                              "<!-- {\"a\": \"x\",} -->", R"({"a": "x"};)"}) {
    const auto data =
        data_of(std::string("<script type=application/ld+json>") + written + "</script>");
    ASSERT_EQ(data.json_ld.size(), 1U) << written;
    EXPECT_EQ(data.json_ld[0].text_of("a"), "x");
  }
  // What stands in a text stays.
  const auto data =
      data_of(R"(<script type=application/ld+json>{"a": "<!-- x --> // ,}"}</script>)");
  EXPECT_EQ(data.json_ld.at(0).text_of("a"), "<!-- x --> // ,}");
}

TEST(StructuredDataTest, TextsOfValues) {
  EXPECT_EQ(text_value(json(R"([{"@type":"Person","name":" Ann "},{"name":"Bea"}])")), "Ann");
  EXPECT_EQ(text_value(json(R"({"@value":"x"})")), "x");
  EXPECT_EQ(text_value(json("7")), "7");
  EXPECT_EQ(text_value(json("null")), "");
  EXPECT_THAT(types_of(json(R"({"@type":["http://schema.org/NewsArticle","Thing"]})")),
              testing::ElementsAre("NewsArticle", "Thing"));
}

}  // namespace
}  // namespace weft::read
