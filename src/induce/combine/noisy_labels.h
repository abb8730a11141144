// Noisy labels: a wrapper from labels some of which are wrong or missing, and which those are.
//
// A domain, a program that was asked, last month's values: they label without a person, and err. Every inducer takes
// labels as true; this makes any of them learn from labels that are not.
//
//   WEFT_ASSIGN(NoisyLearned learned, learn_from_noisy(&induce_rules, input));
//   for (const DoubtedLabel& label : learned.wrong) …   // Look at these.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/inducer.h"

namespace weft::induce {

// How often labels of a source are wrong, and how often it does not see a value that is there.
struct SourceErrors {
  double wrong = 0;
  double missing = 0;
};
SourceErrors errors_of(model::LabelSource source);

// A label that is taken to be wrong.
struct DoubtedLabel {
  model::Label label;
  std::string instead;  // What the wrapper finds on that page; empty: nothing.
};

struct NoisyLearned {
  model::Induced induced;
  std::vector<model::Label> labels;  // What it was learned from: kept, or put in.
  std::vector<DoubtedLabel> wrong;   // Given, and not believed.
  std::vector<model::Label> added;   // Put in where a label was wrong or missing; source kMiner.
};

// Learns with `inducer`. Labels that all fit together are left as they are. Asks the inducer about
// three times for every labelled page (at most kMostSeeds of them) and attribute. Fails as the
// inducer does.
Result<NoisyLearned> learn_from_noisy(const model::Inducer& inducer,
                                      const model::InducerInput& input);

}  // namespace weft::induce
