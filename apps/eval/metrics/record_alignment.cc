// [Zheng] §9.5.1.2.
//
// The text asks for "a dynamic-programming based algorithm … to find an optimal alignment which
// maximizes the overall F1-Value of p". With k aligned pairs, (9.5) is (ΣP_attr / k) · (k / |Me|) =
// ΣP_attr / |Me|, and (9.6) likewise, so an alignment is worth the two sums (ΣP_attr, ΣR_attr) and
// nothing else. F1 grows in both, but is not a sum, so one number per table cell is not enough: a
// cell keeps the pairs of sums that no other pair of the cell beats in both (the Pareto front). The
// best F1 at the end is then exact.
//
//   1. leaf agreement of every pair of records gives P_attr and R_attr (9.1, 9.2)
//   2. cell (i, j) = front of: (i-1, j), (i, j-1), and (i-1, j-1) with i aligned to j
//   3. the point of the last cell with the greatest F1 is the alignment
//
// DEVIATION: a front is cut to kFrontLimit points, evenly spread, so that time stays bounded; real
// pages stay far below it. Tested by record_alignment_test.cc against trying every alignment.

#include "eval/metrics/record_alignment.h"

#include <algorithm>
#include <cstdint>

namespace weft::eval {
namespace {

constexpr size_t kFrontLimit = 64;
constexpr uint32_t kNone = UINT32_MAX;

// One alignment, by its worth. `last` leads back through the pairs.
struct Point {
  double precision_sum;
  double recall_sum;
  uint32_t last;
};
using Front = std::vector<Point>;

struct Link {
  uint32_t found;
  uint32_t truth;
  uint32_t previous;
};

// Keeps what nobody beats in both sums: descending precision, ascending recall.
void prune(Front& front) {
  std::sort(front.begin(), front.end(), [](const Point& a, const Point& b) {
    return a.precision_sum != b.precision_sum ? a.precision_sum > b.precision_sum
                                              : a.recall_sum > b.recall_sum;
  });
  Front kept;
  for (const Point& point : front) {
    if (kept.empty() || point.recall_sum > kept.back().recall_sum) kept.push_back(point);
  }
  if (kept.size() > kFrontLimit) {
    for (size_t i = 0; i < kFrontLimit; ++i)
      kept[i] = kept[i * (kept.size() - 1) / (kFrontLimit - 1)];
    kept.resize(kFrontLimit);
  }
  front = std::move(kept);
}

class Aligner {
 public:
  Aligner(const std::vector<FlatRecord>& found, const std::vector<FlatRecord>& truth)
      : found_(found), truth_(truth) {}

  RecordAlignment run() {
    const Front start = {{0, 0, kNone}};
    std::vector<Front> above(truth_.size() + 1, start);
    std::vector<Front> row(truth_.size() + 1, start);
    for (uint32_t i = 0; i < found_.size(); ++i) {
      for (uint32_t j = 0; j < truth_.size(); ++j) row[j + 1] = cell(above, row, i, j);
      std::swap(above, row);
      row[0] = start;
    }
    return describe(best(above.back()));
  }

 private:
  // Steps 1 and 2.
  Front cell(const std::vector<Front>& above, const std::vector<Front>& row, uint32_t i,
             uint32_t j) {
    Front front = above[j + 1];
    front.insert(front.end(), row[j].begin(), row[j].end());
    const size_t shared = shared_leaves(found_[i], truth_[j]);
    if (shared != 0) {
      const double p = static_cast<double>(shared) / static_cast<double>(found_[i].size());
      const double r = static_cast<double>(shared) / static_cast<double>(truth_[j].size());
      for (const Point& point : above[j]) {
        links_.push_back({i, j, point.last});
        front.push_back({point.precision_sum + p, point.recall_sum + r,
                         static_cast<uint32_t>(links_.size() - 1)});
      }
    }
    prune(front);
    return front;
  }

  // Step 3.
  [[nodiscard]] Point best(const Front& front) const {
    const auto worth = [&](const Point& point) {
      return f1_of(point.precision_sum / static_cast<double>(std::max<size_t>(1, found_.size())),
                   point.recall_sum / static_cast<double>(std::max<size_t>(1, truth_.size())));
    };
    return *std::max_element(front.begin(), front.end(),
                             [&](const Point& a, const Point& b) { return worth(a) < worth(b); });
  }

  [[nodiscard]] RecordAlignment describe(const Point& point) const {
    RecordAlignment result;
    for (uint32_t at = point.last; at != kNone; at = links_[at].previous) {
      result.pairs.emplace_back(links_[at].found, links_[at].truth);
    }
    std::reverse(result.pairs.begin(), result.pairs.end());
    if (result.pairs.empty()) return result;
    const auto aligned = static_cast<double>(result.pairs.size());
    result.attribute_precision = point.precision_sum / aligned;
    result.attribute_recall = point.recall_sum / aligned;
    result.record_precision = aligned / static_cast<double>(found_.size());
    result.record_recall = aligned / static_cast<double>(truth_.size());
    result.precision = result.attribute_precision * result.record_precision;
    result.recall = result.attribute_recall * result.record_recall;
    return result;
  }

  const std::vector<FlatRecord>& found_;
  const std::vector<FlatRecord>& truth_;
  std::vector<Link> links_;
};

}  // namespace

size_t shared_leaves(const FlatRecord& a, const FlatRecord& b) {
  size_t shared = 0;
  std::vector<bool> used(b.size(), false);
  for (const auto& leaf : a) {
    for (size_t j = 0; j < b.size(); ++j) {
      if (used[j] || b[j] != leaf) continue;
      used[j] = true;
      ++shared;
      break;
    }
  }
  return shared;
}

RecordAlignment align_records(const std::vector<FlatRecord>& found,
                              const std::vector<FlatRecord>& truth) {
  if (found.empty() && truth.empty()) return {{}, 1, 1, 1, 1, 1, 1};
  return Aligner(found, truth).run();
}

void RecordAlignmentScore::add(const RecordAlignment& page, size_t found, size_t truth) {
  const auto aligned = static_cast<double>(page.pairs.size());
  attribute_precision_sum_ += page.attribute_precision * aligned;
  attribute_recall_sum_ += page.attribute_recall * aligned;
  found_ += found;
  truth_ += truth;
}

double RecordAlignmentScore::precision() const {
  if (found_ == 0) return truth_ == 0 ? 1 : 0;
  return attribute_precision_sum_ / static_cast<double>(found_);
}

double RecordAlignmentScore::recall() const {
  if (truth_ == 0) return found_ == 0 ? 1 : 0;
  return attribute_recall_sum_ / static_cast<double>(truth_);
}

}  // namespace weft::eval
