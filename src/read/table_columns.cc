// What the token tables say of each block.
//
//   1. Of every element that holds blocks: mean, least and greatest value of its class words.
//   2. Down the chain of ancestors: least and greatest, the sum, and the decayed sum s = 0.7 · s(parent) + own.
//   3. Of every block: its words one by one, its text as a whole, its heading's words, its tag path.
//
// Words that a table does not know say nothing; where none is known the column is 0.

#include <algorithm>

#include "read/features.h"

namespace weft::read {
namespace {

constexpr float kDecay = 0.7F;

constexpr int8_t kUnknown = ml::TokenTable::kUnknown;

float from_hundredths(int value) { return static_cast<float>(value) / 100; }

// Values that were looked up, one after the other.
class Spread {
 public:
  // OPTIMIZATION: without tests, which no processor could guess.
  void add(int value) {
    const int known = value != kUnknown ? 1 : 0;
    count_ += known;
    sum_ += known * value;
    least_ = std::min(least_, known != 0 ? value : kNone);
    greatest_ = std::max(greatest_, value);
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] float sum() const { return from_hundredths(sum_); }
  [[nodiscard]] float mean() const { return empty() ? 0 : sum() / static_cast<float>(count_); }
  [[nodiscard]] float least() const { return empty() ? 0 : from_hundredths(least_); }
  [[nodiscard]] float greatest() const { return empty() ? 0 : from_hundredths(greatest_); }

 private:
  static constexpr int kNone = 127;
  int count_ = 0, sum_ = 0, least_ = kNone, greatest_ = kUnknown;
};
using Spreads = std::array<Spread, kTableSides>;

void look_up(const ml::TokenTable& table, uint64_t key, Spreads& spreads) {
  const int8_t* values = table.find(key);
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
  chain.least = own.least();
  chain.greatest = own.greatest();
  chain.decayed = kDecay * parent.decayed + own.sum();
  if (own.empty()) return chain;
  chain.nearest = own.mean();
  chain.chain_least = std::min(parent.chain_least, own.least());
  chain.chain_greatest = std::max(parent.chain_greatest, own.greatest());
  chain.chain_sum = parent.chain_sum + own.sum();
  chain.least_mean = std::min(parent.least_mean, own.mean());
  return chain;
}

float known(const int8_t* values, size_t side) {
  return values == nullptr || values[side] == kUnknown ? 0 : from_hundredths(values[side]);
}

uint64_t tag_key(const dom::Document& doc, dom::NodeId n) {
  static const auto kKeys = [] {
    std::array<uint64_t, dom::atoms::kCount> keys{};
    for (uint32_t a = 0; a < keys.size(); ++a)
      keys[a] = ml::TokenTable::word_key(dom::known_name(dom::Atom{a}));
    return keys;
  }();
  const dom::Atom name = doc.name(n);
  return dom::is_known(name) ? kKeys[static_cast<uint32_t>(name)]
                             : ml::TokenTable::word_key(doc.name_text(n));
}

}  // namespace

// Keys of the short and the long tag_path() of an element.
std::pair<uint64_t, uint64_t> PageFeatures::path_keys(uint32_t element) const {
  uint64_t key = 0, short_key = 0;
  for (size_t length = 0; length < kLongPath && element != kNoElement; ++length) {
    const dom::NodeId n = elements_[element].node;
    if (!doc_.is_element(n)) break;
    key = length == 0 ? tag_key(doc_, n) : ml::TokenTable::joined(key, tag_key(doc_, n));
    if (length < kShortPath) short_key = key;
    element = elements_[element].parent;
  }
  return {short_key, key};
}

void PageFeatures::add_tables(const Tables& tables) {
  const auto table = [&](TableKind kind) -> const ml::TokenTable& {
    return tables[static_cast<size_t>(kind)];
  };
  // Steps 1 and 2.
  std::vector<std::array<ClassChain, kTableSides>> chains(elements_.size());
  keys_.clear();
  // OPTIMIZATION: by what elements are named; most are named like others.
  std::vector<Spreads> spreads;
  for (size_t e = 0; e < elements_.size(); ++e) {
    const uint32_t number = keys_.number(elements_[e].names);
    if (number == spreads.size()) {
      Spreads& made = spreads.emplace_back();
      for_each_class_word(doc_, elements_[e].node, [&](std::string_view word) {
        look_up(table(TableKind::kClasses), ml::TokenTable::word_key(word), made);
      });
    }
    const Spreads& own = spreads[number];
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
  const int8_t *short_path = nullptr, *long_path = nullptr;
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
      const auto [short_key, long_key] = path_keys(e);
      short_path = table(TableKind::kPaths).find(short_key);
      long_path = table(TableKind::kPaths).find(long_key);
      element_before = e;
    }
    const int8_t* whole = block.words() > 0 && block.words() <= kTextWords
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
          words[side].least(),
          words[side].greatest(),
          words[side].sum(),
          known(whole, side),
          heading[side].mean(),
          heading[side].least(),
          known(short_path, side),
          known(long_path, side),
      };
      const Row out = row(b).from(kTableGroup + side * kTableColumns);
      for (size_t c = 0; c < kTableColumns; ++c) out[c] = columns[c];
    }
  }
}

}  // namespace weft::read
