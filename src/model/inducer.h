// Inducer: labelled pages in, a wrapper out. The one way to learn, whatever the wrapper's kind, so
// that repair relearns with the inducer a wrapper came from and inducers can be compared.
// The inducers there are, by name: induce/inducers.h.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
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
  std::map<std::string, std::string> types;     // Attribute -> typed pattern its values must match.
  std::map<std::string, std::string> patterns;  // Typed patterns by name, besides the built-in.
  // Records (page, record) of which some values may have no label yet. They say where values stand, and where other
  // records end; inducers that cannot tell take them as they are.
  std::set<std::pair<std::string, std::string>> partial;
  // "paper": as the method's source has it, or a part that is left out to measure what it is worth;
  // empty: the best we know. Inducers fail with kInvalidArgument for one they do not have.
  std::string variant;
  // Another thread has set it: give up, with kTimeout. Null: nobody does. Inducers that are quick need not look.
  const std::atomic<bool>* stop = nullptr;
};

struct Induced {
  std::unique_ptr<Wrapper> wrapper;
  // One sentence each: labels that point nowhere or contradict, attributes without a rule.
  std::vector<std::string> problems;
  bool contradictory = false;  // Some of these are labels that cannot both be right.
};

// Fails with kInvalidArgument when there are no labels, or a label names a page that is not among
// the pages; with kNotFound when no label could be found on its page.
using Inducer = std::function<Result<Induced>(const InducerInput& input)>;

}  // namespace weft::model
