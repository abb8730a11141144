// The walk. For one row the steps of a tree wait for each other: every node must be read before its child is
// known. So eight rows walk a tree side by side, and as a leaf is its own child they all take the same
// number of steps, without a test that a processor could guess wrongly:
//
//   node = child + (value > threshold)
//
// With NaN the comparison is false and the row goes left; a leaf's threshold is +infinity.
//
// In a symmetric tree all nodes of a level ask the same question, so that nothing waits: the answers, read as a binary number, are the
// number of the leaf, and rows of a tile are compared four at a time, or all eight where the processor has AVX2.
//
// Tested by forest_test.cc (against a walk with tests, on random trees).

#include "ml/forest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace weft::ml {

std::span<const std::string_view> names_of(Link) {
  static constexpr std::array<std::string_view, 3> kNames = {"none", "logistic", "softmax"};
  return kNames;
}

namespace {
#if defined(__SSE2__)
const bool kWide = __builtin_cpu_supports("avx2") != 0;
#else
constexpr bool kWide = false;
#endif
}  // namespace

Forest::Forest(std::vector<std::string> columns, Link link, std::vector<float> bias)
    : columns_(std::move(columns)), link_(link), bias_(std::move(bias)) {
  WEFT_CHECK(!bias_.empty() && bias_.size() <= ForestLimits().outputs);
  WEFT_CHECK(columns_.size() <= ForestLimits().columns);
}

void Forest::add(const Tree& tree) {
  WEFT_CHECK(!tree.empty() && tree.size() <= std::numeric_limits<uint16_t>::max());
  if (add_symmetric(tree)) return;
  // Breadth first, so that the two children of a node stand side by side.
  struct Waiting {
    uint32_t source;
    uint32_t depth;
  };
  std::vector<Waiting> order = {{0, 0}};
  const auto first = static_cast<uint32_t>(nodes_.size());
  const auto values = static_cast<uint32_t>(values_.size());
  uint32_t depth = 0;
  for (size_t at = 0; at < order.size(); ++at) {
    const TreeNode& node = tree[order[at].source];
    depth = std::max(depth, order[at].depth);
    if (node.left == 0) {
      nodes_.push_back({std::numeric_limits<float>::infinity(), 0, static_cast<uint16_t>(at)});
      values_.push_back(node.value);
      continue;
    }
    WEFT_CHECK(node.column < columns_.size() && order.size() + 2 <= tree.size());
    nodes_.push_back(
        {node.threshold, static_cast<uint16_t>(node.column), static_cast<uint16_t>(order.size())});
    values_.push_back(0);
    order.push_back({node.left, order[at].depth + 1});
    order.push_back({node.right, order[at].depth + 1});
  }
  WEFT_CHECK(depth <= ForestLimits().depth);
  trees_.push_back({first, values, depth, false});
}

// Whether the tree was one. Its leaves are kept from left to right.
bool Forest::add_symmetric(const Tree& tree) {
  const size_t questions = questions_.size();
  std::vector<uint32_t> level = {0}, next;
  for (; tree[level[0]].left != 0; level = std::exchange(next, {})) {
    const TreeNode& first = tree[level[0]];
    for (const uint32_t n : level) {
      const TreeNode& node = tree[n];
      if (node.left == 0 || node.column != first.column || node.threshold != first.threshold) {
        questions_.resize(questions);
        return false;
      }
      next.insert(next.end(), {node.left, node.right});
    }
    WEFT_CHECK(first.column < columns_.size() && next.size() <= tree.size());
    questions_.push_back({first.threshold, first.column});
  }
  const auto split = [&](uint32_t n) { return tree[n].left != 0; };
  if (std::any_of(level.begin(), level.end(), split)) {
    questions_.resize(questions);
    return false;
  }
  trees_.push_back({static_cast<uint32_t>(questions), static_cast<uint32_t>(values_.size()),
                    static_cast<uint32_t>(questions_.size() - questions), true});
  for (const uint32_t leaf : level) values_.push_back(tree[leaf].value);
  return true;
}

// The numbers of the leaves in which the rows of a tile end.
template <size_t lanes>
void Forest::answer_for_tile(std::span<const Question> questions, const float* tile,
                             std::array<uint32_t, kTileRows>& leaves) {
  using Values [[gnu::vector_size(4 * lanes)]] = float;
  using Numbers [[gnu::vector_size(4 * lanes)]] = int32_t;
  constexpr size_t kParts = kTileRows / lanes;
  Numbers numbers[kParts] = {};
  for (const Question& question : questions) {
    for (size_t part = 0; part < kParts; ++part) {
      Values column;
      std::memcpy(&column, tile + question.column * kTileRows + part * lanes, sizeof column);
      numbers[part] = 2 * numbers[part] - (column > question.threshold);  // Yes is -1.
    }
  }
  std::memcpy(leaves.data(), numbers, sizeof leaves);
}

template <size_t rows, bool tile, size_t lanes>
void Forest::add_sums(const float* values, size_t stride, size_t first, size_t end,
                      float* sums) const {
  const size_t row_step = tile ? 1 : stride, column_step = tile ? rows : 1;
  const size_t outputs = bias_.size();
  size_t output = first % outputs;
  for (size_t t = first; t < end; ++t) {
    const TreeSpan& tree = trees_[t];
    const float* leaves = values_.data() + tree.values;
    std::array<uint32_t, rows> at = {};
    if constexpr (tile) {
      if (tree.symmetric)
        answer_for_tile<lanes>(std::span(questions_).subspan(tree.first, tree.depth), values, at);
    }
    if (tree.symmetric && !tile) {
      for (uint32_t step = 0; step < tree.depth; ++step) {
        const Question& question = questions_[tree.first + step];
        for (size_t r = 0; r < rows; ++r) {
          const bool right = values[r * row_step + question.column] > question.threshold;
          at[r] = 2 * at[r] + static_cast<uint32_t>(right);
        }
      }
    } else if (!tree.symmetric) {
      const Node* nodes = nodes_.data() + tree.first;
      for (uint32_t step = 0; step < tree.depth; ++step) {
        for (size_t r = 0; r < rows; ++r) {
          const Node& node = nodes[at[r]];
          const bool right = values[r * row_step + node.column * column_step] > node.threshold;
          at[r] = node.child + static_cast<uint32_t>(right);
        }
      }
    }
    for (size_t r = 0; r < rows; ++r) sums[r * outputs + output] += leaves[at[r]];
    output = output + 1 == outputs ? 0 : output + 1;
  }
}

void Forest::add_tile_sums(const float* tile, size_t first, size_t end, float* sums) const {
  add_sums<kTileRows, true, 4>(tile, 0, first, end, sums);
}

// OPTIMIZATION: which of the two is asked of the processor (ADR 0065).
#if defined(__SSE2__)
[[gnu::target("avx2")]] void Forest::add_tile_sums_wide(const float* tile, size_t first, size_t end,
                                                        float* sums) const {
  add_sums<kTileRows, true, 8>(tile, 0, first, end, sums);
}
#else
void Forest::add_tile_sums_wide(const float* tile, size_t first, size_t end, float* sums) const {
  add_tile_sums(tile, first, end, sums);
}
#endif

void Forest::begin_sums(std::span<float> sums) const {
  for (size_t i = 0; i < sums.size(); i += outputs())
    std::copy(bias_.begin(), bias_.end(), sums.begin() + static_cast<ptrdiff_t>(i));
}

void Forest::apply_link(std::span<float> out) const {
  if (link_ == Link::kLogistic) {
    for (float& one : out) one = 1 / (1 + std::exp(-one));
  } else if (link_ == Link::kSoftmax) {
    for (size_t r = 0; r + outputs() <= out.size(); r += outputs()) {
      const auto row = out.subspan(r, outputs());
      const float highest = *std::max_element(row.begin(), row.end());
      float sum = 0;
      for (float& one : row) sum += one = std::exp(one - highest);
      for (float& one : row) one /= sum;
    }
  }
}

void Forest::predict(std::span<const float> values, size_t stride, std::span<float> out) const {
  const size_t rows = out.size() / outputs();
  WEFT_CHECK(stride >= columns_.size());
  WEFT_CHECK(rows == 0 || values.size() >= (rows - 1) * stride + columns_.size());
  begin_sums(out.first(rows * outputs()));
  size_t r = 0;
  for (; r + kTileRows <= rows; r += kTileRows)
    add_sums<kTileRows, false, 4>(values.data() + r * stride, stride, 0, trees_.size(),
                                  out.data() + r * outputs());
  for (; r < rows; ++r)
    add_sums<1, false, 4>(values.data() + r * stride, stride, 0, trees_.size(),
                          out.data() + r * outputs());
  apply_link(out);
}

// OPTIMIZATION: as many trees as lie between two exits at a time, for all tiles: their leaves stay at hand.
void Forest::predict_tiles(std::span<const float> tiles, std::span<float> out,
                           const EarlyExit& exit) const {
  const size_t rows = out.size() / outputs(), tile_size = columns_.size() * kTileRows;
  WEFT_CHECK(tiles.size() >= tile_count(rows) * tile_size && exit.trees > 0);
  const size_t tile_sums = kTileRows * outputs();
  std::vector<float> sums(tile_count(rows) * tile_sums);
  begin_sums(sums);
  std::vector<uint32_t> open(tile_count(rows));
  std::iota(open.begin(), open.end(), 0U);
  for (size_t first = 0; first < trees_.size();) {
    const size_t end = first + std::min(exit.trees, trees_.size() - first);
    std::erase_if(open, [&](uint32_t tile) {
      float* of_tile = sums.data() + tile * tile_sums;
      kWide ? add_tile_sums_wide(tiles.data() + tile * tile_size, first, end, of_tile)
            : add_tile_sums(tiles.data() + tile * tile_size, first, end, of_tile);
      return *std::max_element(of_tile, of_tile + tile_sums) < exit.below;
    });
    first = end;
  }
  std::copy_n(sums.begin(), rows * outputs(), out.begin());
  apply_link(out);
}

float Forest::predict(std::span<const float> row) const {
  WEFT_CHECK(outputs() == 1);
  float out = 0;
  predict(row, columns_.size(), std::span(&out, 1));
  return out;
}

}  // namespace weft::ml
