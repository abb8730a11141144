// Kinds of candidates. Tested by rule_search_test.cc.
//   1. Turn the features' bit sets, a row of candidates each, into candidates' signatures, a row of
//      features each, in blocks of 64 x 64 bits.
//   2. Each distinct signature is a kind. Candidates without a feature are of none.
//   3. Turn the kinds' signatures into bit sets again.
//   4. Labels name kinds.

#include "induce/rules/candidate_kinds.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/hash.h"

namespace weft::induce {
namespace {

using Candidate = CandidateTable::Candidate;
using Kind = uint32_t;
using Block = std::array<uint64_t, 64>;  // rows of bits

constexpr Kind kNone = UINT32_MAX;

// Bit j of row i becomes bit i of row j: halves of the block change places, then halves of these.
void transpose(Block& block) {
  uint64_t mask = 0xffffffffULL;
  for (size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (size_t row = 0; row < 64; row = (row + half + 1) & ~half) {
      const uint64_t swap = ((block[row] >> half) ^ block[row + half]) & mask;
      block[row] ^= swap << half;
      block[row + half] ^= swap;
    }
  }
}

// Which features each candidate has, `width` words a candidate.
class Signatures {
 public:
  Signatures(const std::vector<EvaluatedFeature>& features, const std::vector<uint32_t>& used,
             size_t candidates)
      : used_(used), width_((used.size() + 63) / 64), words_(candidates * width_) {
    Block block;
    for (size_t word = 0; word < candidates / 64; ++word) {
      for (size_t column = 0; column < width_; ++column) {
        const size_t count = features_of(column);
        for (size_t i = 0; i < count; ++i)
          block[i] = features[used[column * 64 + i]].bits.words()[word];
        std::fill(block.begin() + static_cast<std::ptrdiff_t>(count), block.end(), 0);
        transpose(block);
        for (size_t i = 0; i < 64; ++i) words_[(word * 64 + i) * width_ + column] = block[i];
      }
    }
  }

  [[nodiscard]] std::span<const uint64_t> of(Candidate c) const {
    return {words_.data() + c * width_, width_};
  }

  // By feature: which of `candidates`, their number rounded up to words, it selects.
  [[nodiscard]] std::vector<BitSet> select(const std::vector<Candidate>& candidates,
                                           size_t features) const {
    std::vector<BitSet> bits(features);
    for (const uint32_t f : used_) bits[f] = BitSet(candidates.size());
    Block block;
    for (size_t first = 0; first < candidates.size(); first += 64) {
      const size_t rows = std::min<size_t>(64, candidates.size() - first);
      for (size_t column = 0; column < width_; ++column) {
        for (size_t i = 0; i < rows; ++i) block[i] = of(candidates[first + i])[column];
        std::fill(block.begin() + static_cast<std::ptrdiff_t>(rows), block.end(), 0);
        transpose(block);
        for (size_t i = 0; i < features_of(column); ++i)
          bits[used_[column * 64 + i]].words()[first / 64] = block[i];
      }
    }
    return bits;
  }

 private:
  [[nodiscard]] size_t features_of(size_t column) const {
    return std::min<size_t>(64, used_.size() - column * 64);
  }

  const std::vector<uint32_t>& used_;
  size_t width_;
  std::vector<uint64_t> words_;
};

// Step 2. A table of a power of two, at most half full.
class KindTable {
 public:
  explicit KindTable(const Signatures& signatures) : signatures_(signatures) {}

  Kind kind_of(Candidate c) {
    const auto signature = signatures_.of(c);
    if (!any_bit(signature)) return kNone;
    if (2 * (firsts_.size() + 1) > table_.size()) grow();
    Kind& kind = find(signature);
    if (kind == kNone) {
      kind = static_cast<Kind>(firsts_.size());
      firsts_.push_back(c);
    }
    return kind;
  }
  // The first candidate of each kind.
  [[nodiscard]] const std::vector<Candidate>& firsts() const { return firsts_; }

 private:
  Kind& find(std::span<const uint64_t> signature) {
    uint64_t hash = 0;
    for (const uint64_t word : signature) hash = hash_combine(hash, word);
    size_t at = hash & (table_.size() - 1);
    while (table_[at] != kNone &&
           !std::ranges::equal(signatures_.of(firsts_[table_[at]]), signature)) {
      at = (at + 1) & (table_.size() - 1);
    }
    return table_[at];
  }
  void grow() {
    table_.assign(2 * table_.size(), kNone);
    for (Kind kind = 0; kind < firsts_.size(); ++kind) find(signatures_.of(firsts_[kind])) = kind;
  }

  const Signatures& signatures_;
  std::vector<Kind> table_ = std::vector<Kind>(1024, kNone);
  std::vector<Candidate> firsts_;
};

}  // namespace

CandidateKinds::CandidateKinds(const CandidateTable& table, const Evidence& evidence,
                               const std::vector<EvaluatedFeature>& features,
                               const std::vector<uint32_t>& used)
    : evidence_{.list = evidence.list} {
  const Signatures signatures(features, used, table.size());
  KindTable kinds(signatures);
  for (Candidate c = 0; c < table.size(); ++c) kinds.kind_of(c);
  bits_ = signatures.select(kinds.firsts(), features.size());
  size_ = (kinds.firsts().size() + 63) / 64 * 64;
  for (const LabelledUnit& labelled : evidence.labelled) {  // Step 4.
    LabelledUnit& of_kinds = evidence_.labelled.emplace_back(labelled);
    for (auto& occurrences : of_kinds.values) {
      for (Candidate& c : occurrences) c = kinds.kind_of(c);
      std::erase(occurrences, kNone);
    }
  }
}

}  // namespace weft::induce
