// Repair report: what a repair did, for people: per attribute the old rule, the new rule, the
// evidence and an example; for what could not be repaired, what to do.
#pragma once

#include <string>
#include <vector>

#include "base/json_fields.h"
#include "model/wrapper.h"
#include "watch/repair/repair.h"

namespace weft::watch {

struct RuleChange {
  std::string attribute;
  RepairState state = RepairState::kRejected;
  std::string old_rule;  // As the wrapper explains it; empty when it has nothing to say.
  std::string new_rule;
  std::string page;    // The example…
  std::string before;  // …what was known of it…
  std::string now;     // …and what the new rule gives.
  std::string evidence;
};
void describe(JsonFields& json, RuleChange& change);

// `old_pages`: pages as they were when the old rules worked, to ask the old wrapper on.
std::vector<RuleChange> describe_repair(const RepairInput& input, const Repair& repair,
                                        const std::vector<const model::Page*>& old_pages);

// The rule by which a wrapper found an attribute on a page, readable; empty if it found none.
std::string rule_text(const model::Wrapper& wrapper, const model::Page& page,
                      std::string_view attribute);

// A diff: "- old rule", "+ new rule", evidence.
std::string to_text(const std::vector<RuleChange>& changes);

}  // namespace weft::watch
