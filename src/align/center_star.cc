// Centre star ([Liu], CenterStar(S); docs/papers/liu-ch9.md, C1-C10).
//
//   ABC XBC XAB: the centre is ABC.   - A B C
//                                     - X B C
//                                     X A B -
//
// A space once inserted into the centre stays. Aligning the next string with the spaced centre c*,
// a space of c* may be passed over at no cost (space against space) or be filled at the cost of an
// insertion. A change that costs 2 or more is never made, as in edit_alignment: A and X of the example
// would stand in columns of their own.
//
// Tested by center_star_test.cc.

#include "align/center_star.h"

#include <algorithm>

namespace weft::align {
namespace {

constexpr uint32_t kNeverMade = UINT32_MAX / 4;

// The centre's row in M, as symbols or spaces.
struct SpacedCenter {
  std::vector<uint32_t> positions;  // kGap for a space.
  Sequence symbols;
  EditCosts costs;
  [[nodiscard]] bool is_space(size_t i) const { return positions[i] == kGap; }
  [[nodiscard]] uint32_t pass_cost(size_t i) const { return is_space(i) ? 0 : 1; }
  [[nodiscard]] uint32_t pair_cost(size_t i, Symbol s) const {
    if (is_space(i)) return 1;
    if (symbols[positions[i]] == s) return 0;
    return costs.change < 2 ? costs.change : kNeverMade;
  }
};

// C1: the sequence with the least sum of distances to the others.
Result<uint32_t> choose_center(std::span<const Sequence> sequences, const EditCosts& costs,
                               const AlignLimits& limits) {
  uint64_t steps = 0;
  uint64_t symbols = 0;
  for (const Sequence s : sequences) symbols += s.size() + 1;
  for (const Sequence s : sequences)
    steps += costs.change == 1 ? (s.size() + 1) * sequences.size() : (s.size() + 1) * symbols;
  WEFT_TRY(check_steps(steps, limits, "centre star"));
  std::vector<uint64_t> sums(sequences.size(), 0);
  for (size_t i = 0; i < sequences.size(); ++i) {
    for (size_t j = i + 1; j < sequences.size(); ++j) {
      uint32_t distance = 0;
      if (costs.change == 1) {
        WEFT_ASSIGN(distance, edit_distance(sequences[i], sequences[j], limits));
      } else {
        WEFT_ASSIGN(const auto table, edit_matrix(sequences[i], sequences[j], costs, limits));
        distance = table.back();
      }
      sums[i] += distance;
      sums[j] += distance;
    }
  }
  return static_cast<uint32_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
}

// C6: the best alignment of s with c*. Pairs (position in c*, position in s).
std::vector<AlignedPair> align_with_center(const SpacedCenter& center, Sequence s) {
  const size_t rows = center.positions.size();
  const size_t columns = s.size() + 1;
  std::vector<uint32_t> m((rows + 1) * columns);
  for (size_t j = 0; j < columns; ++j) m[j] = static_cast<uint32_t>(j);
  for (size_t i = 1; i <= rows; ++i) {
    m[i * columns] = m[(i - 1) * columns] + center.pass_cost(i - 1);
    for (size_t j = 1; j < columns; ++j) {
      m[i * columns + j] = std::min(
          {m[(i - 1) * columns + j - 1] + center.pair_cost(i - 1, s[j - 1]),
           m[(i - 1) * columns + j] + center.pass_cost(i - 1), m[i * columns + j - 1] + 1});
    }
  }
  std::vector<AlignedPair> pairs;
  uint32_t i = static_cast<uint32_t>(rows);
  uint32_t j = static_cast<uint32_t>(s.size());
  while (i > 0 || j > 0) {
    const uint32_t here = m[i * columns + j];
    if (i > 0 && j > 0 &&
        here == m[(i - 1) * columns + j - 1] + center.pair_cost(i - 1, s[j - 1])) {
      pairs.push_back({--i, --j});
    } else if (i > 0 && here == m[(i - 1) * columns + j] + center.pass_cost(i - 1)) {
      pairs.push_back({--i, kGap});
    } else {
      pairs.push_back({kGap, --j});
    }
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

// C7, C8: adds the row of s; rows already there get spaces where c* got new ones.
void add_row(const std::vector<AlignedPair>& pairs, uint32_t row, std::vector<uint32_t>& aligned,
             std::vector<std::vector<uint32_t>>& rows) {
  for (const uint32_t other : aligned) {
    std::vector<uint32_t> widened;
    widened.reserve(pairs.size());
    for (const AlignedPair& pair : pairs)
      widened.push_back(pair.a == kGap ? kGap : rows[other][pair.a]);
    rows[other] = std::move(widened);
  }
  for (const AlignedPair& pair : pairs) rows[row].push_back(pair.b);
  aligned.push_back(row);
}

}  // namespace

Result<MultipleAlignment> center_star(std::span<const Sequence> sequences, const EditCosts& costs,
                                      const AlignLimits& limits) {
  MultipleAlignment result;
  if (sequences.empty()) return result;
  WEFT_ASSIGN(result.center, choose_center(sequences, costs, limits));
  result.rows.resize(sequences.size());
  const Sequence center = sequences[result.center];
  std::vector<uint32_t>& center_row = result.rows[result.center];
  for (uint32_t i = 0; i < center.size(); ++i) center_row.push_back(i);  // C2
  std::vector<uint32_t> aligned = {result.center};
  for (uint32_t k = 0; k < sequences.size(); ++k) {  // C4
    if (k == result.center) continue;
    WEFT_TRY(
        check_cells((center_row.size() + 1) * (sequences[k].size() + 1), limits, "centre star"));
    const SpacedCenter spaced{center_row, center, costs};  // C5
    add_row(align_with_center(spaced, sequences[k]), k, aligned, result.rows);
  }
  return result;
}

}  // namespace weft::align
