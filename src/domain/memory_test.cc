// What sites teach, and what one of them cannot.

#include "domain/memory.h"

#include "annotate/terms.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::domain {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

annotate::Domain cars() {
  annotate::Domain domain;
  domain.name = "cars";
  domain.attributes.resize(4);
  domain.attributes[0].name = "title";
  domain.attributes[0].subject = true;
  domain.attributes[1].name = "make";
  domain.attributes[2].name = "location";
  domain.attributes[2].type = annotate::EntityType::kPlace;
  domain.attributes[3].name = "price";
  domain.attributes[3].type = annotate::EntityType::kMoney;
  return domain;
}

std::vector<model::Extraction> records(
    const std::vector<std::pair<std::string, std::string>>& values, size_t times = 3) {
  std::vector<model::Extraction> all(times);
  for (model::Extraction& one : all) {
    model::Record& record = one.records.emplace_back();
    for (const auto& [name, text] : values) record.set(name, model::Value::leaf(text));
  }
  return all;
}

std::vector<std::string> terms(const std::vector<BelievedTerm>& believed) {
  std::vector<std::string> out;
  for (const BelievedTerm& term : believed) out.push_back(term.term);
  return out;
}

TEST(DomainMemoryTest, InstancesAreSplitIntoTerms) {
  EXPECT_THAT(split_terms("Walton Street - Oxford"), ElementsAre("Walton Street", "Oxford"));
  EXPECT_THAT(split_terms("25 Mill Lane, Dijon"), ElementsAre("Dijon"));
  EXPECT_THAT(split_terms("Rostock (Mitte)"), ElementsAre("Rostock", "Mitte"));
  EXPECT_THAT(split_terms("Town: Ayr, Kyle"), ElementsAre("Ayr", "Kyle"));
  EXPECT_THAT(split_terms(" , "), IsEmpty());
}

// What stands between known terms is one, too: "Lower Marsh, Leeds" where Leeds is known.
TEST(DomainMemoryTest, KnownTermsMakeTheirNeighboursSure) {
  annotate::Domain domain = cars();
  DomainMemory memory;
  for (const char* site : {"a", "b"})
    memory.learn(site, records({{"location", "Lower Marsh, Leeds"}}), domain);
  const double alone = DomainMemory::confidence(memory.terms().at("location").at("lower marsh"));
  domain.attributes[*domain.find("location")].terms = {"Leeds"};
  for (const char* site : {"a", "b"})
    memory.learn(site, records({{"location", "Lower Marsh, Leeds"}}), domain);
  EXPECT_GT(DomainMemory::confidence(memory.terms().at("location").at("lower marsh")), alone);
}

TEST(DomainMemoryTest, WhatAGazetteerHasIsNotTaughtAgain) {
  const std::string bytes = *annotate::compile_gazetteer("Volvo\n", "makes.txt");
  const auto owner = std::make_shared<std::vector<uint64_t>>(bytes.size() / 8 + 1);
  bytes.copy(reinterpret_cast<char*>(owner->data()), bytes.size());
  auto compiled =
      annotate::TermMatcher::over({reinterpret_cast<char*>(owner->data()), bytes.size()}, owner);
  annotate::Domain domain = cars();
  domain.attributes[1].gazetteers.push_back(
      std::make_shared<const annotate::TermMatcher>(std::move(*compiled)));
  DomainMemory memory;
  for (const char* site : {"a", "b"}) memory.learn(site, records({{"make", "Volvo"}}), domain);
  EXPECT_THAT(terms(memory.believed("make")), ElementsAre("volvo"));
  EXPECT_THAT(memory.teach(domain).attributes[1].terms, IsEmpty());
}

TEST(DomainMemoryTest, OneSiteTeachesNothingTwoDo) {
  DomainMemory memory;
  memory.learn("a", records({{"make", "Volvo"}, {"title", "Volvo 7"}, {"price", "900 EUR"}}),
               cars());
  EXPECT_THAT(memory.believed("make"), IsEmpty());
  memory.learn("b", records({{"make", "Volvo"}}), cars());
  EXPECT_THAT(terms(memory.believed("make")), ElementsAre("volvo"));
  EXPECT_EQ(memory.believed("make")[0].sites, 2U);
  EXPECT_THAT(memory.teach(cars()).attributes[1].terms, ElementsAre("volvo"));
  // Subjects and what has a form are not remembered.
  EXPECT_FALSE(memory.terms().contains("title"));
  EXPECT_FALSE(memory.terms().contains("price"));
}

TEST(DomainMemoryTest, ASiteThatErrsDoesNotPoison) {
  DomainMemory memory;
  for (const char* site : {"a", "b", "c"})
    memory.learn(site, records({{"location", "Leeds"}}), cars());
  for (const char* site : {"x", "y"}) memory.learn(site, records({{"make", "Leeds"}}, 1), cars());
  EXPECT_THAT(memory.believed("make"), IsEmpty());
  EXPECT_THAT(terms(memory.believed("location")), ElementsAre("leeds"));
}

TEST(DomainMemoryTest, SmallPartsOfInstancesNeedMoreWitnesses) {
  DomainMemory memory;
  for (const char* site : {"a", "b"})
    memory.learn(site, records({{"location", "The old barn behind Saint Thomas, Ayr"}}), cars());
  EXPECT_THAT(memory.believed("location"),
              Not(::testing::Contains(::testing::Field(&BelievedTerm::term, "ayr"))));
}

TEST(DomainMemoryTest, LearningASiteAgainReplacesItAndItCanBeForgotten) {
  DomainMemory memory;
  memory.learn("a", records({{"make", "Volvo"}}), cars());
  memory.learn("b", records({{"make", "Volvo"}}), cars());
  memory.learn("b", records({{"make", "Saab"}}), cars());
  EXPECT_THAT(memory.believed("make"), IsEmpty());
  EXPECT_EQ(memory.prune(2), 2U);
  EXPECT_THAT(memory.sites(), IsEmpty());
}

TEST(DomainMemoryTest, RefusedTermsStayRefusedThroughFiles) {
  DomainMemory memory;
  for (const char* site : {"a", "b"}) memory.learn(site, records({{"make", "New"}}), cars());
  memory.refuse("make", "New");
  EXPECT_THAT(memory.believed("make"), IsEmpty());
  memory.prune(9);
  const auto again = read_json<DomainMemory>(write_json(memory), "memory");
  ASSERT_TRUE(again.ok()) << again.error().message;
  DomainMemory merged;
  for (const char* site : {"c", "d"}) merged.learn(site, records({{"make", "New"}}), cars());
  merged.merge(*again);
  EXPECT_THAT(merged.believed("make"), IsEmpty());
}

TEST(DomainMemoryTest, APersonsWordCountsMoreThanSites) {
  DomainMemory memory;
  memory.accept("make", "SKODA");
  ASSERT_EQ(memory.believed("make").size(), 1U) << "with no site at all";
  EXPECT_EQ(memory.believed("make")[0].term, "skoda");
  EXPECT_EQ(memory.prune(9), 0U);
  memory.refuse("make", "skoda");
  EXPECT_TRUE(memory.believed("make").empty());
  memory.accept("make", "skoda");
  memory.forget("make", "skoda");
  EXPECT_TRUE(memory.terms().at("make").empty());
}

TEST(DomainMemoryTest, APersonIsAskedBetweenTheBounds) {
  DomainMemory memory;
  memory.learn("one", records({{"make", "Volvo"}}), cars());
  memory.learn("two", records({{"make", "Volvo"}}), cars());
  memory.learn("one.more", records({{"make", "Lada"}}, 1), cars());
  MemoryParameters bounds;
  EXPECT_THAT(memory.doubtful("make", bounds), IsEmpty());  // Equal bounds: nobody is asked.
  bounds.lower = 0.3;
  bounds.upper = 0.7;
  EXPECT_THAT(terms(memory.doubtful("make", bounds)), ElementsAre("lada"));
  memory.accept("make", "Lada");
  EXPECT_THAT(memory.doubtful("make", bounds), IsEmpty());
  EXPECT_THAT(terms(memory.believed("make")), ElementsAre("lada", "volvo"));
  memory.refuse("make", "Lada");
  EXPECT_THAT(terms(memory.believed("make")), ElementsAre("volvo"));
}

TEST(DomainMemoryTest, BoundsMayBeShares) {
  DomainMemory memory;
  for (const char* site : {"one", "two"}) memory.learn(site, records({{"make", "Volvo"}}), cars());
  memory.learn("three", records({{"make", "Lada"}}), cars());
  const MemoryParameters bounds = memory.bounds_by_share("make", 0, 0.5);
  EXPECT_THAT(terms(memory.doubtful("make", bounds)), ElementsAre("lada"));
  EXPECT_THAT(memory.doubtful("make", memory.bounds_by_share("none", 0.1, 0.1)), IsEmpty());
}

}  // namespace
}  // namespace weft::domain
