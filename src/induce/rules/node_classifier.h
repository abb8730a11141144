// Node classifier ([Vertex] III-C.3): naive Bayes over strong and weak features, for attributes
// that no rule finds precisely. It chooses among the nodes that a rule with recall 1 (the rXPath)
// selects.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "induce/rules/evidence.h"
#include "wrap/rules/feature.h"

namespace weft::induce {

// Logarithmic odds of + against - given the features. At level 2 and above a feature holds if any
// ancestor at or above the second has it.
struct NodeClassifier {
  struct Term {
    Feature feature;
    double present = 0;  // added when the feature holds
    double absent = 0;   // added when it does not
  };
  double prior = 0;
  std::vector<Term> terms;
};

// Learns to tell the labelled nodes among `selected` from the others on labelled units. Nothing
// when there is nothing to tell apart.
std::optional<NodeClassifier> learn_classifier(const Sample& sample, const Evidence& evidence,
                                               const BitSet& selected);

nlohmann::ordered_json to_json(const NodeClassifier& classifier);
Result<NodeClassifier> node_classifier_from_json(const nlohmann::ordered_json& json);

}  // namespace weft::induce
