#include "wrap/rules/typed_patterns.h"

#include "gtest/gtest.h"

namespace weft::wrap {
namespace {

TEST(TypedPatternsTest, TakesTheValueOutOfItsSurroundings) {
  const struct {
    const char* type;
    const char* text;
    const char* value;
  } kCases[] = {
      {"price", "Our price: $1,299.00 incl. VAT", "$1,299.00"},
      {"price", "jetzt 12,50 \xE2\x82\xAC statt", "12,50 \xE2\x82\xAC"},
      {"price", "free", ""},
      {"phone", "Call (555) 123-4567 today", "(555) 123-4567"},
      {"phone", "Tel. +44 20 7946 0958", "+44 20 7946 0958"},
      {"zip", "Springfield, IL 62704-1234", "62704-1234"},
      {"zip", "London SW1A 1AA", "SW1A 1AA"},
      {"date", "Published: March 3, 2009 by", "March 3, 2009"},
      {"date", "on 2009-03-14.", "2009-03-14"},
      {"date", "am 14.3.2009", "14.3.2009"},
      {"isbn", "ISBN-13: 978-0-306-40615-7", "978-0-306-40615-7"},
      {"isbn", "ISBN 080442957X", "080442957X"},
      {"isbn", "12345", ""},
      {"email", "write to jane.doe@mail.example.org now", "jane.doe@mail.example.org"},
      {"rating", "rated 4.5 out of 5", "4.5 out of 5"},
      {"rating", "none yet", ""},
      {"number-with-unit", "weighs 1.5 kg net", "1.5 kg"},
      {"number-with-unit", "12.1 megapixels", "12.1 megapixels"},
      {"number-with-unit", "twelve", ""},
  };
  for (const auto& one : kCases)
    EXPECT_EQ(TypedPatterns::builtin().match(one.type, one.text), one.value) << one.text;
}

TEST(TypedPatternsTest, UsersAddTheirOwnAndReplaceThoseThereAre) {
  TypedPatterns patterns;
  ASSERT_TRUE(patterns.add("sku", R"(SKU[: ]+([A-Z]-\d+))").ok());
  EXPECT_EQ(patterns.match("sku", "SKU: I-74931 (new)"), "I-74931");
  ASSERT_TRUE(patterns.add("zip", R"(\d{4})").ok());  // Without a group: the whole match.
  EXPECT_EQ(patterns.match("zip", "CH-8001 Z\xC3\xBCrich"), "8001");
  EXPECT_FALSE(TypedPatterns::builtin().contains("sku"));
  EXPECT_EQ(patterns.add("bad", "(").error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace weft::wrap
