// Labels of which some are wrong: which are believed, which are named, what is learned.

#include "induce/combine/noisy_labels.h"

#include <fmt/format.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class NoisyLabelsTest : public ::testing::Test {
 protected:
  void page(const std::string& body) {
    pages_.push_back({.id = fmt::format("p{}", pages_.size()),
                      .document = html::parse("<body>" + body).document});
  }
  // Of a detail page; of a list with a record.
  void label(size_t page, const std::string& attribute, const std::string& value,
             const std::string& record = "0") {
    input_.labels.push_back({.page = fmt::format("p{}", page),
                             .record = record,
                             .attribute = attribute,
                             .value = value,
                             .source = model::LabelSource::kTool});
  }
  void lamps(int count) {
    for (int i = 0; i < count; ++i)
      page(fmt::format(
          "<h1>Lamp {0}</h1><p>by <i>Maker {0}</i><p>Price: <b>{0}.50 EUR</b><p>{1} reviews",
          i + 10, i + 3));
  }
  NoisyLearned learn() {
    for (const model::Page& page : pages_) input_.pages.push_back(&page);
    auto learned = learn_from_noisy(&induce_rules, input_);
    EXPECT_TRUE(learned.ok());
    return learned.ok() ? std::move(*learned) : NoisyLearned();
  }
  static std::vector<std::string> wrong(const NoisyLearned& learned) {
    std::vector<std::string> out;
    for (const DoubtedLabel& one : learned.wrong)
      out.push_back(fmt::format("{} {}={} not {}", one.label.page, one.label.attribute, one.instead,
                                one.label.value));
    return out;
  }
  // The values of an attribute on a page, record by record.
  std::vector<std::string> values(const NoisyLearned& learned, size_t page,
                                  const std::string& attribute) {
    std::vector<std::string> out;
    for (const model::Record& record : learned.induced.wrapper->apply(pages_[page]).records) {
      if (const model::Value* value = record.find(attribute)) out.push_back(value->text);
    }
    return out;
  }

  std::vector<model::Page> pages_;
  model::InducerInput input_;
};

TEST_F(NoisyLabelsTest, LabelsThatAgreeStayAsTheyAre) {
  lamps(8);
  for (size_t p = 0; p < 4; ++p) {
    label(p, "name", fmt::format("Lamp {}", p + 10));
    label(p, "price", fmt::format("{}.50 EUR", p + 10));
  }
  const NoisyLearned learned = learn();
  EXPECT_THAT(learned.wrong, IsEmpty());
  EXPECT_THAT(learned.added, IsEmpty());
  EXPECT_EQ(learned.labels.size(), 8U);
  EXPECT_THAT(values(learned, 7, "price"), ElementsAre("17.50 EUR"));
}

TEST_F(NoisyLabelsTest, WrongLabelsAreNamedAndMissingOnesPutIn) {
  lamps(8);
  for (size_t p = 0; p < 5; ++p) {
    label(p, "name", fmt::format("Lamp {}", p + 10));
    if (p != 3) label(p, "price", p == 1 ? "4 reviews" : fmt::format("{}.50 EUR", p + 10));
  }
  const NoisyLearned learned = learn();
  EXPECT_THAT(wrong(learned), ElementsAre("p1 price=11.50 EUR not 4 reviews"));
  ASSERT_EQ(learned.added.size(), 2U);
  EXPECT_EQ(learned.added[1].page, "p3");
  EXPECT_EQ(learned.added[1].value, "13.50 EUR");
  EXPECT_THAT(values(learned, 7, "price"), ElementsAre("17.50 EUR"));
}

TEST_F(NoisyLabelsTest, WrongLabelsThatAgreeWithEachOtherLoseToMoreRightOnes) {
  lamps(10);
  for (size_t p = 0; p < 5; ++p)
    label(p, "name", p < 2 ? fmt::format("Maker {}", p + 10) : fmt::format("Lamp {}", p + 10));
  const NoisyLearned learned = learn();
  EXPECT_THAT(wrong(learned),
              UnorderedElementsAre("p0 name=Lamp 10 not Maker 10", "p1 name=Lamp 11 not Maker 11"));
  EXPECT_THAT(values(learned, 9, "name"), ElementsAre("Lamp 19"));
}

TEST_F(NoisyLabelsTest, ATextThatIsNowhereOnItsPageIsWrong) {
  lamps(6);
  for (size_t p = 0; p < 3; ++p)
    label(p, "name", p == 2 ? "Chair" : fmt::format("Lamp {}", p + 10));
  EXPECT_THAT(wrong(learn()), ElementsAre("p2 name=Lamp 12 not Chair"));
}

TEST_F(NoisyLabelsTest, AnotherLayoutIsNotTakenForMistakes) {
  lamps(5);
  for (int i = 5; i < 10; ++i)
    page(fmt::format(
        "<table><tr><th>Name<td class=n>Lamp {0}<tr><th>Cost<td class=c>{0}.50 EUR</table>",
        i + 10));
  for (const size_t p : {0, 1, 2, 5, 6, 7}) label(p, "price", fmt::format("{}.50 EUR", p + 10));
  const NoisyLearned learned = learn();
  EXPECT_THAT(learned.wrong, IsEmpty());
  EXPECT_THAT(values(learned, 4, "price"), ElementsAre("14.50 EUR"));
  EXPECT_THAT(values(learned, 9, "price"), ElementsAre("19.50 EUR"));
}

TEST_F(NoisyLabelsTest, ListsAreSettledRecordByRecord) {
  for (int p = 0; p < 3; ++p) {
    std::string list = "<ul>";
    for (int i = 0; i < 6; ++i)
      list += fmt::format("<li><a>Lamp {0}</a> <b>{0}.50 EUR</b> <i>{1} left</i>", 10 * p + i + 10,
                          i + 2);
    page(list + "</ul>");
  }
  for (size_t p = 0; p < 2; ++p) {
    for (size_t i = 0; i < 6; ++i) {
      const bool spoiled = p == 0 && i == 3;
      label(p, "name", fmt::format("Lamp {}", 10 * p + i + 10), fmt::format("{}", i));
      label(p, "price", spoiled ? "5 left" : fmt::format("{}.50 EUR", 10 * p + i + 10),
            fmt::format("{}", i));
    }
  }
  const NoisyLearned learned = learn();
  EXPECT_THAT(wrong(learned), ElementsAre("p0 price=13.50 EUR not 5 left"));
  EXPECT_THAT(values(learned, 2, "price"), ElementsAre("30.50 EUR", "31.50 EUR", "32.50 EUR",
                                                       "33.50 EUR", "34.50 EUR", "35.50 EUR"));
}

}  // namespace
}  // namespace weft::induce
