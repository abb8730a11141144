// RuleJudge: what a precise rule is worth, by what it does where nobody labelled anything.
//
//   score = (support - multiple) x agreement - kCostWeight x cost - penalties
//
// Why these: docs/adr/0060.
#pragma once

#include <cstdint>
#include <vector>

#include "induce/rules/rule_search.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {

// What a unit of cost takes from a rule's score.
inline constexpr double kCostWeight = 0.1;

class RuleJudge {
 public:
  // Borrows all of them. Without `use_support` (for the ablation) unlabelled units do not count.
  RuleJudge(const Sample& sample, const Evidence& evidence, const wrap::ValueProfile& profile,
            bool use_support)
      : sample_(sample),
        evidence_(evidence),
        profile_(profile),
        use_support_(use_support),
        agreement_(sample.size(), kUnknown) {}

  // Share of unlabelled units in which something is selected; 1 if there are none.
  [[nodiscard]] double reach(const BitSet& bits) const;

  // Statistics of a rule whose features cost `cost` in all and whose farthest is at `distance`; not
  // its precision, which is left at 0.
  wrap::RuleStatistics judge(const BitSet& bits, double cost, uint32_t distance);

  // Whether a rule gives what the best rule gives wherever it gives anything, and is silent where
  // the best rule's values are of another sort: pages without an optional attribute.
  bool explains_absence(const BitSet& rule, const BitSet& best);

 private:
  static constexpr double kUnknown = -1;

  struct Selection {
    Sample::Candidate first = kNoCandidate;
    bool several = false;  // different texts
  };

  [[nodiscard]] Selection select(const BitSet& bits, uint32_t u) const;
  double agreement_of(Sample::Candidate c);
  double constant_penalty();
  [[nodiscard]] double absent_penalty(const BitSet& bits) const;

  const Sample& sample_;
  const Evidence& evidence_;
  const wrap::ValueProfile& profile_;
  bool use_support_;
  std::vector<double> agreement_;  // by candidate, once asked for
  std::vector<Symbol> given_;      // by the rule that is judged, of each unlabelled unit
};

}  // namespace weft::induce
