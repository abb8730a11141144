// Fewer labels: an inducer that more labels never make worse.
#pragma once

#include "model/inducer.h"

namespace weft::induce {

// Learns from all labels and from those of the first few labelled pages alone, and keeps the wrapper
// that all labels and the unlabelled pages speak for; the one with more labels when in doubt. Pages
// of several records are learned from once, from all labels. Fails as the inducer does.
Result<model::Induced> learn_from_as_many_as_help(const model::Inducer& inducer,
                                                  const model::InducerInput& input);

}  // namespace weft::induce
