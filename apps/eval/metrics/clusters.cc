#include "eval/metrics/clusters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"

namespace weft::eval {
namespace {

using Sizes = std::map<uint32_t, double>;
using Cells = std::map<std::pair<uint32_t, uint32_t>, double>;

// Pairs that can be drawn from n items.
double pairs(double n) { return n * (n - 1) / 2; }

double entropy(const Sizes& sizes, double total) {
  double sum = 0;
  for (const auto& [id, size] : sizes) sum -= size / total * std::log(size / total);
  return sum;
}

double mutual_information(const Cells& cells, const Sizes& found, const Sizes& truth,
                          double total) {
  double sum = 0;
  for (const auto& [key, size] : cells) {
    sum += size / total * std::log(size * total / (found.at(key.first) * truth.at(key.second)));
  }
  return sum;
}

double purity(const Cells& cells, double total) {
  Sizes largest;
  for (const auto& [key, size] : cells) largest[key.first] = std::max(largest[key.first], size);
  double sum = 0;
  for (const auto& [id, size] : largest) sum += size;
  return sum / total;
}

double adjusted_rand(const Cells& cells, const Sizes& found, const Sizes& truth, double total) {
  double together = 0;
  double found_pairs = 0;
  double truth_pairs = 0;
  for (const auto& [key, size] : cells) together += pairs(size);
  for (const auto& [id, size] : found) found_pairs += pairs(size);
  for (const auto& [id, size] : truth) truth_pairs += pairs(size);
  const double all = pairs(total);
  const double expected = all == 0 ? 0 : found_pairs * truth_pairs / all;
  const double most = (found_pairs + truth_pairs) / 2;
  return most == expected ? 1 : (together - expected) / (most - expected);
}

}  // namespace

ClusterAgreement compare_clusters(const std::vector<uint32_t>& found,
                                  const std::vector<uint32_t>& truth) {
  WEFT_CHECK(found.size() == truth.size());
  if (found.empty()) return {1, 1, 1};
  Sizes found_sizes;
  Sizes truth_sizes;
  Cells cells;
  for (size_t i = 0; i < found.size(); ++i) {
    ++found_sizes[found[i]];
    ++truth_sizes[truth[i]];
    ++cells[{found[i], truth[i]}];
  }
  const auto total = static_cast<double>(found.size());
  const double entropies = (entropy(found_sizes, total) + entropy(truth_sizes, total)) / 2;
  ClusterAgreement agreement;
  agreement.purity = purity(cells, total);
  agreement.normalized_mutual_information =
      entropies == 0 ? 1 : mutual_information(cells, found_sizes, truth_sizes, total) / entropies;
  agreement.adjusted_rand = adjusted_rand(cells, found_sizes, truth_sizes, total);
  return agreement;
}

}  // namespace weft::eval
