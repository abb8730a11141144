#include "induce/combine/combined_inducers.h"

#include "induce/broom/broom_inducer.h"
#include "induce/combine/reliability.h"
#include "induce/page/page_tree_inducer.h"
#include "induce/rules/rules_inducer.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

// Two views: conditions on a node's surroundings, and the shape of the record around it. Page trees
// err where brooms do, so that the two together would only outvote the rules.
std::vector<NamedInducer> views() {
  return {{"rules", &induce_rules, 0.95}, {"broom", &induce_broom, 0.9}};
}

std::vector<NamedInducer> all_inducers() {
  std::vector<NamedInducer> all = views();
  all.push_back({"page-tree", &induce_page_tree, 0.88});
  return all;
}

}  // namespace

Result<model::Induced> induce_vote(const model::InducerInput& input) {
  WEFT_ASSIGN(Candidates candidates, judge_inducers(views(), input));
  std::vector<wrap::Voter> voters;
  for (Candidate& member : candidates.members)
    voters.push_back({std::move(member.wrapper), std::move(member.weight)});
  return model::Induced{
      std::make_unique<wrap::VoteWrapper>(std::move(voters), std::move(candidates.share)),
      std::move(candidates.problems)};
}

Result<model::Induced> induce_best(const model::InducerInput& input) {
  WEFT_ASSIGN(Candidates candidates, judge_inducers(all_inducers(), input));
  return model::Induced{std::move(candidates.members[0].wrapper), std::move(candidates.problems)};
}

namespace {

const model::InducerKind kVote("vote", &induce_vote);
const model::InducerKind kBest("best", &induce_best);

}  // namespace
}  // namespace weft::induce
