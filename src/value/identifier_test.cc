#include "value/identifier.h"

#include <gtest/gtest.h>

namespace weft::value {
namespace {

TEST(IdentifierTest, NamesAreLettersDigitsAndUnderscores) {
  EXPECT_EQ(identifier_of("Unit price"), "unit_price");
  EXPECT_EQ(identifier_of("unitPrice"), "unit_price");
  EXPECT_EQ(identifier_of(" (Größe) "), "größe");
  EXPECT_EQ(identifier_of("--"), "");
  EXPECT_EQ(identifier_of("PREIS/STÜCK："), "preis_stück");
  EXPECT_EQ(identifier_of("\u200b\u200bاسم \u200bالقانون"), "اسم_القانون");
  EXPECT_EQ(identifier_of("कीमत"), "कीमत");  // With its vowel signs.
  EXPECT_EQ(identifier_of("\xFF price"), "price");
}

TEST(IdentifierTest, LongNamesEndWithAWord) {
  EXPECT_EQ(identifier_of("The price of one piece, with taxes and delivery"),
            "the_price_of_one_piece_with_taxes_and");
  EXPECT_EQ(identifier_of(std::string(50, 'a')), std::string(40, 'a'));
}

TEST(IdentifierTest, ClassNamesLoseWhatToolsPutThere) {
  EXPECT_EQ(identifier_of_class("product-price"), "product_price");
  EXPECT_EQ(identifier_of_class("Card_title__3xY2z"), "card_title");
  EXPECT_EQ(identifier_of_class("css-1m4d2c"), "");
  EXPECT_EQ(identifier_of_class("css-wxbgry"), "");
  EXPECT_EQ(identifier_of_class("sc-bdVaJa"), "");
  EXPECT_EQ(identifier_of_class("svelte-1tky8bj"), "");
  EXPECT_EQ(identifier_of_class("views-field-price"), "price");
  EXPECT_EQ(identifier_of_class("js-price"), "price");
  EXPECT_EQ(identifier_of_class("field"), "field");
}

TEST(IdentifierTest, ClassNamesSayWhatSomethingIs) {
  EXPECT_EQ(identifier_of_class("c-team__city"), "city");
  EXPECT_EQ(identifier_of_class("c-team__city--large"), "city");
  EXPECT_EQ(identifier_of_class("price__value--1a2b3"), "price");
  EXPECT_EQ(identifier_of_class("__price"), "price");
  EXPECT_EQ(identifier_of_class("first-name"), "first_name");
  EXPECT_EQ(identifier_of_class("red-wine"), "red_wine");
  for (const char* looks : {"col-md-6", "d-flex", "column2", "h2", "text-muted", "md:w-1/2",
                            "text-[14px]", "p_a", "box__inner", "css", "grid-box"})
    EXPECT_EQ(identifier_of_class(looks), "") << looks;
}

}  // namespace
}  // namespace weft::value
