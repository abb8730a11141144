// Rule search: the conjunction of features that best selects the labelled nodes.
//
// Two ways to the same kind of answer:
//   search_paper   Algorithm 3 of [Vertex], exactly: precision, then distance, then support
//   search_ranked  Weft's default: among precise rules, what they do on unlabelled pages decides
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/evidence.h"
#include "induce/rules/feature_generation.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {

struct FoundRule {
  std::vector<uint32_t> features;  // indices into the features searched, increasing
  BitSet bits;
  wrap::RuleStatistics statistics;
};

struct SearchOptions {
  uint32_t max_features = 4;  // per rule
  uint32_t beam = 120;        // rules carried from one size to the next
  uint32_t keep = 8;          // rules returned
  bool use_support = true;    // search_ranked: false for the ablation
};

// The best rule of Algorithm 3, or nothing when no feature selects all labels. Alone in the answer:
// the algorithm keeps one.
std::vector<FoundRule> search_paper(const Sample& sample, const Evidence& evidence,
                                    const std::vector<EvaluatedFeature>& features,
                                    const SearchOptions& options);

// The best rules, best first. Those with precision 1 come before all others.
std::vector<FoundRule> search_ranked(const Sample& sample, const Evidence& evidence,
                                     const std::vector<EvaluatedFeature>& features,
                                     const wrap::ValueProfile& profile,
                                     const SearchOptions& options);

// Precision on the labelled units of what `bits` selects.
double precision_of(const Sample& sample, const Evidence& evidence, const BitSet& bits);

}  // namespace weft::induce
