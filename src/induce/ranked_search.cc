// Weft's rule search: Apriori as in Algorithm 3, but what a rule does on unlabelled pages decides
// between precise rules, and the kind of its features between those. Tested by
// rule_search_test.cc; why: docs/adr/0060.
//
// With one labelled page nearly every neighbour is a perfect anchor at distance 0, so distance
// says little and support says much: the right rule finds one value of the same sort on every
// other page.
//
//   score = (support - multiple) x agreement - kCostWeight x cost - penalties
//
//   1. C_1 = features that select all labels, one for each distinct bit set (the cheapest).
//   2. Rules without a false selection on labelled pages are answers, and are scored.
//   3. The beam: the most promising rules that select too much, somewhere; joined with C_1
//      they give C_k+1.
//   4. After max_features rounds the answers are sorted by score in steps, distance, number
//      of features, and a fixed feature order, so that equal input gives equal output.
//   5. Optional attributes: a rule that takes whatever stands beside a fixed text finds
//      something on every page. If a rule hardly more costly agrees with it where it speaks,
//      and where it is silent the other's values look unlike the labels, those pages have no
//      such attribute.

#include <algorithm>
#include <cmath>

#include "induce/rule_search.h"
#include "induce/sets_seen.h"

namespace weft::induce {
namespace {

constexpr double kCostWeight = 0.1;
constexpr double kScoreStep = 0.02;
// A rule that gives one and the same value on this share of at least kConstantUnits units has found
// a menu.
constexpr double kConstantShare = 0.97;
constexpr size_t kConstantUnits = 10;
constexpr double kConstantPenalty = 1.0;
constexpr double kAbsentPenalty = 0.3;
constexpr double kRefuted = 1;  // More than support can make up for.
constexpr size_t kMaxSingles = 250;
constexpr double kMaxCost = 12;  // of a rule
// When a rule with less support is preferred because the attribute is optional.
constexpr size_t kMaxOptional = 200;  // rules looked at
constexpr double kMinOptionalSupport = 0.2;
constexpr uint32_t kMinSilent = 2;
constexpr double kOptionalGap = 0.1;
constexpr double kOptionalExtraCost = 0.5;

// A rule of the search. What it selects is worked out again from its features when needed: few of
// the rules looked at are.
struct Candidate {
  std::vector<uint32_t> features;
  double cost = 0;
  double promise = 0;
  uint32_t parent = 0;  // the rule that it extends: its place in the beam before
};

class Search {
 public:
  Search(const Sample& sample, const Evidence& evidence,
         const std::vector<EvaluatedFeature>& features, const ValueProfile& profile,
         const SearchOptions& options)
      : sample_(sample),
        evidence_(evidence),
        features_(features),
        profile_(profile),
        options_(options),
        agreement_(sample.size(), kUnknown),
        pairs_(features.size()) {}

  std::vector<FoundRule> run() {
    const std::vector<uint32_t> singles = make_singles();
    std::vector<Candidate> beam;
    for (const uint32_t f : singles) consider({{f}, features_[f].cost}, features_[f].bits, beam);
    std::vector<std::vector<uint32_t>> useful = {singles};  // per rule of the beam before
    for (uint32_t size = 2; size <= options_.max_features && !beam.empty(); ++size) {
      cut(beam, options_.beam);
      std::vector<Candidate> next;
      std::vector<std::vector<uint32_t>> useful_next;
      for (const Candidate& left : beam) {
        const auto place = static_cast<uint32_t>(useful_next.size());
        useful_next.push_back(extend(left, useful[left.parent], place, next));
      }
      beam = std::move(next);
      useful = std::move(useful_next);
    }
    return answers();
  }

 private:
  // Step 1.
  std::vector<uint32_t> make_singles() {
    std::vector<uint32_t> order(features_.size());
    for (uint32_t f = 0; f < order.size(); ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(features_[a].cost, features_[a].feature.level) <
             std::pair(features_[b].cost, features_[b].feature.level);
    });
    std::vector<uint32_t> singles;
    for (const uint32_t f : order) {
      if (singles.size() == kMaxSingles) break;
      if (seen_.meet(hash_of(features_[f].bits), 0) == SetsSeen::Met::kNever) singles.push_back(f);
    }
    return singles;
  }

  // What the rule selects.
  [[nodiscard]] BitSet bits_of(const std::vector<uint32_t>& features) const {
    BitSet bits = features_[features[0]].bits;
    for (size_t i = 1; i < features.size(); ++i) bits &= features_[features[i]].bits;
    return bits;
  }

  // Joins `left` with each of `rights`, single features by cost. Returns those that may give the
  // rules made from it something new. OPTIMIZATION: a feature that holds wherever left does, that
  // loses a label, or that selects the same of left's candidates as a cheaper one, does so in
  // every extension of left.
  std::vector<uint32_t> extend(const Candidate& left, const std::vector<uint32_t>& rights,
                               uint32_t place, std::vector<Candidate>& next) {
    const uint64_t left_hash = prepare_joins(left);
    ++rule_;
    std::vector<uint32_t> useful;
    for (const uint32_t right : rights) {
      const double cost = left.cost + features_[right].cost;
      if (cost > kMaxCost) break;
      const uint64_t hash = join(left, right);
      if (hash == left_hash || hash == kNoSet) continue;
      const SetsSeen::Met met = seen_.meet(hash, rule_);
      if (met == SetsSeen::Met::kByThisRule) continue;
      useful.push_back(right);
      if (met == SetsSeen::Met::kNever)
        consider({with(left.features, right), cost, 0, place}, joined_, next);
    }
    return useful;
  }

  static std::vector<uint32_t> with(std::vector<uint32_t> features, uint32_t one) {
    features.insert(std::upper_bound(features.begin(), features.end(), one), one);
    return features;
  }

  // OPTIMIZATION: what a rule selects lies in few words; only those are looked at by its joins.
  // Returns the hash of what it selects.
  uint64_t prepare_joins(const Candidate& left) {
    const BitSet bits = bits_of(left.features);
    joined_ = BitSet(sample_.size());
    occupied_.clear();
    for (uint32_t at = 0; at < bits.words().size(); ++at) {
      if (bits.words()[at] != 0) occupied_.push_back({at, bits.words()[at]});
    }
    if (left.features.size() == 1) pairs_[left.features[0]].assign(features_.size(), kNoSet);
    return hash_of(bits);
  }

  // The hash of what `left` and `right` both select; kNoSet if that misses a label. A pair of
  // single features is looked at once. REQUIRES: prepare_joins(left).
  uint64_t join(const Candidate& left, uint32_t right) {
    if (left.features.size() > 1) return intersect(features_[right].bits);
    const uint32_t first = left.features[0];
    const std::vector<uint64_t>& known = pairs_[right];
    return pairs_[first][right] =
               known.empty() || right == first ? intersect(features_[right].bits) : known[first];
  }

  // Makes joined_ what the left rule of prepare_joins() and `right` both select.
  uint64_t intersect(const BitSet& right) {
    uint64_t hash = 0;
    for (const Word& left : occupied_) {
      const uint64_t word = left.bits & right.words()[left.at];
      hash += word_hash(left.at, word);
      joined_.words()[left.at] = word;
    }
    return seen_.contains(hash) || selects_labels(evidence_, joined_) ? hash : kNoSet;
  }

  // Step 2, and whether the rule, which selects `bits`, is worth extending.
  void consider(Candidate candidate, const BitSet& bits, std::vector<Candidate>& beam) {
    const uint32_t false_selections = count_false(sample_, evidence_, bits);
    const double reach = evidence_.unlabelled.empty()
                             ? 1.0
                             : static_cast<double>(units_hit(bits)) /
                                   static_cast<double>(evidence_.unlabelled.size());
    candidate.promise =
        reach - kCostWeight * candidate.cost - 0.1 * std::log2(1.0 + false_selections);
    if (false_selections == 0) {
      const RuleStatistics statistics = judge(candidate, bits);
      candidate.promise -= statistics.multiple;
      const bool improvable = statistics.multiple > 0 || statistics.agreement < 0.95;
      found_.push_back({candidate.features, {}, statistics});
      if (!improvable) return;
    } else {
      imprecise_.push_back(
          {candidate.features, {}, {.precision = precision_of(sample_, evidence_, bits)}});
      if (imprecise_.size() > 4096) shrink_imprecise();
    }
    beam.push_back(std::move(candidate));
  }

  [[nodiscard]] uint32_t units_hit(const BitSet& bits) const {
    uint32_t hit = 0;
    for (const uint32_t u : evidence_.unlabelled) hit += any_bit(sample_.words_of(bits, u)) ? 1 : 0;
    return hit;
  }

  // What the rule does on unlabelled units.
  RuleStatistics judge(const Candidate& candidate, const BitSet& bits) {
    RuleStatistics x;
    x.precision = precision_of(sample_, evidence_, bits);
    x.cost = candidate.cost;
    for (const uint32_t f : candidate.features)
      x.distance = std::max<uint32_t>(x.distance, features_[f].feature.level);
    uint32_t hit = 0;
    uint32_t several = 0;
    double agreement = 0;
    std::vector<Symbol> values;
    for (const uint32_t u : evidence_.unlabelled) {
      const Selection selection = select(bits, u);
      if (selection.first == kNoCandidate) continue;
      ++hit;
      several += selection.several ? 1 : 0;
      agreement += agreement_of(selection.first);
      values.push_back(sample_.value(selection.first));
    }
    const auto total = static_cast<double>(std::max<size_t>(evidence_.unlabelled.size(), 1));
    x.support = hit / total;
    x.multiple = evidence_.list ? 0 : several / total;
    x.agreement = hit == 0 ? 1.0 : agreement / hit;
    const double evidence = options_.use_support ? (x.support - x.multiple) * x.agreement : 0;
    x.score = evidence - kCostWeight * x.cost - constant_penalty(std::move(values)) -
              absent_penalty(bits);
    return x;
  }

  // How like the labels the candidate's value is.
  double agreement_of(Sample::Candidate c) {
    if (agreement_[c] == kUnknown)
      agreement_[c] = profile_.agreement(sample_.symbols().text(sample_.value(c)));
    return agreement_[c];
  }

  struct Selection {
    Sample::Candidate first = kNoCandidate;
    bool several = false;  // different texts
  };

  [[nodiscard]] Selection select(const BitSet& bits, uint32_t u) const {
    Selection selection;
    for_each_bit(sample_.words_of(bits, u), sample_.first_word(u), [&](size_t c) {
      if (selection.first == kNoCandidate) {
        selection.first = static_cast<Sample::Candidate>(c);
      } else if (sample_.value(static_cast<Sample::Candidate>(c)) !=
                 sample_.value(selection.first)) {
        selection.several = true;
      }
      return !selection.several;
    });
    return selection;
  }

  // `values` has the value of every unlabelled unit that gives one.
  static double constant_penalty(std::vector<Symbol> values) {
    if (values.size() < kConstantUnits) return 0;
    std::sort(values.begin(), values.end());
    size_t most = 0;
    for (auto run = values.begin(); run != values.end();) {
      const auto end = std::upper_bound(run, values.end(), *run);
      most = std::max(most, static_cast<size_t>(end - run));
      run = end;
    }
    const bool constant =
        static_cast<double>(most) > kConstantShare * static_cast<double>(values.size());
    return constant ? kConstantPenalty : 0;
  }

  // Selecting something in a labelled unit that has no such attribute. One may be a value that the
  // labels forgot; several, and most of those units, refute the rule.
  [[nodiscard]] double absent_penalty(const BitSet& bits) const {
    uint32_t wrong = 0, absent = 0;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      if (!labelled.values.empty()) continue;
      ++absent;
      wrong += any_bit(sample_.words_of(bits, labelled.unit)) ? 1 : 0;
    }
    if (wrong == 0) return 0;
    const double forgotten =
        kAbsentPenalty * wrong / static_cast<double>(evidence_.labelled.size());
    return wrong > 1 && 2 * wrong > absent ? forgotten + kRefuted : forgotten;
  }

  // Step 3.
  static void cut(std::vector<Candidate>& beam, size_t limit) {
    std::stable_sort(beam.begin(), beam.end(),
                     [](const Candidate& a, const Candidate& b) { return a.promise > b.promise; });
    if (beam.size() > limit) beam.resize(limit);
  }

  // Step 4.
  std::vector<FoundRule> answers() {
    if (found_.empty()) return most_precise();
    const auto key = [](const FoundRule& rule) {
      return std::tuple(-std::floor(rule.statistics.score / kScoreStep + 0.5),
                        rule.statistics.distance, rule.features.size());
    };
    std::stable_sort(found_.begin(), found_.end(), [&](const FoundRule& a, const FoundRule& b) {
      return std::tuple_cat(key(a), std::tie(a.features)) <
             std::tuple_cat(key(b), std::tie(b.features));
    });
    if (options_.use_support) prefer_optional();
    if (found_.size() > options_.keep) found_.resize(options_.keep);
    for (FoundRule& rule : found_) rule.bits = bits_of(rule.features);
    return std::move(found_);
  }

  // Step 5.
  void prefer_optional() {
    const size_t end = std::min(found_.size(), kMaxOptional);
    found_[0].bits = bits_of(found_[0].features);
    for (size_t i = 1; i < end; ++i) {
      if (!explains_absence(found_[i], found_[0])) continue;
      std::rotate(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(i),
                  found_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
  }

  // Whether `rule` gives what `best` gives wherever it gives anything, and is silent where best's
  // values are of another sort.
  bool explains_absence(const FoundRule& rule, const FoundRule& best) {
    if (rule.statistics.cost > best.statistics.cost + kOptionalExtraCost) return false;
    if (rule.statistics.support < kMinOptionalSupport || rule.statistics.multiple > 0) return false;
    const BitSet bits = bits_of(rule.features);
    uint32_t both = 0;
    uint32_t silent = 0;
    double like = 0;
    double silent_like = 0;
    for (const uint32_t u : evidence_.unlabelled) {
      const Selection theirs = select(best.bits, u);
      if (theirs.first == kNoCandidate) continue;
      const Symbol value = sample_.value(theirs.first);
      const double agreement = agreement_of(theirs.first);
      const Selection ours = select(bits, u);
      if (ours.first == kNoCandidate) {
        ++silent;
        silent_like += agreement;
      } else {
        if (sample_.value(ours.first) != value) return false;
        ++both;
        like += agreement;
      }
    }
    return silent >= kMinSilent && both >= kMinSilent &&
           silent_like / silent + kOptionalGap <= like / both;
  }

  // No rule is precise: the one that is most so, for a position or a classifier to finish.
  std::vector<FoundRule> most_precise() {
    shrink_imprecise();
    if (imprecise_.size() > 1) imprecise_.resize(1);
    for (FoundRule& rule : imprecise_) {
      Candidate candidate{rule.features, 0, 0};
      for (const uint32_t f : rule.features) candidate.cost += features_[f].cost;
      rule.bits = bits_of(rule.features);
      rule.statistics = judge(candidate, rule.bits);
    }
    return std::move(imprecise_);
  }

  void shrink_imprecise() {
    std::stable_sort(imprecise_.begin(), imprecise_.end(),
                     [](const FoundRule& a, const FoundRule& b) {
                       return a.statistics.precision > b.statistics.precision;
                     });
    if (imprecise_.size() > 64) imprecise_.resize(64);
  }

  const Sample& sample_;
  const Evidence& evidence_;
  const std::vector<EvaluatedFeature>& features_;
  const ValueProfile& profile_;
  const SearchOptions& options_;
  static constexpr double kUnknown = -1;
  std::vector<double> agreement_;  // by candidate, once asked for
  SetsSeen seen_;
  BitSet joined_;  // scratch of join()
  struct Word {
    uint32_t at;
    uint64_t bits;
  };
  std::vector<Word> occupied_;                // words of the left rule that are not empty
  std::vector<std::vector<uint64_t>> pairs_;  // by single features, once joined with all: the hash
  uint32_t rule_ = 0;                         // number of the rule whose joins are looked at
  std::vector<FoundRule> found_;
  std::vector<FoundRule> imprecise_;
};

}  // namespace

std::vector<FoundRule> search_ranked(const Sample& sample, const Evidence& evidence,
                                     const std::vector<EvaluatedFeature>& features,
                                     const ValueProfile& profile, const SearchOptions& options) {
  return Search(sample, evidence, features, profile, options).run();
}

}  // namespace weft::induce
