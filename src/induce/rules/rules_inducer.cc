#include "induce/rules/rules_inducer.h"

#include <fmt/format.h>

#include "induce/rules/learner.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {

Result<model::Induced> induce_rules(const model::InducerInput& input) {
  WEFT_ASSIGN(Learned learned,
              learn({.pages = input.pages, .labels = input.labels, .schema = input.schema}));
  model::Induced induced{.wrapper = std::make_unique<wrap::RulesWrapper>(std::move(learned.rules)),
                         .problems = std::move(learned.problems)};
  for (const Contradiction& c : learned.contradictions) {
    induced.problems.push_back(fmt::format("{}: contradictory labels for {}: {}: {} against {}",
                                           c.page, c.attribute, c.message, c.first, c.second));
  }
  return induced;
}

namespace {

const model::InducerKind kRules("rules", &induce_rules);

}  // namespace
}  // namespace weft::induce
