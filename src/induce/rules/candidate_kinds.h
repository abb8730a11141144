// CandidateKinds: the candidates of a sample, as far as the features of a search tell them apart.
//
// A rule is a conjunction of features, so candidates with the same features are selected together
// or not at all, on whatever page they stand: they are of one *kind*. Pages of one template have
// few kinds, and what a rule selects is a small set of them.
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/candidate_table.h"
#include "induce/rules/rule_search.h"

namespace weft::induce {

class CandidateKinds {
 public:
  // `used` are the features that rules may have, as indices into `features`.
  CandidateKinds(const CandidateTable& table, const Evidence& evidence,
                 const std::vector<EvaluatedFeature>& features, const std::vector<uint32_t>& used);

  // Number of kinds, rounded up to words: the size of every set of kinds.
  [[nodiscard]] size_t size() const { return size_; }
  // What a used feature selects.
  [[nodiscard]] const BitSet& bits(uint32_t feature) const { return bits_[feature]; }
  // The labelled units, with kinds in place of candidates.
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }

 private:
  size_t size_ = 0;
  std::vector<BitSet> bits_;  // By feature; empty where not used.
  Evidence evidence_;
};

}  // namespace weft::induce
