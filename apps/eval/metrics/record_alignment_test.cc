#include "eval/metrics/record_alignment.h"

#include <functional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

FlatRecord record(std::string_view letters) {
  FlatRecord out;
  for (const char c : letters) out.emplace_back(std::string(1, c), "v");
  return out;
}

TEST(RecordAlignmentTest, IsPerfectForEqualRecords) {
  const std::vector<FlatRecord> records = {record("ab"), record("cd")};
  const auto alignment = align_records(records, records);
  EXPECT_DOUBLE_EQ(alignment.f1(), 1);
  EXPECT_EQ(alignment.pairs.size(), 2u);
}

// "a ground-truth record might be falsely extracted as two records"
TEST(RecordAlignmentTest, ARecordCutInTwoCostsRecordPrecisionAndAttributeRecall) {
  const auto alignment = align_records({record("ab"), record("c")}, {record("abc")});
  EXPECT_DOUBLE_EQ(alignment.attribute_precision, 1);
  EXPECT_DOUBLE_EQ(alignment.attribute_recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(alignment.record_precision, 0.5);
  EXPECT_DOUBLE_EQ(alignment.record_recall, 1);
  EXPECT_DOUBLE_EQ(alignment.precision, 0.5);
  EXPECT_DOUBLE_EQ(alignment.recall, 2.0 / 3);
}

TEST(RecordAlignmentTest, KeepsTheOrderOfThePage) {
  const auto alignment = align_records({record("a"), record("b")}, {record("b"), record("a")});
  EXPECT_EQ(alignment.pairs.size(), 1u);
  EXPECT_DOUBLE_EQ(alignment.f1(), 0.5);
}

TEST(RecordAlignmentTest, NothingAgainstSomethingIsZeroAndNothingAgainstNothingOne) {
  EXPECT_DOUBLE_EQ(align_records({}, {record("a")}).f1(), 0);
  EXPECT_DOUBLE_EQ(align_records({record("a")}, {}).f1(), 0);
  EXPECT_DOUBLE_EQ(align_records({}, {}).f1(), 1);
}

// The definition: try every order-keeping alignment.
double by_definition(const std::vector<FlatRecord>& found, const std::vector<FlatRecord>& truth) {
  double best = 0;
  const std::function<void(size_t, size_t, double, double)> extend = [&](size_t i, size_t j,
                                                                         double p, double r) {
    best = std::max(
        best, f1_of(p / static_cast<double>(found.size()), r / static_cast<double>(truth.size())));
    for (size_t a = i; a < found.size(); ++a) {
      for (size_t b = j; b < truth.size(); ++b) {
        const auto shared = static_cast<double>(shared_leaves(found[a], truth[b]));
        extend(a + 1, b + 1, p + shared / static_cast<double>(found[a].size()),
               r + shared / static_cast<double>(truth[b].size()));
      }
    }
  };
  extend(0, 0, 0, 0);
  return best;
}

TEST(RecordAlignmentTest, AgreesWithTryingEveryAlignment) {
  std::mt19937 random(7);
  const auto some_records = [&] {
    std::vector<FlatRecord> records(1 + random() % 5);
    for (FlatRecord& r : records) {
      for (size_t n = 1 + random() % 4; n > 0; --n) {
        r.emplace_back(std::string(1, static_cast<char>('a' + random() % 3)),
                       std::to_string(random() % 2));
      }
    }
    return records;
  };
  for (int round = 0; round < 300; ++round) {
    const auto found = some_records();
    const auto truth = some_records();
    ASSERT_NEAR(align_records(found, truth).f1(), by_definition(found, truth), 1e-12);
  }
}

TEST(RecordAlignmentScoreTest, WeighsRecordsNotPages) {
  RecordAlignmentScore score;
  const std::vector<FlatRecord> three = {record("a"), record("b"), record("c")};
  score.add(align_records(three, three), 3, 3);
  score.add(align_records({record("x")}, {record("y")}), 1, 1);
  EXPECT_DOUBLE_EQ(score.precision(), 0.75);
  EXPECT_DOUBLE_EQ(score.recall(), 0.75);
}

}  // namespace
}  // namespace weft::eval
