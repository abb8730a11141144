// The inducers `vote` and `best`: all basic inducers learn from the same labels; `vote` keeps them
// all, `best` the one that the labels and the other pages speak for.
#pragma once

#include "model/inducer.h"

namespace weft::induce {

// Fail as model::Inducer does, when none of the basic inducers could learn.
Result<model::Induced> induce_vote(const model::InducerInput& input);
Result<model::Induced> induce_best(const model::InducerInput& input);

}  // namespace weft::induce
