// String edit distance by dynamic programming ([Liu], String edit distance; docs/papers/liu-ch9.md,
// E1-E4):
//
//   m[0, 0] = 0, m[i, 0] = i, m[0, j] = j
//   m[i, j] = min(m[i-1, j-1] + r(a[i], b[j]), m[i-1, j] + 1, m[i, j-1] + 1)
//
// OPTIMIZATION: neighbouring cells differ by at most one, so a column of the table fits into two
// bit vectors (where it rises by one, where it falls by one) and a whole machine word of cells is
// advanced with a dozen instructions. That is Myers' bit-vector algorithm, here in blocks of 64
// rows with the difference at each block border carried to the block below (Hyyrö's formulation).
//
// Tested by edit_distance_test.cc against the recursive definition on all short strings.

#include "align/edit_distance.h"

#include <algorithm>
#include <unordered_map>

namespace weft::align {
namespace {

constexpr uint32_t kWordBits = 64;

// For every distinct symbol of the pattern the rows where it stands, one bit each, block after
// block.
class PatternBits {
 public:
  explicit PatternBits(Sequence pattern) : blocks_((pattern.size() + kWordBits - 1) / kWordBits) {
    for (const Symbol symbol : pattern) ids_.emplace(symbol, static_cast<uint32_t>(ids_.size()));
    bits_.assign((ids_.size() + 1) * blocks_,
                 0);  // The last row stays empty: symbols not in the pattern.
    for (size_t i = 0; i < pattern.size(); ++i) {
      bits_[ids_[pattern[i]] * blocks_ + i / kWordBits] |= uint64_t{1} << (i % kWordBits);
    }
  }

  [[nodiscard]] size_t blocks() const { return blocks_; }
  [[nodiscard]] const uint64_t* rows_of(Symbol symbol) const {
    const auto found = ids_.find(symbol);
    return bits_.data() + (found == ids_.end() ? ids_.size() : found->second) * blocks_;
  }

 private:
  size_t blocks_;
  std::unordered_map<Symbol, uint32_t> ids_;
  std::vector<uint64_t> bits_;
};

// 64 rows of the current column, as differences to the row above.
struct Block {
  uint64_t rises = ~uint64_t{0};
  uint64_t falls = 0;
};

// Moves a block one column to the right. `in` is the horizontal difference just above the block
// (-1, 0, 1); returns the one at the row of `last_row`.
int advance(Block& block, uint64_t equal, int in, uint64_t last_row) {
  const uint64_t vertical = equal | block.falls;
  if (in < 0) equal |= 1;
  const uint64_t diagonal = (((equal & block.rises) + block.rises) ^ block.rises) | equal;
  uint64_t rise = block.falls | ~(diagonal | block.rises);
  uint64_t fall = block.rises & diagonal;
  const int out = (rise & last_row) != 0 ? 1 : (fall & last_row) != 0 ? -1 : 0;
  rise <<= 1;
  fall <<= 1;
  if (in > 0) rise |= 1;
  if (in < 0) fall |= 1;
  block.rises = fall | ~(vertical | rise);
  block.falls = rise & vertical;
  return out;
}

uint32_t bit_parallel_distance(Sequence text, Sequence pattern) {
  const PatternBits bits(pattern);
  std::vector<Block> column(bits.blocks());
  const uint64_t bottom = uint64_t{1} << ((pattern.size() - 1) % kWordBits);
  const uint64_t top_bit = uint64_t{1} << (kWordBits - 1);
  int64_t distance = static_cast<int64_t>(pattern.size());
  for (const Symbol symbol : text) {
    const uint64_t* equal = bits.rows_of(symbol);
    int carry = 1;  // m[0, j] - m[0, j-1]
    for (size_t k = 0; k < column.size(); ++k) {
      carry = advance(column[k], equal[k], carry, k + 1 == column.size() ? bottom : top_bit);
    }
    distance += carry;
  }
  return static_cast<uint32_t>(distance);
}

}  // namespace

Result<uint32_t> edit_distance(Sequence a, Sequence b, const AlignLimits& limits) {
  if (a.empty() || b.empty()) return static_cast<uint32_t>(std::max(a.size(), b.size()));
  if (a.size() < b.size()) std::swap(a, b);
  const uint64_t words = (b.size() + 1) * ((b.size() + kWordBits - 1) / kWordBits);
  WEFT_TRY(check_cells(words, limits, "edit distance"));
  return bit_parallel_distance(a, b);
}

std::optional<uint32_t> edit_distance_within(Sequence a, Sequence b, uint32_t bound) {
  if (a.size() > b.size()) std::swap(a, b);
  const size_t surplus = b.size() - a.size();
  if (surplus > bound) return std::nullopt;
  // Only cells with |i - j| <= bound can hold a value <= bound. Cell (i, j) is band[j - i + bound].
  const size_t reach = std::min<size_t>(bound, b.size());
  const uint32_t infinite = static_cast<uint32_t>(a.size() + b.size() + 1);
  std::vector<uint32_t> band(2 * reach + 2, infinite);
  for (size_t j = 0; j <= reach; ++j) band[reach + j] = static_cast<uint32_t>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t k = 0; k <= 2 * reach; ++k) {
      if (i + k < reach || i + k - reach > b.size()) continue;
      const size_t j = i + k - reach;
      const uint32_t above = band[k + 1] + 1;
      const uint32_t left = k > 0 ? band[k - 1] + 1 : infinite;
      const uint32_t diagonal = j > 0 ? band[k] + (a[i - 1] == b[j - 1] ? 0 : 1) : infinite;
      band[k] = j == 0 ? static_cast<uint32_t>(i) : std::min({above, left, diagonal, infinite});
    }
  }
  const uint32_t distance = band[surplus + reach];
  return distance <= bound ? std::optional(distance) : std::nullopt;
}

Result<std::vector<uint32_t>> edit_matrix(Sequence a, Sequence b, const EditCosts& costs,
                                          const AlignLimits& limits) {
  const size_t columns = b.size() + 1;
  WEFT_TRY(check_cells((a.size() + 1) * columns, limits, "edit alignment"));
  std::vector<uint32_t> m((a.size() + 1) * columns);
  for (size_t j = 0; j < columns; ++j) m[j] = static_cast<uint32_t>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    m[i * columns] = static_cast<uint32_t>(i);
    for (size_t j = 1; j < columns; ++j) {
      const uint32_t change = a[i - 1] == b[j - 1] ? 0 : costs.change;
      const uint32_t gap = std::min(m[(i - 1) * columns + j], m[i * columns + j - 1]) + 1;
      m[i * columns + j] = std::min(m[(i - 1) * columns + j - 1] + change, gap);
    }
  }
  return m;
}

Result<Alignment> edit_alignment(Sequence a, Sequence b, const EditCosts& costs,
                                 const AlignLimits& limits) {
  WEFT_ASSIGN(const std::vector<uint32_t> m, edit_matrix(a, b, costs, limits));
  const size_t columns = b.size() + 1;
  Alignment alignment{.distance = m.back(), .pairs = {}};
  uint32_t i = static_cast<uint32_t>(a.size());
  uint32_t j = static_cast<uint32_t>(b.size());
  while (i > 0 || j > 0) {
    const uint32_t here = m[i * columns + j];
    const bool same = i > 0 && j > 0 && a[i - 1] == b[j - 1];
    // A change as dear as leaving out both is not made.
    if (i > 0 && j > 0 && (same || costs.change < 2) &&
        here == m[(i - 1) * columns + j - 1] + (same ? 0 : costs.change)) {
      alignment.pairs.push_back({--i, --j});
    } else if (i > 0 && here == m[(i - 1) * columns + j] + 1) {
      alignment.pairs.push_back({--i, kGap});
    } else {
      alignment.pairs.push_back({kGap, --j});
    }
  }
  std::reverse(alignment.pairs.begin(), alignment.pairs.end());
  return alignment;
}

}  // namespace weft::align
