// Several inducers on the same labels: who is trusted, who wins, and where to label next.

#include <fmt/format.h>

#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/combine/fewer_labels.h"
#include "induce/combine/reliability.h"
#include "induce/inducers.h"
#include "wrap/kinds.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;

using Told = std::vector<std::vector<std::pair<std::string, std::string>>>;

// A wrapper that says what it is told, to test voting by itself.
class Says final : public model::Wrapper {
 public:
  explicit Says(Told records, double confidence = 1)
      : records_(std::move(records)), confidence_(confidence) {}
  [[nodiscard]] std::string_view kind() const override { return "says"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction out;
    out.page = page.id;
    for (const auto& fields : records_) {
      model::Record record;
      for (const auto& [name, text] : fields)
        record.set(name, model::Value::leaf(text, {}, confidence_));
      out.records.push_back(std::move(record));
    }
    return out;
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&,
                                                        dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {}; }

 private:
  Told records_;
  double confidence_;
};

wrap::Voter voter(Told records, double weight) {
  return {std::make_unique<Says>(std::move(records)), {{"price", weight}, {"title", weight}}};
}

std::vector<std::string> show(const model::Extraction& extraction) {
  std::vector<std::string> out;
  for (const model::Record& record : extraction.records) {
    std::string text;
    for (const auto& field : record.fields) text += field.name + "=" + field.value.text + ";";
    out.push_back(text);
  }
  return out;
}

TEST(Vote, FollowsTheMajorityAgainstOne) {
  std::vector<wrap::Voter> voters;
  voters.push_back(voter({{{"price", "1"}}}, 0.95));
  voters.push_back(voter({{{"price", "2"}}}, 0.8));
  voters.push_back(voter({{{"price", "2"}}}, 0.8));
  const wrap::VoteWrapper vote({std::move(voters), {{"price", 1}}});
  EXPECT_THAT(show(vote.apply({})), ElementsAre("price=2;"));
}

TEST(Vote, IsSurerWhereAllAgree) {
  const auto confidence = [](const char* second) {
    std::vector<wrap::Voter> voters;
    voters.push_back(voter({{{"price", "1"}}}, 0.9));
    voters.push_back(voter({{{"price", second}}}, 0.6));
    return wrap::VoteWrapper({std::move(voters), {{"price", 1}}})
        .apply({})
        .records[0]
        .find("price")
        ->confidence;
  };
  EXPECT_GT(confidence("1"), 0.95);
  EXPECT_LT(confidence("2"), 0.7);
}

TEST(Vote, BelievesInAbsenceAsOftenAsLabelsShowIt) {
  const auto records = [](double share) {
    std::vector<wrap::Voter> voters;
    voters.push_back(voter({{{"title", "T"}}}, 0.9));
    voters.push_back(voter({{{"title", "T"}, {"price", "1"}}}, 0.8));
    return show(wrap::VoteWrapper({std::move(voters), {{"price", share}, {"title", 1}}}).apply({}));
  };
  EXPECT_THAT(records(1.0), ElementsAre("title=T;price=1;"));
  EXPECT_THAT(records(0.0), ElementsAre("title=T;"));
}

TEST(Vote, PutsTheSameRecordsSideBySide) {
  std::vector<wrap::Voter> voters;
  voters.push_back(
      voter({{{"title", "A"}, {"price", "1"}}, {{"title", "B"}, {"price", "9"}}}, 0.7));
  voters.push_back(
      voter({{{"title", "B"}, {"price", "2"}}, {{"title", "A"}, {"price", "1"}}}, 0.9));
  const wrap::VoteWrapper vote({std::move(voters), {{"price", 1}, {"title", 1}}});
  EXPECT_THAT(show(vote.apply({})), ElementsAre("title=A;price=1;", "title=B;price=2;"));
}

struct Shop {
  std::vector<model::Page> pages;
  model::InducerInput input;
  Shop() {
    for (int i = 0; i < 8; ++i) {
      pages.emplace_back();
      pages.back().id = fmt::format("p{}", i);
      pages.back().document =
          html::parse(fmt::format("<h1>Item {0}</h1><table><tr><th>Price</th><td>{0}0 EUR</td></tr>"
                                  "<tr><th>Weight</th><td>{0} kg</td></tr></table>",
                                  i))
              .document;
    }
    for (const model::Page& page : pages) input.pages.push_back(&page);
    for (int i = 0; i < 3; ++i) {
      input.labels.push_back({.page = pages[static_cast<size_t>(i)].id,
                              .attribute = "title",
                              .value = fmt::format("Item {}", i)});
      input.labels.push_back({.page = pages[static_cast<size_t>(i)].id,
                              .attribute = "price",
                              .value = fmt::format("{}0 EUR", i)});
    }
  }
};

TEST(CombinedInducers, LearnFromTheSameLabels) {
  const Shop shop;
  for (const auto& [name, learn, prior] :
       {NamedInducer{"vote", &induce_vote}, {"best", &induce_best}}) {
    const auto induced = learn(shop.input);
    ASSERT_TRUE(induced.ok()) << induced.error().message;
    const auto loaded = wrap::load_wrapper(model::save_wrapper(*induced->wrapper));
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_THAT(show((*loaded)->apply(shop.pages[6])), ElementsAre("title=Item 6;price=60 EUR;"))
        << name;
  }
}

TEST(Reliability, TrustsWhoIsRightOnPagesLeftOut) {
  const auto wrong = [](const model::InducerInput&) {
    return Result<model::Induced>(
        model::Induced{std::make_unique<Says>(Told{{{"title", "x"}, {"price", "y"}}}), {}});
  };
  const Shop shop;
  const auto judged = judge_inducers(
      {{"wrong", wrong}, {"rules", &induce_rules}, {"broom", &induce_broom}}, shop.input);
  ASSERT_TRUE(judged.ok());
  ASSERT_EQ(judged->members.size(), 3U);
  EXPECT_EQ(judged->members[2].inducer, "wrong");
  EXPECT_LT(judged->members[2].overall, 0.5 * judged->members[0].overall);
}

// List pages of six records.
struct Lists {
  std::vector<model::Page> pages;
  model::InducerInput input;
  Lists() {
    for (int p = 0; p < 3; ++p) {
      std::string html = "<ul>";
      for (int i = 0; i < 6; ++i)
        html += fmt::format("<li><b>Item {0}{1}</b><i>{0}{1} EUR</i></li>", p, i);
      pages.emplace_back();
      pages.back().id = fmt::format("p{}", p);
      pages.back().document = html::parse(html + "</ul>").document;
    }
    for (const model::Page& page : pages) input.pages.push_back(&page);
    for (int i = 0; i < 6; ++i) {
      for (const auto& [attribute, value] :
           {std::pair("title", fmt::format("Item 0{}", i)), {"price", fmt::format("0{} EUR", i)}}) {
        input.labels.push_back(
            {.page = "p0", .record = std::to_string(i), .attribute = attribute, .value = value});
      }
    }
  }
};

// All values of the labelled page, in one record.
class OneRecord final : public model::Wrapper {
 public:
  [[nodiscard]] std::string_view kind() const override { return "one-record"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction out;
    std::vector<model::Value> titles, prices;
    for (int i = 0; i < 6; ++i) {
      titles.push_back(model::Value::leaf(fmt::format("Item {}{}", page.id.substr(1), i)));
      prices.push_back(model::Value::leaf(fmt::format("{}{} EUR", page.id.substr(1), i)));
    }
    out.records.emplace_back();
    out.records[0].set("title", model::Value::list(std::move(titles)));
    out.records[0].set("price", model::Value::list(std::move(prices)));
    return out;
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&,
                                                        dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {}; }
};

TEST(Reliability, ValuesInOneRecordAreNotTheRecordsOfAList) {
  const auto merges = [](const model::InducerInput&) {
    return Result<model::Induced>(model::Induced{std::make_unique<OneRecord>(), {}});
  };
  const Lists lists;
  const auto judged =
      judge_inducers({{"merges", merges, 1.0}, {"broom", &induce_broom, 0.5}}, lists.input);
  ASSERT_TRUE(judged.ok());
  EXPECT_EQ(judged->members[0].inducer, "broom");
  EXPECT_GT(judged->members[0].overall, 0.7);  // Differing from one who is wrong costs little.
  EXPECT_LT(judged->members[1].overall, 0.3);
}

TEST(CombinedInducers, ExtractListsAsWellAsTheirBestMember) {
  const Lists lists;
  for (const model::Inducer& learn : {model::Inducer(&induce_vote), model::Inducer(&induce_best)}) {
    const auto induced = learn(lists.input);
    ASSERT_TRUE(induced.ok());
    const auto records = show(induced->wrapper->apply(lists.pages[2]));
    ASSERT_EQ(records.size(), 6U);
    EXPECT_EQ(records[5], "title=Item 25;price=25 EUR;");
  }
}

TEST(FewerLabels, AreKeptWhereMoreMakeItWorse) {
  const Shop shop;
  std::vector<size_t> learned_from;
  const auto inducer = [&](const model::InducerInput& input) -> Result<model::Induced> {
    learned_from.push_back(input.labels.size());
    if (input.labels.size() > 2)
      return model::Induced{std::make_unique<Says>(Told{{{"title", "?"}}}), {}};
    return induce_rules(input);
  };
  const auto induced = learn_from_as_many_as_help(inducer, shop.input);
  ASSERT_TRUE(induced.ok());
  EXPECT_THAT(learned_from, ElementsAre(6, 2, 4));  // Labels of three pages, of one, of two.
  EXPECT_THAT(show(induced->wrapper->apply(shop.pages[6])),
              ElementsAre("title=Item 6;price=60 EUR;"));
}

TEST(CombinedInducers, FailAsTheirMembersDo) {
  const Shop shop;
  EXPECT_EQ(induce_vote({.pages = shop.input.pages, .labels = {}}).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(VoteWrapper, RefusesOtherJson) {
  for (const char* text : {"{}", R"({"shares":{},"voters":[]})", R"({"shares":1,"voters":[{}]})",
                           R"({"shares":{},"voters":[{"weights":{},"wrapper":{}}]})",
                           R"({"shares":{},"voters":[{"weights":{"a":"b"},"wrapper":{}}]})"}) {
    EXPECT_FALSE(wrap::VoteWrapper::from_json(*parse_json(text)).ok()) << text;
  }
}

}  // namespace
}  // namespace weft::induce
