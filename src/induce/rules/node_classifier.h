// Node classifier ([Vertex] III-C.3): naive Bayes over strong and weak features, for attributes
// that no rule finds precisely. It chooses among the nodes that a rule with recall 1 (the rXPath)
// selects.
#pragma once

#include <optional>
#include <vector>

#include "induce/rules/candidate_table.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

// Learns to tell the labelled nodes among `selected` from the others on labelled units. Nothing
// when there is nothing to tell apart.
std::optional<wrap::NodeClassifier> learn_classifier(const CandidateTable& table,
                                                     const Evidence& evidence,
                                                     const BitSet& selected);

}  // namespace weft::induce
