#include "eval/listing_truth.h"

#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(ListingTruthTest, LeafValuesAreWordsWithoutNames) {
  const auto json = *parse_json(
      R"({"title":"Red  Lamp","price":{"amount":10,"currency":null},"tags":["a","b"],"sold":true})");
  EXPECT_THAT(leaf_values(json), ElementsAre(Pair("", "red lamp"), Pair("", "10"), Pair("", "a"),
                                             Pair("", "b"), Pair("", "true")));
}

TEST(ListingTruthTest, MatchesRecordsByWhatTheyShare) {
  const std::vector<FlatRecord> truth = {{{"t", "a"}, {"p", "1"}}, {{"t", "b"}, {"p", "2"}}};
  const std::vector<FlatRecord> found = {{{"t", "b"}, {"p", "2"}}, {{"t", "a"}, {"p", "9"}}};
  EXPECT_EQ(match_leaves(found, truth), (Counts{3, 4, 4}));
}

TEST(ListingTruthTest, ARecordIsItsFirstLinkAndItsWords) {
  const ListingPage page{.expected = *parse_json(
                             R"([{"name":"Ada","url":"https://www.a.example/ada/","age":36,
                                  "image":"https://a.example/ada.png"}])")};
  const auto truth = listing_truth(page);
  ASSERT_EQ(truth.size(), 1u);
  EXPECT_EQ(truth[0].url, "a.example/ada");
  EXPECT_EQ(truth[0].text, "Ada 36 ");
}

TEST(ListingTruthTest, SlashesOfAnAddressMayBeRepeated) {
  const ListingPage page{
      .expected = *parse_json(R"([{"name":"Ada","url":"https://a.example/people//ada//"}])")};
  EXPECT_EQ(listing_truth(page).at(0).url, "a.example/people/ada");
}

TEST(ListingTruthTest, RecordsWithOneAddressAreFoundOneByOne) {
  const std::vector<ListingRecord> truth = {{"a.example", "Ada"}, {"a.example", "Bob"}};
  const std::vector<std::vector<std::string>> links = {{"a.example"}, {"a.example"}};
  EXPECT_EQ(match_listing({"Bob", "Ada"}, links, truth), (Counts{2, 2, 2}));
  EXPECT_EQ(match_listing({"Bob", "Bob"}, links, truth), (Counts{1, 2, 2}));
}

}  // namespace
}  // namespace weft::eval
