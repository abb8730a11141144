#include "value/normalize.h"

#include "gtest/gtest.h"

namespace weft::value {
namespace {

struct Case {
  const char* text;
  const char* expected;  // Null: no such value.
  NormalizeContext context = {};
};

void check(ValueType type, std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    const auto value = normalize(type, c.text, c.context);
    EXPECT_EQ(value.value_or("(none)"), c.expected == nullptr ? "(none)" : c.expected) << c.text;
  }
}

const NormalizeContext kGerman{.language = "de", .country = "DE"};
const NormalizeContext kBritish{.language = "en-GB", .country = "GB"};

TEST(NormalizeTest, ReadsNumbersWithTheirSeparators) {
  check(ValueType::kNumber, {{"42", "42"},
                             {"1,234.50", "1234.5"},
                             {"1.234,50", "1234.5"},
                             {"1 234,5", "1234.5"},
                             {"1'234.5", "1234.5"},
                             {"1,23,456", "123456"},
                             {"1.234.567", "1234567"},
                             {"12,345,678", "12345678"},
                             {"3.14", "3.14"},
                             {"3,14", "3.14"},
                             {"0.125", "0.125"},
                             {"0,125", "0.125"},
                             {"1,234", "1234"},
                             {"1.234", "1.234"},
                             {"1.234", "1234", kGerman},
                             {"1234.567", "1234.567"},
                             {"\xE2\x88\x92"
                              "7",
                              "-7"},
                             {"-0", "0"},
                             {"pages 10-12", nullptr},
                             {"805-948-5093", nullptr},
                             {"(805) 948-5093", nullptr},
                             {"+31 20 311 1444", nullptr},
                             {"2024-01-02", nullptr},
                             {"12.03.2024", nullptr},
                             {"0A000", nullptr},
                             {"0100C", nullptr},
                             {"192.168.1.1", nullptr},
                             {"1.2.3", nullptr},
                             {"978-3-16-148410-0", nullptr},
                             {"4.5/5", "4.5"},
                             {"4.5 (120)", "4.5"},
                             {"27-inch", "27"},
                             {"12kg", "12"},
                             {"+5", "5"},
                             {"007", "7"},
                             {".5", "0.5"},
                             {"4.50 out of 5", "4.5"},
                             {"(1\xC2\xA0"
                              "024 reviews)",
                              "1024"},
                             {"1.2k followers", "1200"},
                             {"3 million", "3000000"},
                             {"2,5 Mio. Einwohner", "2500000"},
                             {"\xEF\xBC\x91\xEF\xBC\x92", "12"},
                             {"none", nullptr},
                             {"", nullptr}});
}

TEST(NormalizeTest, ReadsMoney) {
  check(ValueType::kMoney, {{"$1,299.00", "$ 1299.00"},
                            {"$1,299.00", "USD 1299.00", {.currency = "USD"}},
                            {"Price: $12.50 each", "$ 12.50"},
                            {"-$5.00", "$ -5.00"},
                            {"$10 - $20", nullptr},
                            {"10-12 \xE2\x82\xAC", nullptr},
                            {"$3.459", "$ 3.459", {.language = "en"}},
                            {"805-948-5093", nullptr},
                            {"1.299,00 \xE2\x82\xAC", "EUR 1299.00"},
                            {"ab 1.299,\xE2\x80\x93 \xE2\x82\xAC", "EUR 1299.00"},
                            {"\xE2\x82\xAC"
                             "12.5",
                             "EUR 12.50"},
                            {"EUR 12", "EUR 12.00"},
                            {"12EUR", "EUR 12.00"},
                            {"\xC2\xA3"
                             "1.2m",
                             "GBP 1200000.00"},
                            {"CHF 1'250.-", "CHF 1250.00"},
                            {"\xC2\xA5"
                             "1,200",
                             "\xC2\xA5 1200"},
                            {"1.500 \xE2\x82\xAC", "EUR 1500.00"},
                            {"1 500 kr", "kr 1500.00"},
                            {"1 500 kr", "NOK 1500.00", {.country = "NO"}},
                            {"$20", "CAD 20.00", {.country = "CA"}},
                            {"C$ 20", "CAD 20.00"},
                            {"R$ 1.234,56", "BRL 1234.56"},
                            {"1 234,50 z\xC5\x82", "PLN 1234.50"},
                            {"1.234 KWD", "KWD 1.234"},
                            {"2 for $5", "$ 5.00"},
                            {"19.99", "19.99"},
                            {"99\xC2\xA2", "$ 0.99"},
                            {"\xE2\x82\xB9 1,23,456", "INR 123456.00"},
                            {"US$ 3.5 billion", "USD 3500000000.00"},
                            {"price on request", nullptr}});
}

TEST(NormalizeTest, ReadsDatesInManyForms) {
  check(ValueType::kDate, {{"2024-03-12", "2024-03-12"},
                           {"2024/3/2", "2024-03-02"},
                           {"20240312", "2024-03-12"},
                           {"2024-03-12T14:30:05Z", "2024-03-12T14:30:05Z"},
                           {"2024-03-12 14:30 +0100", "2024-03-12T14:30+01:00"},
                           {"2024-03-12T14:30:05.123+02:00", "2024-03-12T14:30:05+02:00"},
                           {"Tuesday, March 12th, 2024", "2024-03-12"},
                           {"12 Mar 2024, 2:05 pm", "2024-03-12T14:05"},
                           {"12-Mar-24", "2024-03-12"},
                           {"12-Mar-99", "1999-03-12"},
                           {"the 12th of March, 2024", "2024-03-12"},
                           {"12.03.2024", "2024-03-12"},
                           {"12/03/2024", "2024-12-03"},
                           {"12/03/2024", "2024-03-12", kBritish},
                           {"13/03/2024", "2024-03-13"},
                           {"3/13/2024", "2024-03-13", kBritish},
                           {"March 2024", "2024-03"},
                           {"03/2024", "2024-03"},
                           {"2024", "2024"},
                           {"\xC2\xA9 2024 Shop", nullptr},
                           {"30 February 2024", nullptr},
                           {"29 Feb 2024", "2024-02-29"},
                           {"29 Feb 2023", nullptr},
                           {"2024\xE5\xB9\xB4"
                            "3\xE6\x9C\x88"
                            "12\xE6\x97\xA5",
                            "2024-03-12"},
                           {"tomorrow", nullptr}});
}

TEST(NormalizeTest, KnowsMonthsOfEuropeanLanguages) {
  check(ValueType::kDate,
        {{"Di., 12. M\xC3\xA4rz 2024", "2024-03-12"},
         {"1er ao\xC3\xBBt 2023", "2023-08-01"},
         {"2024. március 12.", "2024-03-12"},
         {"12 tháng 3, 2024", "2024-03-12"},
         {"12 Maret 2024", "2024-03-12"},
         {"12 مارس 2024", "2024-03-12"},
         {"12 de marzo de 2024", "2024-03-12"},
         {"3 febbraio 2024", "2024-02-03"},
         {"5 de mar\xC3\xA7o de 2024", "2024-03-05"},
         {"7 mei 2024", "2024-05-07"},
         {"7. maj 2024", "2024-05-07"},
         {"24. joulukuuta 2024", "2024-12-24"},
         {"3 stycznia 2024", "2024-01-03"},
         {"11 listopada 2024", "2024-11-11"},
         {"5. \xC4\x8D"
          "ervence 2024",
          "2024-07-05"},
         {"5. \xC4\x8D"
          "ervna 2024",
          "2024-06-05"},
         {"15 august 2024", "2024-08-15"},
         {"4 Temmuz 2024", "2024-07-04"},
         {"9 \xD0\xBC\xD0\xB0\xD1\x8F 2024", "2024-05-09"},
         {"12 \xD0\xBC\xD0\xB0\xD1\x80\xD1\x82\xD0\xB0 2024", "2024-03-12"},
         {"25 \xCE\x9C\xCE\xB1\xCF\x81\xCF\x84\xCE\xAF\xCE\xBF\xCF\x85 2024", "2024-03-25"},
         {"12. Mrz. 2024", "2024-03-12"},
         {"3 fevrier 2024", "2024-02-03"},
         {"w styczniu 2024", "2024-01"},
         {"iPhone 14 Pro 2022", nullptr},
         {"1 Dez. 2024", "2024-12-01"}});
}

TEST(NormalizeTest, ReadsTimes) {
  check(ValueType::kTime, {{"14:30", "14:30"},
                           {"2:30 PM", "14:30"},
                           {"12 am", "00:00"},
                           {"12:15 p.m.", "12:15"},
                           {"14h30", "14:30"},
                           {"14.30 Uhr", "14:30"},
                           {"9 Uhr", "09:00"},
                           {"23:59:59Z", "23:59:59Z"},
                           {"25:00", nullptr},
                           {"14", nullptr}});
}

TEST(NormalizeTest, ReadsDurations) {
  check(ValueType::kDuration, {{"1 h 30 min", "PT1H30M"},
                               {"90 minutes", "PT1H30M"},
                               {"1:30:00", "PT1H30M"},
                               {"3:45", "PT3M45S"},
                               {"PT90M", "PT1H30M"},
                               {"1h30", "PT1H30M"},
                               {"2 Stunden", "PT2H"},
                               {"45 sec", "PT45S"},
                               {"1.5 hours", "PT1H30M"},
                               {"3 Tage", "P3D"},
                               {"2 weeks", "P2W"},
                               {"1 Jahr 6 Monate", "P1Y6M"},
                               {"a while", nullptr},
                               {"P", nullptr}});
}

TEST(NormalizeTest, WritesPhonesInE164) {
  check(ValueType::kPhone, {{"+49 (0)30 123456", "+4930123456"},
                            {"0049 30 123456", "+4930123456"},
                            {"030 / 12 34 56", "+4930123456", kGerman},
                            {"(212) 555-0123", "+12125550123", {.country = "US"}},
                            {"Tel: +44 20 7946 0958 ext. 12", "+442079460958"},
                            {"tel:+1-212-555-0123", "+12125550123"},
                            {"030 123456", nullptr},
                            {"12345", nullptr, kGerman},
                            {"06 1234 5678", "+390612345678", {.country = "IT"}}});
}

TEST(NormalizeTest, FindsEmails) {
  check(ValueType::kEmail, {{"mailto:Jo.Doe@Example.ORG?subject=x", "Jo.Doe@example.org"},
                            {"jo [at] example [dot] org", "jo@example.org"},
                            {"Contact: jo@example.org.", "jo@example.org"},
                            {"@jo", nullptr},
                            {"jo@localhost", nullptr}});
}

TEST(NormalizeTest, MakesUrlsAbsolute) {
  const NormalizeContext page{.base_url = "https://shop.example/a/b"};
  check(ValueType::kUrl, {{"../c?d#e", "https://shop.example/c?d#e", page},
                          {"//cdn.example/x.png", "https://cdn.example/x.png", page},
                          {"javascript:void(0)", nullptr, page},
                          {"c", nullptr},
                          {" ", nullptr, page}});
}

TEST(NormalizeTest, ReadsBooleansAndEnums) {
  check(ValueType::kBoolean, {{"Ja", "true"},
                              {"no", "false"},
                              {"\xE2\x9C\x93", "true"},
                              {"Out of stock!", "false"},
                              {"maybe", nullptr}});
  const std::vector<std::string> states = {"New", "Used", "Like new"};
  const NormalizeContext context{.values = &states};
  check(ValueType::kEnum, {{"USED", "Used", context},
                           {"like  new", "Like new", context},
                           {"Condition: used", "Used", context},
                           {"new or used", nullptr, context},
                           {"broken", nullptr, context}});
}

TEST(NormalizeTest, StaysQuickOnHostileText) {
  const std::string digits(1'000'000, '1');
  std::string prices;
  for (int i = 0; i < 100'000; ++i) prices += "1,2.3 ";
  for (int type = 0; type <= static_cast<int>(ValueType::kBoolean); ++type) {
    (void)normalize(static_cast<ValueType>(type), digits);
    (void)normalize(static_cast<ValueType>(type), prices);
  }
}

}  // namespace
}  // namespace weft::value
