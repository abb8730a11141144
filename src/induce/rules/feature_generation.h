// Feature generation ([Vertex] III-C.1): the conditions that hold at every labelled node, with the
// candidates each one selects.
#pragma once

#include <vector>

#include "induce/rules/evidence.h"
#include "induce/rules/sample.h"
#include "wrap/rules/feature.h"

namespace weft::induce {

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
std::vector<EvaluatedFeature> generate_features(const Sample& sample, const Evidence& evidence,
                                                const GenerationOptions& options);

}  // namespace weft::induce
