// Inducer: labelled pages in, a wrapper out. The one way to learn, whatever the wrapper's kind, so
// that repair relearns with the inducer a wrapper came from and inducers can be compared.
//
// An inducer registers itself from its own file, under the kind of wrapper it makes:
//
//   const InducerKind kRules("rules", &induce_rules);
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/wrapper.h"

namespace weft::model {

// Pages with at least one label are labelled, and lack the attributes they have no label for; the
// others show which wrapper holds in general.
struct InducerInput {
  std::vector<const Page*> pages;
  std::vector<Label> labels;
  const Schema* schema = nullptr;  // Which attributes are sets, and their types; may be null.
};

struct Induced {
  std::unique_ptr<Wrapper> wrapper;
  // One sentence each: labels that point nowhere or contradict, attributes without a rule.
  std::vector<std::string> problems;
};

// Fails with kInvalidArgument when there are no labels, or a label names a page that is not among
// the pages; with kNotFound when no label could be found on its page.
using Inducer = std::function<Result<Induced>(const InducerInput& input)>;

// Registers an inducer for the life of the program. Two of one name is a bug.
class InducerKind {
 public:
  InducerKind(std::string_view name, Inducer inducer);
};

// Names of the registered inducers, sorted.
std::vector<std::string> inducer_names();

// Fails with kInvalidArgument for a name nobody registered; the message lists the known ones.
Result<Inducer> find_inducer(std::string_view name);

}  // namespace weft::model
