// Stalker: labels to a LandmarksWrapper ([Liu], *Stalker: a hierarchical wrapper induction system*).
#pragma once

#include "induce/landmarks/rule_learner.h"
#include "model/inducer.h"

namespace weft::induce {

// Fails as model::Inducer does.
Result<model::Induced> learn_landmarks(const model::InducerInput& input,
                                       const StalkerOptions& options = {});

}  // namespace weft::induce
