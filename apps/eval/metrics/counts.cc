#include "eval/metrics/counts.h"

#include <algorithm>
#include <numeric>

namespace weft::eval {

double share(uint64_t part, uint64_t whole, double of_nothing) {
  return whole == 0 ? of_nothing : static_cast<double>(part) / static_cast<double>(whole);
}

double f1_of(double precision, double recall) {
  const double sum = precision + recall;
  return sum == 0 ? 0 : 2 * precision * recall / sum;
}

double Counts::precision() const { return share(correct, found, truth == 0 ? 1 : 0); }
double Counts::recall() const { return share(correct, truth, found == 0 ? 1 : 0); }

Counts& Counts::operator+=(const Counts& other) {
  correct += other.correct;
  found += other.found;
  truth += other.truth;
  return *this;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace weft::eval
