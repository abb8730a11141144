// From probabilities to a choice.
//
//   1. Path mix: p ← 0.7 · p + 0.3 · the mean of p over the words of all blocks with the same tags and classes, six up.
//   2. Of all sets of blocks, the one with the greatest expected F1 of words is a prefix of the blocks in falling order of
//      p; take the prefix that maximises 2 · Σ_chosen n p / (Σ_chosen n + Σ_all n p). No threshold has to be tuned: on
//      a page of which little is sure, more is taken.
//   3. Nothing is chosen where the best set is expected to be poor.
//   4. A heading (not h1) is taken that stands between two chosen blocks and shares the next one's parent.
//   5. Of content: half a list is no list (complete_lists).
//
//      p 0.9 0.8 0.2, 10 words each: prefixes have 2·9/(10+19) = 0.62, 2·17/(20+19) = 0.87, 2·19/(30+19) = 0.78.
//      Two blocks are chosen.
//
// Tested by choice_test.cc (against all subsets).

#include "read/choice.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"
#include "base/key_numbers.h"

namespace weft::read {
namespace {

constexpr float kLeastOfList = 0.1F;  // As a heading's.

bool is_item(const dom::Document& doc, dom::NodeId n) {
  using namespace dom::atoms;
  const dom::Atom name = doc.name(n);
  return name == kLi || name == kDt || name == kDd || name == kTd || name == kTh;
}

}  // namespace

std::vector<float> mixed(std::span<const Block> blocks, std::span<const uint32_t> path_groups,
                         std::span<const float> probabilities, const ChoiceParameters& parameters) {
  std::vector<double> sums(blocks.size()), words(blocks.size());
  for (size_t b = 0; b < blocks.size(); ++b) {
    sums[path_groups[b]] += static_cast<double>(probabilities[b]) * blocks[b].words();
    words[path_groups[b]] += blocks[b].words();
  }
  std::vector<float> out(blocks.size());
  for (size_t b = 0; b < blocks.size(); ++b) {
    const double all = words[path_groups[b]];
    const double mean = all > 0 ? sums[path_groups[b]] / all : probabilities[b];
    out[b] = (1 - parameters.path_mix) * probabilities[b] +
             parameters.path_mix * static_cast<float>(mean);
  }
  return out;
}

Choice choose(const dom::Document& doc, std::span<const Block> blocks,
              std::span<const float> probabilities, const ChoiceParameters& parameters) {
  // Step 2. A block without words weighs nothing, and goes with its neighbours in the order.
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return probabilities[a] > probabilities[b]; });
  double expected = 0;
  for (size_t b = 0; b < blocks.size(); ++b)
    expected += static_cast<double>(probabilities[b]) * blocks[b].words();
  double right = 0, chosen = 0, best = 0;
  size_t best_size = 0;
  for (size_t k = 0; k < order.size(); ++k) {
    const Block& block = blocks[order[k]];
    right += static_cast<double>(probabilities[order[k]]) * block.words();
    chosen += block.words();
    const double f1 = chosen + expected > 0 ? 2 * right / (chosen + expected) : 0;
    if (f1 > best) {
      best = f1;
      best_size = k + 1;
    }
  }
  Choice choice{std::vector<uint8_t>(blocks.size()), best};
  std::vector<uint8_t>& taken = choice.chosen;
  for (size_t k = 0; k < best_size; ++k) taken[order[k]] = 1;
  // Step 3.
  if (best < parameters.least_expected) return {std::vector<uint8_t>(blocks.size()), best};
  // Step 4.
  size_t before = SIZE_MAX;
  for (size_t b = 0; b < blocks.size(); ++b) {
    if (taken[b] != 0) before = b;
    const bool heading = blocks[b].heading > 1 && taken[b] == 0 && before != SIZE_MAX &&
                         b + 1 < blocks.size() && taken[b + 1] != 0;
    if (heading && probabilities[b] >= parameters.heading_least &&
        doc.parent(blocks[b].node) == doc.parent(blocks[b + 1].node))
      taken[b] = 1;
  }
  return choice;
}

void complete_lists(const dom::Document& doc, std::span<const Block> blocks,
                    std::span<const uint32_t> path_groups, std::span<const float> probabilities,
                    std::vector<uint8_t>& chosen) {
  struct List {
    uint32_t words = 0, chosen = 0;
  };
  KeyNumbers keys(blocks.size());
  std::vector<List> lists;
  std::vector<uint32_t> list_of(blocks.size());
  for (size_t b = 0; b < blocks.size(); ++b) {
    const auto parent = static_cast<uint64_t>(dom::index(doc.parent(blocks[b].node)));
    list_of[b] = keys.number(hash_combine(path_groups[b], parent));
    if (list_of[b] == lists.size()) lists.emplace_back();
    lists[list_of[b]].words += blocks[b].words();
    lists[list_of[b]].chosen += chosen[b] != 0 ? blocks[b].words() : 0;
  }
  for (size_t b = 0; b < blocks.size(); ++b) {
    const List& list = lists[list_of[b]];
    if (list.chosen > 0 && 2 * list.chosen >= list.words && probabilities[b] >= kLeastOfList &&
        is_item(doc, blocks[b].node))
      chosen[b] = 1;
  }
}

}  // namespace weft::read
