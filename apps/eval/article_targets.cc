// Targets by alignment.
//
//   1. A longest common subsequence of the page's words and the truth's marks words of the page; a block's target is its
//      marked share, 0 below 0.4. Bit-parallel (Hyyrö): a row of bits for every word of the page, kept for the way back.
//   2. Text that moved: runs of four words of the truth that step 1 left free form a multiset. A block of at least four
//      words with a target below one half takes its own runs from it if six in ten are there; its target is that
//      share. They are used up, so a second copy stays at 0.
//   3. A block of one or two words counts only with a block of more words and a target of at least one half within
//      four places.
//
// Tested by article_targets_test.cc (against the plain table on small inputs).

#include "eval/article_targets.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"

namespace weft::eval {
namespace {

constexpr float kLeastShare = 0.4F;
constexpr size_t kRun = 4;
constexpr double kMovedShare = 0.6;
constexpr size_t kMaxBits = size_t{1} << 32;  // 512 MiB of rows.

uint64_t run_key(const std::vector<uint64_t>& words, size_t at) {
  uint64_t key = 0;
  for (size_t k = 0; k < kRun; ++k) key = hash_combine(key, words[at + k]);
  return key;
}

// Marks of a longest common subsequence, in both.
struct Marks {
  std::vector<bool> page, truth;
};

Marks common_subsequence(const std::vector<uint64_t>& page, const std::vector<uint64_t>& truth) {
  Marks marks{std::vector<bool>(page.size()), std::vector<bool>(truth.size())};
  const size_t width = (truth.size() + 63) / 64;
  const size_t rows = width == 0 ? 0 : std::min(page.size(), kMaxBits / 64 / width);
  std::unordered_map<uint64_t, std::vector<uint32_t>> places;
  for (uint32_t t = 0; t < truth.size(); ++t) places[truth[t]].push_back(t);
  std::vector<uint64_t> bits(rows * width), row(width, ~uint64_t{0}), match(width);
  for (size_t r = 0; r < rows; ++r) {
    const auto found = places.find(page[r]);
    if (found != places.end()) {
      for (const uint32_t t : found->second) match[t / 64] |= uint64_t{1} << (t % 64);
      uint64_t carry = 0;
      for (size_t w = 0; w < width; ++w) {
        const uint64_t both = row[w] & match[w];
        const uint64_t sum = row[w] + both;
        const uint64_t with_carry = sum + carry;
        carry = sum < both || with_carry < sum ? 1 : 0;
        row[w] = with_carry | (row[w] & ~match[w]);
      }
      for (const uint32_t t : found->second) match[t / 64] = 0;
    }
    std::copy(row.begin(), row.end(), bits.begin() + static_cast<ptrdiff_t>(r * width));
  }
  const auto is_set = [&](size_t r, size_t t) {
    return (bits[r * width + t / 64] >> (t % 64) & 1) != 0;
  };
  size_t r = rows, t = truth.size();
  while (r > 0 && t > 0) {
    if (is_set(r - 1, t - 1)) {
      --t;
      continue;
    }
    --r;
    if (r > 0 && !is_set(r - 1, t - 1)) continue;
    --t;
    marks.page[r] = marks.truth[t] = true;
  }
  return marks;
}

}  // namespace

std::vector<float> block_targets(const read::PageBlocks& page, std::string_view truth_text) {
  std::vector<uint64_t> truth;
  read::for_each_word(truth_text,
                      [&](std::string_view word) { truth.push_back(ml::TokenTable::key(word)); });
  const Marks marks = common_subsequence(page.words, truth);
  // Step 1.
  std::vector<float> targets;
  for (const read::Block& block : page.blocks) {
    size_t marked = 0;
    for (uint32_t w = block.words_begin; w < block.words_end; ++w) marked += marks.page[w] ? 1 : 0;
    const float share =
        block.words() == 0 ? 0 : static_cast<float>(marked) / static_cast<float>(block.words());
    targets.push_back(share < kLeastShare ? 0 : share);
  }
  // Step 2.
  std::unordered_map<uint64_t, int> free_runs;
  for (size_t t = 0; t + kRun <= truth.size(); ++t) {
    if (!marks.truth[t] && !marks.truth[t + 1] && !marks.truth[t + 2] && !marks.truth[t + 3])
      ++free_runs[run_key(truth, t)];
  }
  for (size_t b = 0; b < page.blocks.size(); ++b) {
    const read::Block& block = page.blocks[b];
    if (targets[b] >= 0.5F || block.words() < kRun || free_runs.empty()) continue;
    const size_t runs = block.words() - kRun + 1;
    size_t there = 0;
    std::unordered_map<uint64_t, int> taken;
    for (size_t k = 0; k < runs; ++k) {
      const uint64_t key = run_key(page.words, block.words_begin + k);
      const auto found = free_runs.find(key);
      if (found != free_runs.end() && taken[key] < found->second) {
        ++taken[key];
        ++there;
      }
    }
    const double share = static_cast<double>(there) / static_cast<double>(runs);
    if (share < kMovedShare) continue;
    targets[b] = static_cast<float>(share);
    for (const auto& [key, count] : taken) free_runs[key] -= count;
  }
  // Step 3.
  std::vector<float> out = targets;
  for (size_t b = 0; b < page.blocks.size(); ++b) {
    if (page.blocks[b].words() > 2 || targets[b] == 0) continue;
    bool beside = false;
    for (size_t o = b < 4 ? 0 : b - 4; o < std::min(page.blocks.size(), b + 5); ++o)
      beside = beside || (page.blocks[o].words() > 2 && targets[o] >= 0.5F);
    if (!beside) out[b] = 0;
  }
  return out;
}

}  // namespace weft::eval
