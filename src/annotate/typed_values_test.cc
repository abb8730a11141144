#include "annotate/typed_values.h"

#include <string>

#include <gmock/gmock.h>

namespace weft::annotate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> find(EntityType type, const std::string& text, const char* country = "") {
  std::vector<Span> spans;
  find_typed(type, text, country, spans);
  std::vector<std::string> found;
  for (const Span span : spans) found.push_back(text.substr(span.begin, span.end - span.begin));
  return found;
}

TEST(TypedValuesTest, Money) {
  EXPECT_THAT(find(EntityType::kMoney, "now £12.50, was £1,500"), ElementsAre("£12.50", "£1,500"));
  EXPECT_THAT(find(EntityType::kMoney, "ab 1.299,– €"), ElementsAre("1.299,– €"));
  EXPECT_THAT(find(EntityType::kMoney, "USD 20 or 300 GBP"), ElementsAre("USD 20", "300 GBP"));
  EXPECT_THAT(find(EntityType::kMoney, "5 stars, 12 reviews"), IsEmpty());
}

TEST(TypedValuesTest, Dates) {
  EXPECT_THAT(find(EntityType::kDate, "Published: May 25, 2010 (US)"), ElementsAre("May 25, 2010"));
  EXPECT_THAT(find(EntityType::kDate, "Di., 12. März 2024"), ElementsAre("12. März 2024"));
  EXPECT_THAT(find(EntityType::kDate, "2024-03-12 and 3/4/10"),
              ElementsAre("2024-03-12", "3/4/10"));
  EXPECT_THAT(find(EntityType::kDate, "from May 2010"), ElementsAre("May 2010"));
  EXPECT_THAT(find(EntityType::kDate, "3 days ago"), ElementsAre("3 days ago"));
  EXPECT_THAT(find(EntityType::kDate, "2009"), ElementsAre("2009"));
  EXPECT_THAT(find(EntityType::kDate, "Room 2010 has 4 doors"), IsEmpty());
}

TEST(TypedValuesTest, NumbersWithCheckDigits) {
  EXPECT_THAT(find(EntityType::kIsbn13, "ISBN 978-0-306-40615-7"),
              ElementsAre("978-0-306-40615-7"));
  EXPECT_THAT(find(EntityType::kIsbn13, "9780306406158"), IsEmpty());
  EXPECT_THAT(find(EntityType::kIsbn10, "0-306-40615-2 and 080442957X"),
              ElementsAre("0-306-40615-2", "080442957X"));
  EXPECT_THAT(find(EntityType::kEan, "4006381333931"), ElementsAre("4006381333931"));
  EXPECT_THAT(find(EntityType::kEan, "4006381333932"), IsEmpty());
}

TEST(TypedValuesTest, Phones) {
  EXPECT_THAT(find(EntityType::kPhone, "Call (212) 555-1234 now"), ElementsAre("(212) 555-1234"));
  EXPECT_THAT(find(EntityType::kPhone, "Tel. 01865 270000", "GB"), ElementsAre("01865 270000"));
  EXPECT_THAT(find(EntityType::kPhone, "978-0-306-40615-7"), IsEmpty());
}

TEST(TypedValuesTest, Places) {
  EXPECT_THAT(find(EntityType::kAddress, "225 West 57th Street"),
              ElementsAre("225 West 57th Street"));
  EXPECT_THAT(find(EntityType::kAddress, "Hauptstraße 12, Berlin"), ElementsAre("Hauptstraße 12"));
  EXPECT_THAT(find(EntityType::kPostcode, "Oxford OX1 3QD"), ElementsAre("OX1 3QD"));
  EXPECT_THAT(find(EntityType::kPlace, "Austin, TX"), ElementsAre("Austin, TX"));
  EXPECT_THAT(find(EntityType::kPlace, "we are hiring in Austin"), IsEmpty());
}

TEST(TypedValuesTest, People) {
  EXPECT_THAT(find(EntityType::kPerson, "Ursula K. Le Guin"), ElementsAre("Ursula K. Le Guin"));
  EXPECT_THAT(find(EntityType::kPerson, "Terry Pratchett & Neil Gaiman"),
              ElementsAre("Terry Pratchett", "Neil Gaiman"));
  EXPECT_THAT(find(EntityType::kPerson, "add to cart"), IsEmpty());
}

TEST(TypedValuesTest, TheRest) {
  EXPECT_THAT(find(EntityType::kEmail, "write to a.b@example.org."),
              ElementsAre("a.b@example.org"));
  EXPECT_THAT(find(EntityType::kUrl, "see www.example.edu/x"), ElementsAre("www.example.edu/x"));
  EXPECT_THAT(find(EntityType::kMeasure, "weighs 2.5 kg, 30 cm"), ElementsAre("2.5 kg", "30 cm"));
  EXPECT_THAT(find(EntityType::kRating, "4.5 out of 5 stars"), ElementsAre("4.5 out of 5 stars"));
  EXPECT_THAT(find(EntityType::kDuration, "1 h 30 min"), ElementsAre("1 h 30 min"));
  EXPECT_THAT(find(EntityType::kTime, "doors at 7:30 pm"), ElementsAre("7:30 pm"));
}

TEST(TypedValuesTest, ALongTextIsReadToABound) {
  std::string text(100'000, 'x');
  text += " £5";
  EXPECT_THAT(find(EntityType::kMoney, text), IsEmpty());
}

}  // namespace
}  // namespace weft::annotate
