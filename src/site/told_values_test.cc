#include "site/told_values.h"

#include <string>

#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::site {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

annotate::Recognizer things() {
  return annotate::Recognizer(*annotate::parse_domain(
      "record = 'Product'\n[attributes.name]\nflags = ['subject']\n[attributes.price]\ntype = "
      "'money'\nmost = "
      "1000\n[attributes.rating]\ntype = 'number'\n[attributes.colour]\nflags = ['set']\n",
      "things.domain.toml", annotate::shipped_domain));
}

model::Page page_of(const std::string& html) { return model::html_page(html, {.id = "a.html"}); }

std::vector<std::string> told(const model::Page& page) {
  const annotate::Recognizer recognizer = things();
  std::vector<std::string> out;
  for (const domain::Told& one :
       reconciled(told_by_structured_data(page, recognizer.domain()), page, recognizer))
    out.push_back(recognizer.domain().attributes[one.attribute].name + "=" + one.value);
  return out;
}

std::string with_data(const std::string& json, const std::string& body) {
  return "<script type='application/ld+json'>" + json + "</script>" + body;
}

TEST(ToldValuesTest, StructuredDataCountsWhereThePageSaysTheSame) {
  EXPECT_THAT(
      told(page_of(with_data(
          R"({"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"12.50"},"color":"red",
              "aggregateRating":{"ratingValue":4.5}})",
          "<h1>Lamp</h1><p>$12.50</p><p>4.5</p>"))),
      ElementsAre("name=Lamp", "price=12.50", "rating=4.5"));
  // Ten percent off, as some shops have it: not on the page.
  EXPECT_THAT(told(page_of(with_data(R"({"@type":"Product","name":"Lamp","price":"13.75"})",
                                     "<h1>Lamp</h1><p>$12.50</p>"))),
              ElementsAre("name=Lamp"));
}

TEST(ToldValuesTest, MicrodataSaysItToo) {
  EXPECT_THAT(
      told(page_of("<div itemscope itemtype='http://schema.org/Product'><h1 itemprop=name>Lamp</h1>"
                   "<b itemprop=price>12.50</b></div>")),
      ElementsAre("name=Lamp", "price=12.50"));
}

TEST(ToldValuesTest, WhatTheDomainForbidsIsDropped) {
  // A price beyond its bound, and two of what there is one of.
  EXPECT_THAT(
      told(page_of(with_data(R"({"@type":"Product","price":"$5000","name":["Lamp","Lampe"]})",
                             "<h1>Lamp</h1><p>Lampe</p><p>$5000</p>"))),
      IsEmpty());
}

TEST(ToldValuesTest, ThingsOfOtherTypesAndSeveralThingsSayNothing) {
  EXPECT_THAT(
      told(page_of(with_data(R"({"@type":"Organization","name":"Lamp"})", "<h1>Lamp</h1>"))),
      IsEmpty());
  EXPECT_THAT(told(page_of(with_data(
                  R"([{"@type":"Product","name":"Lamp"},{"@type":"Product","name":"Shade"}])",
                  "<h1>Lamp</h1><p>Shade</p>"))),
              IsEmpty());
  EXPECT_THAT(told(page_of(with_data("{", "<h1>Lamp</h1>"))), IsEmpty());
}

TEST(ToldValuesTest, LabelsOfAProgramAreAnnotationsWhereTheyStand) {
  const annotate::Recognizer recognizer = things();
  const model::Page page = page_of("<p>a red lamp</p>");
  model::Label label;
  label.attribute = "colour";
  label.value = "red";
  const auto annotations = annotations_of(
      reconciled(told_by_labels({label}, recognizer.domain()), page, recognizer), page.document);
  ASSERT_EQ(annotations.size(), 1U);
  EXPECT_EQ(annotations[0].value, "red");
  EXPECT_EQ(annotations[0].span, (annotate::Span{2, 5}));
}

}  // namespace
}  // namespace weft::site
