// The record-set metric: did a miner find the records of a list, whatever it calls their fields?
//
// Texts are compared as bags of tokens, because truth tables rarely hold the page's words in the
// page's order. A found record is right when it covers one truth record and has not swallowed
// another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "eval/metrics/counts.h"

namespace weft::eval {

struct TruthRecord {
  std::string text;         // All fields, joined by spaces.
  std::string first_field;  // What names the record; may be empty.
};

// What became of a found record.
enum class RecordFate : uint8_t { kCorrect, kUnmatched, kMerged };

struct RecordSetMatch {
  Counts counts;
  std::vector<RecordFate> fates;      // Per found record.
  std::vector<int> truth_of;          // Per found record: index of its truth record, or -1.
  std::vector<double> length_ratios;  // Per matched record: found over truth tokens.
};

// Matching and verdicts as in step 1 to 4 of record_set.cc.
RecordSetMatch match_record_set(const std::vector<std::string>& found,
                                const std::vector<TruthRecord>& truth);

// Sums over the pages of a set.
struct RecordSetScore {
  Counts counts;
  std::vector<double> page_f1;
  std::vector<double> length_ratios;

  void add(const RecordSetMatch& page);
  RecordSetScore& operator+=(const RecordSetScore& other);
  [[nodiscard]] double micro_f1() const { return counts.f1(); }
  [[nodiscard]] double macro_f1() const { return mean(page_f1); }
  [[nodiscard]] double median_length_ratio() const { return median(length_ratios); }
};

}  // namespace weft::eval
