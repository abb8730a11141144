// What the token tables say of each block.
//
//   1. Of every element that holds blocks: mean, least and greatest value of its class words.
//   2. Down the chain of ancestors: least and greatest, the sum, and the decayed sum s = 0.7 · s(parent) + own.
//   3. Of every block: its words one by one, its text as a whole, its heading's words, its tag path.
//
// Words that a table does not know say nothing; where none is known the column is 0.

#include <algorithm>
#include <cmath>

#include "read/features.h"

namespace weft::read {
namespace {

constexpr float kDecay = 0.7F;

// Values that were looked up, one after the other.
struct Spread {
  float sum = 0, least = 0, greatest = 0;
  uint32_t count = 0;

  void add(float value) {
    if (std::isnan(value)) return;
    least = count == 0 ? value : std::min(least, value);
    greatest = count == 0 ? value : std::max(greatest, value);
    sum += value;
    ++count;
  }
  [[nodiscard]] float mean() const { return count == 0 ? 0 : sum / static_cast<float>(count); }
};
using Spreads = std::array<Spread, kTableSides>;

void look_up(const ml::TokenTable& table, uint64_t key, Spreads& spreads) {
  const float* values = table.find(key);
  if (values == nullptr) return;
  for (size_t side = 0; side < kTableSides; ++side) spreads[side].add(values[side]);
}

// What the classes of an element and its ancestors say, for one side of the table.
struct ClassChain {
  float mean = 0, least = 0, greatest = 0;
  float nearest = 0;
  float chain_least = 0, chain_greatest = 0, chain_sum = 0, decayed = 0, least_mean = 0;
};

ClassChain below(const ClassChain& parent, const Spread& own) {
  ClassChain chain = parent;
  chain.mean = own.mean();
  chain.least = own.least;
  chain.greatest = own.greatest;
  chain.decayed = kDecay * parent.decayed + own.sum;
  if (own.count == 0) return chain;
  chain.nearest = own.mean();
  chain.chain_least = std::min(parent.chain_least, own.least);
  chain.chain_greatest = std::max(parent.chain_greatest, own.greatest);
  chain.chain_sum = parent.chain_sum + own.sum;
  chain.least_mean = std::min(parent.least_mean, own.mean());
  return chain;
}

float known(const ml::TokenTable& table, const std::string& key, size_t side) {
  const float* values = table.find(ml::TokenTable::key(key));
  return values == nullptr || std::isnan(values[side]) ? 0 : values[side];
}

}  // namespace

void PageFeatures::add_tables(const Tables& tables) {
  const auto table = [&](TableKind kind) -> const ml::TokenTable& {
    return tables[static_cast<size_t>(kind)];
  };
  // Steps 1 and 2.
  std::vector<std::array<ClassChain, kTableSides>> chains(elements_.size());
  for (size_t e = 0; e < elements_.size(); ++e) {
    Spreads own;
    for_each_class_word(doc_, elements_[e].node, [&](std::string_view word) {
      look_up(table(TableKind::kClasses), ml::TokenTable::key(word), own);
    });
    for (size_t side = 0; side < kTableSides; ++side) {
      const uint32_t parent = elements_[e].parent;
      chains[e][side] =
          below(parent == kNoElement ? ClassChain() : chains[parent][side], own[side]);
    }
  }
  // Step 3.
  Spreads heading;
  int32_t heading_block = -1;
  uint32_t element_before = kNoElement;
  std::string text, short_path, long_path;
  for (size_t b = 0; b < blocks_.size(); ++b) {
    const Block& block = blocks_[b];
    Spreads words;
    if (block.words() <= kTableWords) {
      for (uint32_t w = block.words_begin; w < block.words_end; ++w)
        look_up(table(TableKind::kWords), page_blocks_.words[w], words);
    }
    if (heading_of_[b] != heading_block) {
      heading_block = heading_of_[b];
      heading = {};
      const Block& above = blocks_[static_cast<size_t>(heading_block)];
      for (uint32_t w = above.words_begin;
           w < above.words_end && w < above.words_begin + kTableWords; ++w)
        look_up(table(TableKind::kHeadings), page_blocks_.words[w], heading);
    }
    const uint32_t e = element_of_block_[b];
    if (e != element_before) {
      short_path = tag_path(doc_, block.node, kShortPath);
      long_path = tag_path(doc_, block.node, kLongPath);
      element_before = e;
    }
    const float* whole = block.words() > 0 && block.words() <= kTextWords
                             ? table(TableKind::kTexts).find(block.text_key)
                             : nullptr;
    const uint32_t parent = elements_[e].parent;
    const uint32_t grandparent = parent == kNoElement ? parent : elements_[parent].parent;
    for (size_t side = 0; side < kTableSides; ++side) {
      const ClassChain& chain = chains[e][side];
      const float columns[kTableColumns] = {
          chain.mean,
          chain.least,
          chain.greatest,
          parent == kNoElement ? 0 : chains[parent][side].mean,
          grandparent == kNoElement ? 0 : chains[grandparent][side].mean,
          chain.nearest,
          chain.chain_least,
          chain.chain_greatest,
          chain.chain_sum,
          chain.decayed,
          chain.least_mean,
          words[side].mean(),
          words[side].least,
          words[side].greatest,
          words[side].sum,
          whole == nullptr || std::isnan(whole[side]) ? 0 : whole[side],
          heading[side].mean(),
          heading[side].least,
          known(table(TableKind::kPaths), short_path, side),
          known(table(TableKind::kPaths), long_path, side),
      };
      std::copy(std::begin(columns), std::end(columns),
                row(b) + kTableGroup + side * kTableColumns);
    }
  }
}

}  // namespace weft::read
