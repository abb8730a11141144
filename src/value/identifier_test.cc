#include "value/identifier.h"

#include <gtest/gtest.h>

namespace weft::value {
namespace {

TEST(IdentifierTest, NamesAreLettersDigitsAndUnderscores) {
  EXPECT_EQ(identifier_of("Unit price"), "unit_price");
  EXPECT_EQ(identifier_of("unitPrice"), "unit_price");
  EXPECT_EQ(identifier_of(" (Größe) "), "größe");
  EXPECT_EQ(identifier_of("--"), "");
}

TEST(IdentifierTest, ClassNamesLoseWhatToolsPutThere) {
  EXPECT_EQ(identifier_of_class("product-price"), "product_price");
  EXPECT_EQ(identifier_of_class("Card_title__3xY2z"), "card_title");
  EXPECT_EQ(identifier_of_class("price__value--1a2b3"), "price_value");
  EXPECT_EQ(identifier_of_class("css-1m4d2c"), "");
  EXPECT_EQ(identifier_of_class("css-wxbgry"), "");
  EXPECT_EQ(identifier_of_class("sc-bdVaJa"), "");
  EXPECT_EQ(identifier_of_class("svelte-1tky8bj"), "");
  EXPECT_EQ(identifier_of_class("column2"), "column2");
  EXPECT_EQ(identifier_of_class("h2"), "h2");
  EXPECT_EQ(identifier_of_class("css"), "css");
}

}  // namespace
}  // namespace weft::value
