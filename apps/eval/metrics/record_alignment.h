// The record-level metric of [Zheng] §9.5.1.2: records aligned in page order, attributes within
// them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "eval/metrics/counts.h"

namespace weft::eval {

// A record flattened to its leaves: attribute (nested ones by dots) and value. An attribute with
// several values appears several times. Values are compared as they are: normalise first.
using FlatRecord = std::vector<std::pair<std::string, std::string>>;

struct RecordAlignment {
  std::vector<std::pair<size_t, size_t>> pairs;  // (found, truth), ascending in both.
  double attribute_precision = 0;                // 9.1, averaged over the aligned records
  double attribute_recall = 0;                   // 9.2
  double record_precision = 0;                   // 9.3
  double record_recall = 0;                      // 9.4
  double precision = 0;                          // 9.5 = attribute_precision * record_precision
  double recall = 0;                             // 9.6
  [[nodiscard]] double f1() const { return f1_of(precision, recall); }  // 9.7
};

// The order-keeping alignment with the greatest F1. Records of both sides in page order. A page
// without records on either side is perfect.
RecordAlignment align_records(const std::vector<FlatRecord>& found,
                              const std::vector<FlatRecord>& truth);

// Equal leaves of two records, as multisets.
size_t shared_leaves(const FlatRecord& a, const FlatRecord& b);

// Over many pages, every record weighing the same whatever page it is on.
class RecordAlignmentScore {
 public:
  void add(const RecordAlignment& page, size_t found, size_t truth);
  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
  [[nodiscard]] double f1() const { return f1_of(precision(), recall()); }

 private:
  double attribute_precision_sum_ = 0;
  double attribute_recall_sum_ = 0;
  size_t found_ = 0;
  size_t truth_ = 0;
};

}  // namespace weft::eval
