// The inducers by name: "rules", "broom", "page-tree", "stalker", "broom-update", and those that combine them: "vote", whose
// members all have a say, and "best", the one that the labels and the other pages speak for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/inducer.h"

namespace weft::induce {

// What `weft learn` uses when none is named, and `weft label` to predict what it will give.
inline constexpr const char* kDefaultInducer = "rules";

Result<model::Induced> induce_rules(const model::InducerInput& input);
// The same, and what they ask of the pages is kept for the next lesson of the same pages, which have to live until then.
// Copies share it; one thread at a time. Called without labels it fails, having looked at the pages.
model::Inducer remembering_rules();
Result<model::Induced> induce_broom(const model::InducerInput& input);
// Brooms that records join one by one. Remembers: called with more labels it learns from the new ones
// alone (BroomUpdates). Copies share what they remember; one thread at a time.
model::Inducer updating_brooms();
Result<model::Induced> induce_page_tree(const model::InducerInput& input);
Result<model::Induced> induce_stalker(const model::InducerInput& input);
Result<model::Induced> induce_vote(const model::InducerInput& input);
Result<model::Induced> induce_best(const model::InducerInput& input);

// Names of all inducers, sorted.
std::vector<std::string> inducer_names();

// "broom-paper" is "broom" with the variant "paper". Fails with kInvalidArgument for an unknown name;
// the message lists the known ones.
Result<model::Inducer> find_inducer(std::string_view name);

// The inducer that makes wrappers such as this one, with the types and patterns it was learned with
// where the input has none; for kinds that no inducer makes, that of rules. Repair learns with it.
model::Inducer inducer_like(const model::Wrapper& wrapper);

}  // namespace weft::induce
