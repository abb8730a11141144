#include "annotate/domain.h"

#include <gmock/gmock.h>

#include "annotate/recognizer.h"

namespace weft::annotate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

Result<Domain> parse(std::string_view text, const DomainLimits& limits = {}) {
  return parse_domain(text, "shop.domain.toml", shipped_domain, limits);
}

std::string error_of(std::string_view text) {
  const auto domain = parse(text);
  return domain.ok() ? "no error" : domain.error().message;
}

TEST(DomainTest, ReadsAttributesInTheOrderOfTheFile) {
  const auto domain = parse(R"(
name = "lamps"
record = "Product"
[attributes.title]
flags = ["subject"]
[attributes.price]
type = "money"
labels = ["price", "our price"]
not = ["list price"]
flags = ["mandatory", "pivot"]
languages.de = { labels = ["Preis"], not = ["UVP"] }
[attributes.lumen]
pattern = '\d+ lm'
least = 1
most = 100000
)");
  ASSERT_TRUE(domain.ok()) << domain.error().message;
  EXPECT_EQ(domain->name, "lamps");
  ASSERT_EQ(domain->attributes.size(), 3U);
  EXPECT_TRUE(domain->attributes[0].subject);
  const AttributeKnowledge& price = domain->attributes[1];
  EXPECT_EQ(price.type, EntityType::kMoney);
  EXPECT_THAT(price.labels, UnorderedElementsAre("price", "our price", "Preis"));
  EXPECT_THAT(price.not_labels, UnorderedElementsAre("list price", "UVP"));
  EXPECT_TRUE(price.pivot && price.mandatory && !price.set);
  EXPECT_EQ(domain->attributes[2].pattern, R"(\d+ lm)");
}

TEST(DomainTest, IncludingRefinesAndKeeps) {
  const auto domain = parse(R"(
include = ["books"]
[attributes.price]
labels = ["bargain"]
[attributes.shelf]
labels = ["shelf"]
)");
  ASSERT_TRUE(domain.ok()) << domain.error().message;
  const auto price = domain->find("price");
  ASSERT_TRUE(price.has_value());
  EXPECT_EQ(domain->attributes[*price].type, EntityType::kMoney);
  EXPECT_THAT(domain->attributes[*price].labels, ::testing::Contains("bargain"));
  EXPECT_TRUE(domain->find("shelf").has_value());
}

TEST(DomainTest, ErrorsNameTheLine) {
  EXPECT_THAT(error_of("[attributes.a]\ntype = \"colour\"\n"),
              HasSubstr("line 2: no type 'colour'"));
  EXPECT_THAT(error_of("[attributes.a]\nlabel = \"x\"\n"), HasSubstr("line 2: no key 'label'"));
  EXPECT_THAT(error_of("[attributes.a]\nflags = [\"key\"]\n"), HasSubstr("line 2: no flag 'key'"));
  EXPECT_THAT(error_of("[attributes.a]\npattern = '('\n"), HasSubstr("line 2: pattern: "));
  EXPECT_THAT(error_of("[attributes.a]\npattern = 'x*'\n"), HasSubstr("matches nothing"));
  EXPECT_THAT(error_of("[attributes.a\n"), HasSubstr("line 1: "));
  EXPECT_THAT(error_of("\ninclude = [\"zoo\"]\n"), HasSubstr("line 2: no domain 'zoo' ships"));
  EXPECT_THAT(error_of("[attributes.a]\nparts = [\"b\"]\n"),
              HasSubstr("line 2: a has the part 'b', which is no attribute"));
  EXPECT_THAT(error_of("[attributes.a]\n\ntogether = [\"b\"]\n"),
              HasSubstr("line 3: a has 'b' in together, which is no other attribute"));
  EXPECT_THAT(error_of("[attributes.a]\ntype = 'money'\nat_most = 'b'\n[attributes.b]\n"),
              HasSubstr("line 3: a cannot be at most b"));
  EXPECT_THAT(error_of("[attributes]\na = { type = 'date', at_most = 'b' }\n"
                       "b = { type = 'date', at_most = 'a' }\n"),
              HasSubstr("line 2: a and b are each at most the other"));
  EXPECT_THAT(error_of("[pages]\nlink = 'x'\n[attributes.a]\n"),
              HasSubstr("line 2: no key 'link' in pages"));
  EXPECT_THAT(error_of("[attributes.a]\nflags = [\"pivot\", \"set\"]\n"),
              HasSubstr("line 2: a pivot"));
  EXPECT_THAT(error_of("[attributes.a]\nleast = 3\nmost = 2\n"), HasSubstr("least is more"));
  EXPECT_THAT(error_of("[attributes]\na.flags = 'subject'\nb.flags = 'subject'\n"),
              HasSubstr("several attributes are the subject"));
  EXPECT_THAT(error_of("name = \"empty\"\n"), HasSubstr("no attributes"));
}

TEST(DomainTest, DescriptionsThatIncludeThemselvesAreRefused) {
  const DomainReader reader = [](const std::string& name) -> Result<std::string> {
    return std::string(name == "a" ? "include = 'b'\n[attributes.x]\n"
                                   : "include = 'a'\n[attributes.y]\n");
  };
  const auto domain = parse_domain("include = 'b'\n[attributes.x]\n", "a", reader);
  ASSERT_FALSE(domain.ok());
  EXPECT_THAT(domain.error().message, HasSubstr("a includes itself"));
}

TEST(DomainTest, TermsOfEveryPageAndBoundsThatNothingFitsAreRefused) {
  const auto term = parse("[attributes.grade]\nterms = [\"R\", \"a\"]\n");
  ASSERT_FALSE(term.ok());
  EXPECT_THAT(term.error().message, HasSubstr("'a' is on every page"));
  EXPECT_TRUE(parse("[attributes.grade]\nterms = [\"R\", \"G\"]\n").ok());
  const auto bounds = parse("[attributes.beds]\ntype = 'number'\nleast = 9\nmost = 2\n");
  ASSERT_FALSE(bounds.ok());
  EXPECT_THAT(bounds.error().message, HasSubstr("least is more than most"));
}

TEST(DomainTest, SaysWhatPagesSayAroundRecords) {
  const auto domain = parse(R"(
include = ["property"]
[pages]
switches = ["part exchange"]
secondary = "sold lately"
[attributes.bedrooms]
together = ["garages"]
[attributes.garages]
type = "number"
at_most = "bedrooms"
)");
  ASSERT_TRUE(domain.ok()) << domain.error().message;
  EXPECT_THAT(domain->pages.switches, ::testing::Contains("part exchange"));
  EXPECT_THAT(domain->pages.wildcards, ::testing::Contains("any price"));
  EXPECT_THAT(domain->pages.secondary, ::testing::Contains("sold lately"));
  EXPECT_THAT(domain->attributes[*domain->find("bedrooms")].together,
              ::testing::Contains("garages"));
  EXPECT_THAT(domain->attributes[*domain->find("garages")].at_most, ElementsAre("bedrooms"));
}

TEST(DomainTest, TooManyTermsAreRefused) {
  const auto domain = parse("[attributes.a]\nterms = [\"xx\", \"yy\", \"zz\"]\n", {.max_terms = 2});
  ASSERT_FALSE(domain.ok());
  EXPECT_EQ(domain.error().code, ErrorCode::kLimitExceeded);
}

TEST(DomainTest, GazetteersAreOneTermALine) {
  EXPECT_THAT(gazetteer_terms("# towns\nOxford\t120\n\n  New   York \n"),
              ElementsAre("Oxford", "New York"));
}

TEST(DomainTest, EveryShippedDomainIsOneThatCanBeUsed) {
  EXPECT_GE(shipped_domains().size(), 12U);
  for (const EmbeddedFile& shipped : shipped_domains()) {
    auto domain = parse_domain(shipped.text, std::string(shipped.name), shipped_domain);
    ASSERT_TRUE(domain.ok()) << domain.error().message;
    EXPECT_EQ(domain->name, shipped.name);
    const Recognizer recognizer(std::move(*domain));
    std::vector<Found> found;
    recognizer.find("Price: £12.50", found);
  }
}

TEST(DomainTest, PropertyAndCarsHoldTheTypesOfAmber) {
  const auto has = [](const char* name, std::initializer_list<const char*> attributes) {
    const auto text = shipped_domain(name);
    const auto domain = parse_domain(*text, name, shipped_domain);
    for (const char* attribute : attributes)
      EXPECT_TRUE(domain->find(attribute).has_value()) << name << ": " << attribute;
  };
  has("property", {"bedrooms",
                   "location",
                   "bathrooms",
                   "price",
                   "receptions",
                   "town",
                   "city",
                   "village",
                   "county",
                   "postcode",
                   "property_type",
                   "furnishing",
                   "street_address",
                   "property_status",
                   "availability_date",
                   "branch_location",
                   "map",
                   "image",
                   "url",
                   "description",
                   "floor_plan",
                   "title"});
  has("cars", {"make",   "fuel_type", "transmission", "mileage",     "engine",
               "price",  "model",     "road_tax",     "emissions",   "power",
               "colour", "body_type", "mpg",          "age",         "seats",
               "owners", "doors",     "registration", "engine_size", "village",
               "town",   "city",      "county",       "postcode",    "street_address",
               "image",  "url",       "description",  "title"});
}

}  // namespace
}  // namespace weft::annotate
