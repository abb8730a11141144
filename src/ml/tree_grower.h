// Growing one tree: shared by boosting and AdaBoost.
//
// Columns are cut into a few dozen bins once (Bins); a tree is then grown from sums per bin, leaf by leaf, the
// split with most gain first. A row has a slope g and a curvature h; a leaf that holds the rows R says
// -sum(g)/(sum(h) + l2), and the gain of a split is what that lowers the quadratic loss by.
//
// With g = -weight * y and h = weight, y = ±1, this is the tree of least weighted squares, whose splits are those of
// Gini's index: what AdaBoost asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ml/forest.h"
#include "ml/samples.h"

namespace weft::ml {

// The columns of samples, cut into bins: column after column, one byte a row.
class Bins {
 public:
  // At most `most` bins a column, 2 to 255, each with about as many rows. Deterministic.
  Bins(const Samples& samples, size_t most);

  [[nodiscard]] size_t rows() const { return rows_; }
  [[nodiscard]] size_t columns() const { return cuts_.size(); }
  [[nodiscard]] size_t bins(size_t column) const { return cuts_[column].size() + 1; }
  [[nodiscard]] const uint8_t* column(size_t column) const {
    return codes_.data() + column * rows_;
  }
  // Rows of bins 0 to `bin` are those with values <= cut(column, bin). REQUIRES: bin + 1 < bins(column).
  [[nodiscard]] float cut(size_t column, size_t bin) const { return cuts_[column][bin]; }

 private:
  size_t rows_;
  std::vector<std::vector<float>> cuts_;
  std::vector<uint8_t> codes_;
};

struct TreeParameters {
  // All nodes of a level ask the same question (CatBoost's oblivious trees): `leaves` is not looked at, and a forest of such trees is
  // predicted several times as fast.
  bool symmetric = false;
  size_t leaves = 31;      // At most; 2 is a stump.
  size_t depth = 10;       // At most: prediction takes as many steps as the deepest leaf.
  size_t least_rows = 40;  // In a leaf.
  double l2 = 2;           // Draws the values of leaves with little in them to 0.
};

// Slope and curvature of the loss at each row of the samples.
struct Slopes {
  std::vector<float> g;
  std::vector<float> h;
};

struct GrownTree {
  Tree tree;
  std::vector<uint32_t>
      leaf_of;  // The node of the tree in which each of `rows` ended, in that order.
};

// A tree over the given rows, which may split on the given columns. A tree of a leaf alone if no split gains.
GrownTree grow_tree(const Bins& bins, const Slopes& slopes, std::span<const uint32_t> rows,
                    std::span<const uint32_t> columns, const TreeParameters& parameters);

}  // namespace weft::ml
