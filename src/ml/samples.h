// Samples: rows of numbers with what is to be learned from them.
//
//   Samples samples({"tokens", "link share"});
//   samples.add(row, 1.0F, weight);      // Target: a probability, or the number of a class.
//
// A row has as many values as there are columns. Values may be infinite; what is not a number counts as
// smaller than any (Forest says the same), so "unknown" may be written so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"

namespace weft::ml {

class Samples {
 public:
  explicit Samples(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  // REQUIRES: row.size() == columns().size().
  void add(std::span<const float> row, float target, float weight = 1) {
    WEFT_CHECK(row.size() == columns_.size());
    values_.insert(values_.end(), row.begin(), row.end());
    targets_.push_back(target);
    weights_.push_back(weight);
  }

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] size_t size() const { return targets_.size(); }
  [[nodiscard]] float value(size_t row, size_t column) const {
    return values_[row * columns_.size() + column];
  }
  [[nodiscard]] std::span<const float> row(size_t row) const {
    return std::span(values_).subspan(row * columns_.size(), columns_.size());
  }
  [[nodiscard]] const std::vector<float>& targets() const { return targets_; }
  [[nodiscard]] const std::vector<float>& weights() const { return weights_; }

 private:
  std::vector<std::string> columns_;
  std::vector<float> values_;  // Row after row.
  std::vector<float> targets_;
  std::vector<float> weights_;
};

}  // namespace weft::ml
