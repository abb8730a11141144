#include "induce/rules/rule_judge.h"

#include <algorithm>

namespace weft::induce {
namespace {

// A rule that gives one and the same value on this share of at least kConstantUnits units has found
// a menu.
constexpr double kConstantShare = 0.97;
constexpr size_t kConstantUnits = 10;
constexpr double kConstantPenalty = 1.0;
constexpr double kAbsentPenalty = 0.3;
constexpr double kRefuted = 1;  // More than support can make up for.
// When silence is an absent attribute.
constexpr uint32_t kMinSilent = 2;
constexpr double kOptionalGap = 0.1;

}  // namespace

double RuleJudge::reach(const BitSet& bits) const {
  if (evidence_.unlabelled.empty()) return 1;
  uint32_t hit = 0;
  for (const uint32_t u : evidence_.unlabelled) hit += any_bit(sample_.words_of(bits, u)) ? 1 : 0;
  return static_cast<double>(hit) / static_cast<double>(evidence_.unlabelled.size());
}

wrap::RuleStatistics RuleJudge::judge(const BitSet& bits, double cost, uint32_t distance) {
  uint32_t several = 0;
  double agreement = 0;
  given_.clear();
  for (const uint32_t u : evidence_.unlabelled) {
    const Selection selection = select(bits, u);
    if (selection.first == kNoCandidate) continue;
    several += selection.several ? 1 : 0;
    agreement += agreement_of(selection.first);
    given_.push_back(sample_.value(selection.first));
  }
  const auto total = static_cast<double>(std::max<size_t>(evidence_.unlabelled.size(), 1));
  const auto hit = static_cast<double>(given_.size());
  wrap::RuleStatistics x{.distance = distance, .cost = cost};
  x.support = hit / total;
  x.multiple = evidence_.list ? 0 : several / total;
  x.agreement = given_.empty() ? 1.0 : agreement / hit;
  const double evidence = use_support_ ? (x.support - x.multiple) * x.agreement : 0;
  x.score = evidence - kCostWeight * x.cost - constant_penalty() - absent_penalty(bits);
  return x;
}

RuleJudge::Selection RuleJudge::select(const BitSet& bits, uint32_t u) const {
  Selection selection;
  for_each_bit(sample_.words_of(bits, u), sample_.first_word(u), [&](size_t at) {
    const auto c = static_cast<Sample::Candidate>(at);
    if (selection.first == kNoCandidate) {
      selection.first = c;
    } else {
      selection.several = sample_.value(c) != sample_.value(selection.first);
    }
    return !selection.several;
  });
  return selection;
}

// How like the labels the value is.
double RuleJudge::agreement_of(Sample::Candidate c) {
  if (agreement_[c] == kUnknown)
    agreement_[c] = profile_.agreement(sample_.symbols().text(sample_.value(c)));
  return agreement_[c];
}

double RuleJudge::constant_penalty() {
  if (given_.size() < kConstantUnits) return 0;
  std::sort(given_.begin(), given_.end());
  size_t most = 0;
  for (auto run = given_.begin(); run != given_.end();) {
    const auto end = std::upper_bound(run, given_.end(), *run);
    most = std::max(most, static_cast<size_t>(end - run));
    run = end;
  }
  const bool constant =
      static_cast<double>(most) > kConstantShare * static_cast<double>(given_.size());
  return constant ? kConstantPenalty : 0;
}

// Selecting something in a labelled unit that has no such attribute. One may be a value that the
// labels forgot; several, and most of those units, refute the rule.
double RuleJudge::absent_penalty(const BitSet& bits) const {
  uint32_t wrong = 0, absent = 0;
  for (const LabelledUnit& labelled : evidence_.labelled) {
    if (!labelled.values.empty()) continue;
    ++absent;
    wrong += any_bit(sample_.words_of(bits, labelled.unit)) ? 1 : 0;
  }
  if (wrong == 0) return 0;
  const double forgotten = kAbsentPenalty * wrong / static_cast<double>(evidence_.labelled.size());
  return wrong > 1 && 2 * wrong > absent ? forgotten + kRefuted : forgotten;
}

bool RuleJudge::explains_absence(const BitSet& rule, const BitSet& best) {
  uint32_t both = 0;
  uint32_t silent = 0;
  double like = 0;
  double silent_like = 0;
  for (const uint32_t u : evidence_.unlabelled) {
    const Selection theirs = select(best, u);
    if (theirs.first == kNoCandidate) continue;
    const double agreement = agreement_of(theirs.first);
    const Selection ours = select(rule, u);
    if (ours.first == kNoCandidate) {
      ++silent;
      silent_like += agreement;
    } else {
      if (sample_.value(ours.first) != sample_.value(theirs.first)) return false;
      ++both;
      like += agreement;
    }
  }
  return silent >= kMinSilent && both >= kMinSilent &&
         silent_like / silent + kOptionalGap <= like / both;
}

}  // namespace weft::induce
