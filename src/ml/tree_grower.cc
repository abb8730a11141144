// Leaf-wise growth from histograms.
//
//   1. A leaf has, for each column, a histogram: sums of g and h and the number of rows in every bin.
//   2. Its best split is the cut, over all columns, with most gain
//        G_l²/(H_l + l2) + G_r²/(H_r + l2) - G²/(H + l2).
//   3. The leaf with the best split of all is split: its rows are parted in place, order kept.
//   4. The histogram of the smaller child is counted; that of the larger is the parent's less it.
//   5. Again from 2, until there are enough leaves or nothing gains.
//
// A symmetric tree is grown level by level: the split of step 2 is the one whose gains, over all leaves of the level that it leaves enough
// rows on both sides, sum to most; all leaves are parted by it. A leaf with too few rows says what the one above it says.
//
// Ties go to the lower column and the lower cut, and nothing depends on addresses or threads: the same samples
// give the same tree.
//
// Tested by boosting_test.cc (against all splits tried one by one).

#include "ml/tree_grower.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"

namespace weft::ml {
namespace {

constexpr double kLeastGain = 1e-9;  // Below it a split is rounding.

struct BinSum {
  double g = 0;
  double h = 0;
  uint32_t rows = 0;
};

struct Split {
  double gain = 0;
  uint32_t column = 0;
  uint32_t bin = 0;
  [[nodiscard]] bool found() const { return gain > kLeastGain; }
};

// A number of few digits in [low, high), so that models are short to write: it parts the two as well as any.
float short_number_between(float low, float high) {
  if (std::isinf(low) || std::isinf(high)) return low;
  const double middle = (static_cast<double>(low) + static_cast<double>(high)) / 2;
  char text[40];
  for (int digits = 1; digits <= 9; ++digits) {
    const auto end =
        std::to_chars(text, text + sizeof text, middle, std::chars_format::general, digits);
    float value = 0;
    std::from_chars(text, end.ptr, value);
    if (value >= low && value < high) return value;
  }
  return low;
}

float known(float value) {
  return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
}

// Cuts between the values of a column so that bins have about as many rows; few distinct values have one bin each.
std::vector<float> cuts_of(std::vector<float>& values, size_t most) {
  std::sort(values.begin(), values.end());
  std::vector<float> cuts;
  const size_t rows = values.size();
  size_t distinct = rows == 0 ? 0 : 1;
  for (size_t r = 1; r < rows; ++r) distinct += values[r] != values[r - 1] ? 1 : 0;
  if (distinct <= most) {
    for (size_t r = 1; r < rows; ++r) {
      if (values[r] != values[r - 1])
        cuts.push_back(short_number_between(values[r - 1], values[r]));
    }
    return cuts;
  }
  size_t begin = 0;
  while (begin < rows && cuts.size() + 1 < most) {
    const size_t size = std::max<size_t>(1, (rows - begin) / (most - cuts.size()));
    size_t end = begin + size;
    while (end < rows && values[end] == values[end - 1]) ++end;  // Equal values stay together.
    if (end >= rows) break;
    cuts.push_back(short_number_between(values[end - 1], values[end]));
    begin = end;
  }
  return cuts;
}

class Grower {
 public:
  Grower(const Bins& bins, const Slopes& slopes, std::span<const uint32_t> columns,
         const TreeParameters& parameters)
      : bins_(bins), slopes_(slopes), columns_(columns), parameters_(parameters) {
    starts_.push_back(0);
    for (const uint32_t column : columns)
      starts_.push_back(starts_.back() + static_cast<uint32_t>(bins.bins(column)));
  }

  GrownTree grow(std::span<const uint32_t> rows) {
    positions_.resize(rows.size());
    std::iota(positions_.begin(), positions_.end(), 0U);
    rows_.assign(rows.begin(), rows.end());
    Leaf root{.begin = 0, .end = static_cast<uint32_t>(rows.size())};
    count(root);
    root.value = said_by(root);
    grown_.tree.emplace_back();
    leaves_.push_back(std::move(root));
    parameters_.symmetric ? split_levels() : split_leaves();
    grown_.leaf_of.resize(rows.size());
    for (const Leaf& leaf : leaves_) {
      grown_.tree[leaf.node].value = leaf.value;
      for (uint32_t i = leaf.begin; i < leaf.end; ++i) grown_.leaf_of[positions_[i]] = leaf.node;
    }
    return std::move(grown_);
  }

 private:
  struct Leaf {
    uint32_t node = 0;
    uint32_t begin = 0, end = 0;  // Of rows_ and positions_.
    uint32_t depth = 0;
    double g = 0, h = 0;
    float value = 0;
    std::vector<BinSum> histogram = {};
    Split split = {};
    [[nodiscard]] uint32_t size() const { return end - begin; }
  };

  void split_leaves() {
    find_split(leaves_[0]);
    while (leaves_.size() < parameters_.leaves) {
      const auto best = std::max_element(
          leaves_.begin(), leaves_.end(),
          [](const Leaf& a, const Leaf& b) { return a.split.gain < b.split.gain; });
      if (!best->split.found()) break;
      const Split split = best->split;
      auto [left, right] = parted(std::move(*best), split);
      find_split(left);
      find_split(right);
      *best = std::move(left);
      leaves_.push_back(std::move(right));
    }
  }

  void split_levels() {
    for (size_t depth = 0; depth < parameters_.depth; ++depth) {
      const Split split = best_of_level();
      if (!split.found()) return;
      std::vector<Leaf> next;
      for (Leaf& leaf : leaves_) {
        auto [left, right] = parted(std::move(leaf), split);
        next.push_back(std::move(left));
        next.push_back(std::move(right));
      }
      leaves_ = std::move(next);
    }
  }

  [[nodiscard]] float said_by(const Leaf& leaf) const {
    return leaf.size() == 0 ? 0 : static_cast<float>(-leaf.g / (leaf.h + parameters_.l2));
  }

  // Step 1.
  void count(Leaf& leaf) {
    leaf.histogram.assign(starts_.back(), {});
    gathered_.g.clear();
    gathered_.h.clear();
    for (uint32_t i = leaf.begin; i < leaf.end; ++i) {
      leaf.g += gathered_.g.emplace_back(slopes_.g[rows_[i]]);
      leaf.h += gathered_.h.emplace_back(slopes_.h[rows_[i]]);
    }
    const uint32_t size = leaf.size();
    const uint32_t* rows = rows_.data() + leaf.begin;
    for (size_t c = 0; c < columns_.size(); ++c) {
      const uint8_t* codes = bins_.column(columns_[c]);
      BinSum* sums = leaf.histogram.data() + starts_[c];
      for (uint32_t i = 0; i < size; ++i) {
        BinSum& sum = sums[codes[rows[i]]];
        sum.g += gathered_.g[i];
        sum.h += gathered_.h[i];
        ++sum.rows;
      }
    }
  }

  // Step 2.
  void find_split(Leaf& leaf) const {
    leaf.split = {};
    if (leaf.depth >= parameters_.depth) return;
    for (size_t c = 0; c < columns_.size(); ++c) {
      for_each_cut(leaf, c, [&](uint32_t bin, double gain) {
        if (gain > leaf.split.gain) leaf.split = {gain, columns_[c], bin};
      });
    }
  }

  [[nodiscard]] Split best_of_level() const {
    Split best;
    std::array<double, 256> gains;
    for (size_t c = 0; c < columns_.size(); ++c) {
      gains.fill(0);
      for (const Leaf& leaf : leaves_)
        for_each_cut(leaf, c, [&](uint32_t bin, double gain) { gains[bin] += gain; });
      const auto most = std::max_element(gains.begin(), gains.end());
      if (*most > best.gain)
        best = {*most, columns_[c], static_cast<uint32_t>(most - gains.begin())};
    }
    return best;
  }

  // Calls cut(bin, gain) for the cuts of a column that leave enough rows of the leaf on both sides.
  template <typename Cut>
  void for_each_cut(const Leaf& leaf, size_t column, Cut cut) const {
    if (leaf.size() < 2 * parameters_.least_rows) return;
    const double whole = leaf.g * leaf.g / (leaf.h + parameters_.l2);
    BinSum left;
    for (uint32_t bin = 0; starts_[column] + bin + 1 < starts_[column + 1]; ++bin) {
      const BinSum& sum = leaf.histogram[starts_[column] + bin];
      left.g += sum.g;
      left.h += sum.h;
      left.rows += sum.rows;
      if (left.rows < parameters_.least_rows) continue;
      if (leaf.size() - left.rows < parameters_.least_rows) break;
      const double g = leaf.g - left.g, h = leaf.h - left.h;
      cut(bin, left.g * left.g / (left.h + parameters_.l2) + g * g / (h + parameters_.l2) - whole);
    }
  }

  // Steps 3 and 4.
  std::pair<Leaf, Leaf> parted(Leaf parent, const Split& split) {
    const uint8_t* codes = bins_.column(split.column);
    uint32_t middle = parent.begin;
    spare_rows_.clear();
    spare_positions_.clear();
    for (uint32_t i = parent.begin; i < parent.end; ++i) {
      if (codes[rows_[i]] <= split.bin) {
        rows_[middle] = rows_[i];
        positions_[middle++] = positions_[i];
      } else {
        spare_rows_.push_back(rows_[i]);
        spare_positions_.push_back(positions_[i]);
      }
    }
    std::copy(spare_rows_.begin(), spare_rows_.end(), rows_.begin() + middle);
    std::copy(spare_positions_.begin(), spare_positions_.end(), positions_.begin() + middle);

    TreeNode& node = grown_.tree[parent.node];
    node.column = split.column;
    node.threshold = bins_.cut(split.column, split.bin);
    node.left = static_cast<uint32_t>(grown_.tree.size());
    node.right = node.left + 1;
    Leaf left{.node = node.left, .begin = parent.begin, .end = middle, .depth = parent.depth + 1};
    Leaf right{.node = node.right, .begin = middle, .end = parent.end, .depth = parent.depth + 1};
    grown_.tree.resize(grown_.tree.size() + 2);

    const bool left_is_smaller = left.size() <= right.size();
    Leaf& smaller = left_is_smaller ? left : right;
    Leaf& larger = left_is_smaller ? right : left;
    count(smaller);
    larger.histogram = std::move(parent.histogram);
    for (size_t b = 0; b < larger.histogram.size(); ++b) {
      larger.histogram[b].g -= smaller.histogram[b].g;
      larger.histogram[b].h -= smaller.histogram[b].h;
      larger.histogram[b].rows -= smaller.histogram[b].rows;
    }
    larger.g = parent.g - smaller.g;
    larger.h = parent.h - smaller.h;
    for (Leaf* child : {&left, &right})
      child->value = child->size() < parameters_.least_rows ? parent.value : said_by(*child);
    return {std::move(left), std::move(right)};
  }

  const Bins& bins_;
  const Slopes& slopes_;
  std::span<const uint32_t> columns_;
  const TreeParameters& parameters_;
  std::vector<uint32_t> starts_;  // Where the bins of each column begin in a histogram.

  std::vector<uint32_t> rows_;       // Rows of a leaf stand together.
  std::vector<uint32_t> positions_;  // Where they stood in the argument.
  std::vector<Leaf> leaves_;
  GrownTree grown_;
  Slopes gathered_;
  std::vector<uint32_t> spare_rows_, spare_positions_;
};

}  // namespace

Bins::Bins(const Samples& samples, size_t most) : rows_(samples.size()) {
  WEFT_CHECK(most >= 2 && most <= 255);
  const size_t columns = samples.columns().size();
  codes_.resize(columns * rows_);
  std::vector<float> values(rows_);
  for (size_t c = 0; c < columns; ++c) {
    values.resize(rows_);
    for (size_t r = 0; r < rows_; ++r) values[r] = known(samples.value(r, c));
    const std::vector<float>& cuts = cuts_.emplace_back(cuts_of(values, most));
    uint8_t* codes = codes_.data() + c * rows_;
    for (size_t r = 0; r < rows_; ++r) {
      const auto cut = std::lower_bound(cuts.begin(), cuts.end(), known(samples.value(r, c)));
      codes[r] = static_cast<uint8_t>(cut - cuts.begin());
    }
  }
}

GrownTree grow_tree(const Bins& bins, const Slopes& slopes, std::span<const uint32_t> rows,
                    std::span<const uint32_t> columns, const TreeParameters& parameters) {
  return Grower(bins, slopes, columns, parameters).grow(rows);
}

}  // namespace weft::ml
