// Counts: right, found, true; and the three rates made of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace weft::eval {

// Harmonic mean; 0 when both are 0.
double f1_of(double precision, double recall);

struct Counts {
  uint64_t correct = 0;
  uint64_t found = 0;
  uint64_t truth = 0;

  // Nothing found is precision 1 when nothing was to be found, otherwise 0; likewise recall.
  [[nodiscard]] double precision() const;
  [[nodiscard]] double recall() const;
  [[nodiscard]] double f1() const { return f1_of(precision(), recall()); }

  Counts& operator+=(const Counts& other);
  bool operator==(const Counts&) const = default;
};

// How many of these values are right, both sides as multisets.
template <typename Value>
Counts compare_multisets(std::vector<Value> found, std::vector<Value> truth) {
  std::sort(found.begin(), found.end());
  std::sort(truth.begin(), truth.end());
  std::vector<Value> common;
  std::set_intersection(found.begin(), found.end(), truth.begin(), truth.end(),
                        std::back_inserter(common));
  return {common.size(), found.size(), truth.size()};
}

// part / whole; `of_nothing` when the whole is nothing.
double share(uint64_t part, uint64_t whole, double of_nothing = 0);

// Mean of the values; 0 for none.
double mean(const std::vector<double>& values);
// Middle value, or the mean of the two middle ones; 0 for none.
double median(std::vector<double> values);

}  // namespace weft::eval
