// Rule search: the conjunction of features that best selects the labelled nodes.
//
// Two ways to the same kind of answer:
//   search_paper   Algorithm 3 of [Vertex], exactly: precision, then distance, then support
//   search_ranked  Weft's default: among precise rules, what they do on unlabelled pages decides
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/candidate_table.h"
#include "wrap/rules/rule.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {

// Feature generation ([Vertex] III-C.1): the conditions that hold at every labelled node, with the
// candidates each one selects.

// A feature in symbols, evaluated on the whole sample.
struct EvaluatedFeature {
  wrap::Feature feature;
  BitSet bits;
  double cost = 0;
};

struct GenerationOptions {
  // The features of the paper alone: no class tokens, sibling texts, own prefixes, other
  // attributes; and disjunctions over all labelled nodes.
  bool paper = false;
  bool disjunctions = true;
  // The text before and after the labelled part of each occurrence's node, for labels that are a
  // part of one.
  std::vector<std::string> inside_left;
  std::vector<std::string> inside_right;
};

// Every feature of `evidence`'s labelled nodes that selects all labels, in a fixed order. Weft
// forms a disjunction over pages, never within one: two values of one list say nothing about the
// next page.
std::vector<EvaluatedFeature> generate_features(const CandidateTable& table,
                                                const Evidence& evidence,
                                                const GenerationOptions& options);

struct FoundRule {
  std::vector<uint32_t> features;  // indices into the features searched, increasing
  BitSet bits;                     // what it selects, its position applied
  wrap::RuleStatistics statistics;
  int position = 0;  // as in wrap::Rule
};

struct SearchOptions {
  uint32_t max_features = 4;  // per rule
  uint32_t beam = 120;        // rules carried from one size to the next
  uint32_t keep = 8;          // rules returned
  bool use_support = true;    // search_ranked: false for the ablation
  uint32_t max_sets = 600;    // search_paper: sets carried from one size to the next
};

// The best rule of Algorithm 3, or nothing when no feature selects all labels. Alone in the answer:
// the algorithm keeps one.
std::vector<FoundRule> search_paper(const CandidateTable& table, const Evidence& evidence,
                                    const std::vector<EvaluatedFeature>& features,
                                    const SearchOptions& options);

// The best rules, best first. Those with precision 1 come before all others.
std::vector<FoundRule> search_ranked(const CandidateTable& table, const Evidence& evidence,
                                     const std::vector<EvaluatedFeature>& features,
                                     const wrap::ValueProfile& profile,
                                     const SearchOptions& options);

// Precision on the labelled units of what `bits` selects.
double precision_of(const CandidateTable& table, const Evidence& evidence, const BitSet& bits);

}  // namespace weft::induce
