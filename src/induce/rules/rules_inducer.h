// The rules inducer: learn() behind the interface that all inducers share.
#pragma once

#include "model/inducer.h"

namespace weft::induce {

// Fails as model::Inducer does.
Result<model::Induced> induce_rules(const model::InducerInput& input);

}  // namespace weft::induce
