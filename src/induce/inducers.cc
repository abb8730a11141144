// One array of all inducers, and each learner behind the interface they share. Tested by
// inducers_test.cc.

#include "induce/inducers.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "induce/broom/broom.h"
#include "induce/combine/fewer_labels.h"
#include "induce/combine/reliability.h"
#include "induce/landmarks/stalker.h"
#include "induce/page/page_tree_inducer.h"
#include "induce/rules/learner.h"
#include "induce/straight.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/straight/straight_wrapper.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

using model::Induced;
using model::InducerInput;

struct NamedMaker {
  std::string_view name;
  model::Inducer (*make)();
};

template <Result<Induced> (*induce)(const InducerInput&)>
model::Inducer function() {
  return induce;
}

// clang-format off
constexpr NamedMaker kInducers[] = {
  {"best", &function<&induce_best>},
  {"broom", &function<&induce_broom>},
  {"broom-update", &updating_brooms},
  {"page-tree", &function<&induce_page_tree>},
  {"rules", &function<&induce_rules>},
  {"stalker", &function<&induce_stalker>},
  {"vote", &function<&induce_vote>}};
// clang-format on

Error unknown_variant(const InducerInput& input, std::string_view inducer) {
  return {ErrorCode::kInvalidArgument,
          fmt::format("the inducer {} has no variant '{}'", inducer, input.variant)};
}

Result<LearnOptions> rule_options(const InducerInput& input) {
  LearnOptions options;
  if (input.variant == "paper") {
    options.ranking = Ranking::kPaper;
    options.search.max_features = options.search.max_sets = UINT32_MAX;  // Algorithm 3 as printed.
  } else if (input.variant == "no-disjunctions") {
    options.disjunctions = false;
  } else if (input.variant == "no-support") {
    options.use_support = false;
  } else if (input.variant == "no-naive-bayes") {
    options.naive_bayes = false;
  } else if (input.variant == "no-range-pruner") {
    options.range_pruner = false;
  } else if (!input.variant.empty()) {
    return unknown_variant(input, "rules");
  }
  return options;
}

// Two views: conditions on a node's surroundings, and the shape of the record around it. Page trees
// err where brooms do, so that the two together would only outvote the rules. The numbers are the
// success expected of each before any evidence: about what they reach on SWDE with one label.
std::vector<NamedInducer> views() {
  return {{"rules", &induce_rules, 0.95}, {"broom", &induce_broom, 0.9}};
}

void add_types(const wrap::RecordRules& rules, const std::string& path,
               std::map<std::string, std::string>& types) {
  for (const wrap::AttributeRules& attribute : rules.attributes) {
    if (!attribute.rules.empty() && !attribute.rules.front().type.empty())
      types[path + attribute.name] = attribute.rules.front().type;
  }
  for (const wrap::RecordRules& nested : rules.nested)
    add_types(nested, path + nested.name + ".", types);
}

// Rules of pages as they are.
Result<Induced> rules_with(const InducerInput& input, KeptSample& kept) {
  WEFT_ASSIGN(const LearnOptions options, rule_options(input));
  WEFT_ASSIGN(Learned learned, learn(input, options, kept));
  Induced induced{
      .wrapper = std::make_unique<wrap::RulesWrapper>(std::move(learned.rules), input.patterns),
      .problems = std::move(learned.problems),
      .contradictory = !learned.contradictions.empty()};
  for (const Contradiction& c : learned.contradictions) {
    induced.problems.push_back(fmt::format("{}: contradictory labels for {}: {}: {} against {}",
                                           c.page, c.attribute, c.message, c.first, c.second));
  }
  return induced;
}

Result<Induced> rules_of(const InducerInput& input) {
  KeptSample kept;
  return rules_with(input, kept);
}

Result<Induced> vote_of(const InducerInput& input) {
  WEFT_ASSIGN(Candidates candidates, judge_inducers(views(), input));
  std::vector<wrap::Voter> voters;
  for (Candidate& member : candidates.members)
    voters.push_back({std::move(member.wrapper), std::move(member.weight)});
  return Induced{std::make_unique<wrap::VoteWrapper>(
                     wrap::Votes{std::move(voters), std::move(candidates.share)}),
                 std::move(candidates.problems)};
}

}  // namespace

Result<Induced> induce_rules(const InducerInput& input) {
  return input.variant == "paper" ? rules_of(input) : learn_straight(&rules_of, input);
}

model::Inducer remembering_rules() {
  struct Kept {
    KeptSample sample;
    KeptStraightPages straight;
  };
  return [kept = std::make_shared<Kept>()](const InducerInput& input) {
    const auto learn = [&](const InducerInput& seen) { return rules_with(seen, kept->sample); };
    return learn_straight(learn, input, kept->straight);
  };
}

Result<Induced> induce_broom(const InducerInput& input) {
  const bool paper = input.variant == "paper";
  if (!paper && !input.variant.empty()) return unknown_variant(input, "broom");
  const auto learn = [&](const InducerInput& labelled) -> Result<Induced> {
    WEFT_ASSIGN(LearnedBrooms learned,
                learn_brooms(labelled, paper ? wrap::BroomOptions::paper() : wrap::BroomOptions()));
    return Induced{std::move(learned.wrapper), std::move(learned.problems)};
  };
  if (paper) return learn(input);
  const auto learn_enough = [&](const InducerInput& labelled) {
    return learn_from_as_many_as_help(learn, labelled);
  };
  return learn_straight(learn_enough, input);
}

model::Inducer updating_brooms() {
  const auto learn =
      [updates = std::make_shared<BroomUpdates>()](const InducerInput& input) -> Result<Induced> {
    WEFT_ASSIGN(LearnedBrooms learned, updates->learn(input));
    return Induced{std::move(learned.wrapper), std::move(learned.problems)};
  };
  return [learn, kept = std::make_shared<KeptStraightPages>()](
             const InducerInput& input) -> Result<Induced> {
    if (!input.variant.empty()) return unknown_variant(input, "broom-update");
    return learn_straight(learn, input, *kept);
  };
}

Result<Induced> induce_page_tree(const InducerInput& input) {
  const bool paper = input.variant == "paper";
  if (!paper && !input.variant.empty()) return unknown_variant(input, "page-tree");
  const auto learn = [&](const InducerInput& labelled) -> Result<Induced> {
    WEFT_ASSIGN(
        LearnedPageTrees learned,
        learn_page_trees(labelled, paper ? wrap::TreeOptions::paper() : wrap::TreeOptions()));
    return Induced{std::move(learned.wrapper), std::move(learned.problems)};
  };
  return paper ? learn(input) : learn_from_as_many_as_help(learn, input);
}

Result<Induced> induce_stalker(const InducerInput& input) {
  const bool paper = input.variant == "paper";
  if (!paper && !input.variant.empty()) return unknown_variant(input, "stalker");
  return learn_landmarks(input, paper ? StalkerOptions::paper() : StalkerOptions());
}

Result<Induced> induce_vote(const InducerInput& input) { return learn_straight(&vote_of, input); }

Result<Induced> induce_best(const InducerInput& input) {
  std::vector<NamedInducer> all = views();
  all.push_back({"page-tree", &induce_page_tree, 0.88});
  WEFT_ASSIGN(Candidates candidates, judge_inducers(all, input));
  return Induced{std::move(candidates.members[0].wrapper), std::move(candidates.problems)};
}

std::vector<std::string> inducer_names() {
  std::vector<std::string> names;
  for (const NamedMaker& inducer : kInducers) names.emplace_back(inducer.name);
  return names;
}

Result<model::Inducer> find_inducer(std::string_view name) {
  constexpr std::string_view kPaper = "-paper";
  if (name.ends_with(kPaper)) {
    WEFT_ASSIGN(const model::Inducer inducer,
                find_inducer(name.substr(0, name.size() - kPaper.size())));
    return model::Inducer([inducer](InducerInput input) {
      input.variant = "paper";
      return inducer(input);
    });
  }
  for (const NamedMaker& inducer : kInducers) {
    if (inducer.name == name) return inducer.make();
  }
  return Error{
      ErrorCode::kInvalidArgument,
      fmt::format("no inducer '{}'; there are {} (and some as their papers have them: broom-paper)",
                  name, fmt::join(inducer_names(), ", "))};
}

model::Inducer inducer_like(const model::Wrapper& wrapper) {
  if (const auto* straight = dynamic_cast<const wrap::StraightWrapper*>(&wrapper))
    return inducer_like(straight->inner());
  const bool landmarks = wrapper.kind() == "landmarks";
  const auto found = find_inducer(landmarks ? "stalker" : wrapper.kind());
  const model::Inducer inducer = found.ok() ? *found : model::Inducer(&induce_rules);
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(&wrapper);
  if (rules == nullptr) return inducer;
  std::map<std::string, std::string> types;
  add_types(rules->rules(), "", types);
  return [inducer, types, patterns = rules->user_patterns()](InducerInput input) {
    input.types.insert(types.begin(), types.end());
    input.patterns.insert(patterns.begin(), patterns.end());
    return inducer(input);
  };
}

}  // namespace weft::induce
