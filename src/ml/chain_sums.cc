// Forward and backward. See chain.cc for the steps.

#include "ml/chain_sums.h"

#include <algorithm>
#include <cmath>

namespace weft::ml {

void ChainSums::run(std::span<const float> scores) {
  const size_t n = classes_;
  const size_t items = scores.size() / n;
  log_partition = 0;
  potential_.resize(scores.size());
  // 1.
  for (size_t t = 0; t < items; ++t) {
    const float* const of_item = &scores[t * n];
    const float most = *std::max_element(of_item, of_item + n);
    log_partition += most;
    for (size_t y = 0; y < n; ++y) potential_[t * n + y] = std::exp(of_item[y] - most);
  }
  scale_.assign(items, 0);
  const auto normalise = [&](float* row, size_t t) {
    float sum = 0;
    for (size_t y = 0; y < n; ++y) sum += row[y];
    for (size_t y = 0; y < n; ++y) row[y] /= sum;
    scale_[t] = sum;
    log_partition += std::log(static_cast<double>(sum));
  };
  alpha_.assign(scores.size(), 0);
  // 2.
  for (size_t t = 0; t < items; ++t) {
    float* const row = &alpha_[t * n];
    if (t == 0 || moves_.empty()) {
      std::copy_n(&potential_[t * n], n, row);
    } else {
      const float* const before = &alpha_[(t - 1) * n];
      for (size_t from = 0; from < n; ++from) {
        const float* const move = &moves_[from * n];
        for (size_t y = 0; y < n; ++y) row[y] += before[from] * move[y];
      }
      for (size_t y = 0; y < n; ++y) row[y] *= potential_[t * n + y];
    }
    normalise(row, t);
  }
  marginals = alpha_;
  if (moves_.empty()) return;
  // 3. beta_ holds potential * beta, which is what the item before needs.
  beta_.assign(scores.size(), 0);
  for (size_t t = items; t-- > 0;) {
    float* const row = &beta_[t * n];
    if (t + 1 == items) {
      std::fill_n(row, n, 1.0F);
    } else {
      const float* const after = &beta_[(t + 1) * n];
      for (size_t y = 0; y < n; ++y) {
        const float* const move = &moves_[y * n];
        float sum = 0;
        for (size_t to = 0; to < n; ++to) sum += move[to] * after[to];
        row[y] = sum / scale_[t + 1];
      }
    }
    // 4.
    float* const marginal = &marginals[t * n];
    float sum = 0;
    for (size_t y = 0; y < n; ++y) sum += marginal[y] *= row[y];
    for (size_t y = 0; y < n; ++y) marginal[y] /= sum;
    for (size_t y = 0; y < n; ++y) row[y] *= potential_[t * n + y];
  }
}

void ChainSums::add_expected_moves(double factor, std::span<float> sums) const {
  const size_t n = classes_;
  for (size_t t = 1; t * n < alpha_.size(); ++t) {
    const float* const before = &alpha_[(t - 1) * n];
    const float* const after = &beta_[t * n];
    const auto scaled = static_cast<float>(factor) / scale_[t];
    for (size_t from = 0; from < n; ++from) {
      const float left = before[from] * scaled;
      for (size_t to = 0; to < n; ++to)
        sums[from * n + to] += left * moves_[from * n + to] * after[to];
    }
  }
}

}  // namespace weft::ml
