// The broom inducer: labels to a BroomWrapper ([Zheng] 9.2).
#pragma once

#include "model/inducer.h"
#include "wrap/tree/broom_wrapper.h"

namespace weft::induce {

struct LearnedBrooms {
  std::unique_ptr<wrap::BroomWrapper> wrapper;
  std::vector<std::string> problems;
};

// Fails as model::Inducer does.
Result<LearnedBrooms> learn_brooms(const model::InducerInput& input,
                                   const wrap::BroomOptions& options = {});

// The same behind the interface that all inducers share.
Result<model::Induced> induce_broom(const model::InducerInput& input);

}  // namespace weft::induce
