#include "align/edit_distance.h"

#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::align {
namespace {

using ::testing::ElementsAreArray;

// The recurrence of the slides, word for word.
uint32_t definition(Sequence s1, Sequence s2) {
  if (s1.empty()) return static_cast<uint32_t>(s2.size());
  if (s2.empty()) return static_cast<uint32_t>(s1.size());
  const Sequence a = s1.first(s1.size() - 1);
  const Sequence b = s2.first(s2.size() - 1);
  const uint32_t r = s1.back() == s2.back() ? 0 : 1;
  return std::min({definition(a, b) + r, definition(s1, b) + 1, definition(a, s2) + 1});
}

std::vector<std::vector<Symbol>> all_strings(size_t max_length, Symbol alphabet) {
  std::vector<std::vector<Symbol>> all = {{}};
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == max_length) continue;
    for (Symbol s = 0; s < alphabet; ++s) {
      std::vector<Symbol> longer = all[i];
      longer.push_back(s);
      all.push_back(std::move(longer));
    }
  }
  return all;
}

std::string show(std::string_view text, const std::vector<AlignedPair>& pairs,
                 uint32_t AlignedPair::*side) {
  std::string row;
  for (const AlignedPair& pair : pairs) row += pair.*side == kGap ? '-' : text[pair.*side];
  return row;
}

TEST(EditDistanceTest, FillsTheMatrixOfTheSlides) {
  const auto s1 = symbols_of("XGYXYXYX");
  const auto s2 = symbols_of("XYXYXYTX");
  // The slide prints S1 across and S2 down.
  EXPECT_THAT(*edit_matrix(s2, s1),
              ElementsAreArray(std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8,  //
                                                     1, 0, 1, 2, 3, 4, 5, 6, 7,  //
                                                     2, 1, 1, 1, 2, 3, 4, 5, 6,  //
                                                     3, 2, 2, 2, 1, 2, 3, 4, 5,  //
                                                     4, 3, 3, 2, 2, 1, 2, 3, 4,  //
                                                     5, 4, 4, 3, 2, 2, 1, 2, 3,  //
                                                     6, 5, 5, 4, 3, 2, 2, 1, 2,  //
                                                     7, 6, 6, 5, 4, 3, 3, 2, 2,  //
                                                     8, 7, 7, 6, 5, 4, 3, 3, 2}));
}

TEST(EditDistanceTest, AlignsS1AndS2AsOnTheSlides) {
  const std::string s1 = "XGYXYXYX";
  const std::string s2 = "XYXYXYTX";
  const auto alignment = edit_alignment(symbols_of(s1), symbols_of(s2));
  ASSERT_TRUE(alignment.ok());
  EXPECT_EQ(alignment->distance, 2U);
  EXPECT_EQ(show(s1, alignment->pairs, &AlignedPair::a), "XGYXYXY-X");
  EXPECT_EQ(show(s2, alignment->pairs, &AlignedPair::b), "X-YXYXYTX");
}

TEST(EditDistanceTest, AgreesWithTheDefinitionOnAllShortStrings) {
  const auto strings = all_strings(4, 3);
  for (const auto& a : strings) {
    for (const auto& b : strings) {
      const uint32_t expected = definition(a, b);
      ASSERT_EQ(*edit_distance(a, b), expected);
      ASSERT_EQ(edit_alignment(a, b)->distance, expected);
      for (uint32_t bound = 0; bound <= 4; ++bound) {
        ASSERT_EQ(edit_distance_within(a, b, bound),
                  expected <= bound ? std::optional(expected) : std::nullopt);
      }
    }
  }
}

TEST(EditDistanceTest, CrossesBlockBordersOnLongStrings) {
  std::mt19937 random(20260101);
  for (int round = 0; round < 300; ++round) {
    std::vector<Symbol> a(random() % 200);
    for (Symbol& s : a) s = random() % 5;
    std::vector<Symbol> b = a;
    for (int edits = static_cast<int>(random() % 20); edits > 0; --edits) {
      const size_t at = b.empty() ? 0 : random() % b.size();
      if (random() % 2 == 0 || b.empty()) {
        b.insert(b.begin() + static_cast<ptrdiff_t>(at), random() % 5);
      } else {
        b.erase(b.begin() + static_cast<ptrdiff_t>(at));
      }
    }
    const uint32_t expected = edit_matrix(a, b)->back();
    ASSERT_EQ(*edit_distance(a, b), expected) << "round " << round;
    ASSERT_EQ(edit_distance_within(a, b, 30), std::optional(expected)) << "round " << round;
  }
}

TEST(EditDistanceTest, NeverChangesSymbolsWhenChangesCostTwo) {
  const std::vector<Symbol> a = symbols_of("ABC");
  const std::vector<Symbol> b = symbols_of("XBC");
  for (const uint32_t change : {2U, 3U}) {
    const auto alignment = edit_alignment(a, b, {.change = change});
    EXPECT_EQ(alignment->distance, 2U);
    for (const AlignedPair& pair : alignment->pairs) {
      if (pair.a == kGap || pair.b == kGap) continue;
      EXPECT_EQ(a[pair.a], b[pair.b]);
    }
  }
}

TEST(EditDistanceTest, RefusesTablesAboveTheLimit) {
  const std::vector<Symbol> symbols(100, 1);
  EXPECT_EQ(edit_alignment(symbols, symbols, {}, {.max_cells = 100}).error().code,
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(edit_distance(symbols, symbols, {.max_cells = 100}).error().code,
            ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace weft::align
