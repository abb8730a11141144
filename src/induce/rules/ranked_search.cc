// Weft's rule search: Apriori as in Algorithm 3, but what a rule does on unlabelled pages decides
// between precise rules, and the kind of its features between those. Tested by
// rule_search_test.cc; why: docs/adr/0060.
//
// With one labelled page nearly every neighbour is a perfect anchor at distance 0, so distance
// says little and support says much: the right rule finds one value of the same sort on every
// other page.
//
//   1. C_1 = features that select all labels, one for each distinct bit set (the cheapest).
//   2. Rules without a false selection on labelled pages are answers, and are scored
//      (rule_judge.h).
//   3. The beam: the most promising rules that select too much, somewhere; joined with C_1
//      they give C_k+1.
//   4. After max_features rounds the answers are sorted by score in steps, distance, number
//      of features, and a fixed feature order, so that equal input gives equal output.
//   5. Optional attributes: a rule that takes whatever stands beside a fixed text finds
//      something on every page. If a rule hardly more costly agrees with it where it speaks,
//      and where it is silent the other's values look unlike the labels, those pages have no
//      such attribute.
// OPTIMIZATION: most joins give a set met before. Which sets are equal is seen on kinds of
// candidates; only new ones are looked at on the sample.

#include <algorithm>
#include <cmath>

#include "induce/rules/candidate_kinds.h"
#include "induce/rules/rule_judge.h"
#include "induce/rules/rule_search.h"
#include "induce/rules/sets_seen.h"

namespace weft::induce {
namespace {

constexpr double kScoreStep = 0.02;
constexpr size_t kMaxSingles = 250;
constexpr double kMaxCost = 12;  // of a rule
// When a rule with less support is preferred because the attribute is optional.
constexpr size_t kMaxOptional = 200;  // rules looked at
constexpr double kMinOptionalSupport = 0.2;
constexpr double kOptionalExtraCost = 0.5;

// A rule of the search. What it selects is worked out again from its features when needed: few of
// the rules looked at are.
struct Conjunction {
  std::vector<uint32_t> features;
  double cost = 0;
  double promise = 0;
  uint32_t parent = 0;  // the rule that it extends: its place in the beam before
};

class Search {
 public:
  Search(const Sample& sample, const Evidence& evidence,
         const std::vector<EvaluatedFeature>& features, const wrap::ValueProfile& profile,
         const SearchOptions& options)
      : sample_(sample),
        evidence_(evidence),
        features_(features),
        options_(options),
        singles_(make_singles(features)),
        kinds_(sample, evidence, features, singles_),
        judge_(sample, evidence, profile, options.use_support),
        joined_(kinds_.size()),
        pairs_(features.size()) {
    for (const uint32_t f : singles_) seen_.meet(hash_of(kinds_.bits(f)), 0);
  }

  std::vector<FoundRule> run() {
    std::vector<Conjunction> beam;
    for (const uint32_t f : singles_) consider({{f}, features_[f].cost}, features_[f].bits, beam);
    std::vector<std::vector<uint32_t>> useful = {singles_};  // per rule of the beam before
    for (uint32_t size = 2; size <= options_.max_features && !beam.empty(); ++size) {
      cut(beam, options_.beam);
      std::vector<Conjunction> next;
      std::vector<std::vector<uint32_t>> useful_next;
      for (const Conjunction& left : beam) {
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
  static std::vector<uint32_t> make_singles(const std::vector<EvaluatedFeature>& features) {
    std::vector<uint32_t> order(features.size());
    for (uint32_t f = 0; f < order.size(); ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(features[a].cost, features[a].feature.level) <
             std::pair(features[b].cost, features[b].feature.level);
    });
    SetsSeen seen;
    std::vector<uint32_t> singles;
    for (const uint32_t f : order) {
      if (singles.size() == kMaxSingles) break;
      if (seen.meet(hash_of(features[f].bits), 0) == SetsSeen::Met::kNever) singles.push_back(f);
    }
    return singles;
  }

  // What the rule selects of the sample.
  [[nodiscard]] BitSet bits_of(const std::vector<uint32_t>& features) const {
    BitSet bits = features_[features[0]].bits;
    for (size_t i = 1; i < features.size(); ++i) bits &= features_[features[i]].bits;
    return bits;
  }

  // Joins `left` with each of `rights`, single features by cost. Returns those that may give the
  // rules made from it something new. OPTIMIZATION: a feature that holds wherever left does, that
  // loses a label, or that selects the same of left's candidates as a cheaper one, does so in
  // every extension of left.
  std::vector<uint32_t> extend(const Conjunction& left, const std::vector<uint32_t>& rights,
                               uint32_t place, std::vector<Conjunction>& next) {
    const BitSet bits = bits_of(left.features);
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
      if (met != SetsSeen::Met::kNever) continue;
      selected_ = bits;
      selected_ &= features_[right].bits;
      consider({with(left.features, right), cost, 0, place}, selected_, next);
    }
    return useful;
  }

  static std::vector<uint32_t> with(std::vector<uint32_t> features, uint32_t one) {
    features.insert(std::upper_bound(features.begin(), features.end(), one), one);
    return features;
  }

  // Returns the hash of the kinds that the rule selects.
  uint64_t prepare_joins(const Conjunction& left) {
    left_ = kinds_.bits(left.features[0]);
    for (size_t i = 1; i < left.features.size(); ++i) left_ &= kinds_.bits(left.features[i]);
    if (left.features.size() == 1) pairs_[left.features[0]].assign(features_.size(), kNoSet);
    return hash_of(left_);
  }

  // The hash of the kinds that `left` and `right` both select; kNoSet if that misses a label. A
  // pair of single features is looked at once. REQUIRES: prepare_joins(left).
  uint64_t join(const Conjunction& left, uint32_t right) {
    if (left.features.size() > 1) return intersect(kinds_.bits(right));
    const uint32_t first = left.features[0];
    const std::vector<uint64_t>& known = pairs_[right];
    return pairs_[first][right] =
               known.empty() || right == first ? intersect(kinds_.bits(right)) : known[first];
  }

  uint64_t intersect(const BitSet& right) {
    uint64_t hash = 0;
    for (size_t at = 0; at < left_.words().size(); ++at) {
      const uint64_t word = left_.words()[at] & right.words()[at];
      joined_.words()[at] = word;
      hash += word_hash(at, word);
    }
    return seen_.contains(hash) || selects_labels(kinds_.evidence(), joined_) ? hash : kNoSet;
  }

  // Step 2, and whether the rule, which selects `bits`, is worth extending.
  void consider(Conjunction candidate, const BitSet& bits, std::vector<Conjunction>& beam) {
    const uint32_t false_selections = count_false(sample_, evidence_, bits);
    candidate.promise =
        judge_.reach(bits) - kCostWeight * candidate.cost - 0.1 * std::log2(1.0 + false_selections);
    if (false_selections == 0) {
      wrap::RuleStatistics statistics =
          judge_.judge(bits, candidate.cost, distance(candidate.features));
      statistics.precision = 1;
      candidate.promise -= statistics.multiple;
      const bool improvable = statistics.multiple > 0 || statistics.agreement < 0.95;
      found_.push_back({candidate.features, {}, statistics});
      if (!improvable) return;
    } else if (found_.empty()) {
      remember_if_most_precise(candidate, bits);
    }
    beam.push_back(std::move(candidate));
  }

  [[nodiscard]] uint32_t distance(const std::vector<uint32_t>& features) const {
    uint32_t distance = 0;
    for (const uint32_t f : features)
      distance = std::max<uint32_t>(distance, features_[f].feature.level);
    return distance;
  }

  void remember_if_most_precise(const Conjunction& candidate, const BitSet& bits) {
    const double precision = precision_of(sample_, evidence_, bits);
    if (!most_precise_.features.empty() && precision <= max_precision_) return;
    max_precision_ = precision;
    most_precise_ = candidate;
  }

  // Step 3.
  static void cut(std::vector<Conjunction>& beam, size_t limit) {
    std::stable_sort(beam.begin(), beam.end(), [](const Conjunction& a, const Conjunction& b) {
      return a.promise > b.promise;
    });
    if (beam.size() > limit) beam.resize(limit);
  }

  // Step 4.
  std::vector<FoundRule> answers() {
    if (found_.empty()) return most_precise();
    const auto key = [](const FoundRule& rule) {
      return std::tuple(-std::floor(rule.statistics.score / kScoreStep + 0.5),
                        rule.statistics.distance, rule.features.size());
    };
    const size_t looked_at = std::min(found_.size(), std::max<size_t>(kMaxOptional, options_.keep));
    std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(looked_at),
                      found_.end(), [&](const FoundRule& a, const FoundRule& b) {
                        const auto key_a = key(a), key_b = key(b);
                        return key_a != key_b ? key_a < key_b : a.features < b.features;
                      });
    found_.resize(looked_at);
    if (options_.use_support) prefer_optional();
    if (found_.size() > options_.keep) found_.resize(options_.keep);
    for (FoundRule& rule : found_) rule.bits = bits_of(rule.features);
    return std::move(found_);
  }

  // Step 5.
  void prefer_optional() {
    const size_t end = std::min(found_.size(), kMaxOptional);
    const BitSet best = bits_of(found_[0].features);
    for (size_t i = 1; i < end; ++i) {
      const wrap::RuleStatistics& rule = found_[i].statistics;
      if (rule.cost > found_[0].statistics.cost + kOptionalExtraCost ||
          rule.support < kMinOptionalSupport || rule.multiple > 0 ||
          !judge_.explains_absence(bits_of(found_[i].features), best)) {
        continue;
      }
      std::rotate(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(i),
                  found_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
  }

  // No rule is precise: the one that is most so, for a position or a classifier to finish.
  std::vector<FoundRule> most_precise() {
    const std::vector<uint32_t>& features = most_precise_.features;
    if (features.empty()) return {};
    FoundRule rule{features, bits_of(features), {}};
    rule.statistics = judge_.judge(rule.bits, most_precise_.cost, distance(features));
    rule.statistics.precision = max_precision_;
    return {std::move(rule)};
  }

  const Sample& sample_;
  const Evidence& evidence_;
  const std::vector<EvaluatedFeature>& features_;
  const SearchOptions& options_;
  std::vector<uint32_t> singles_;
  CandidateKinds kinds_;
  RuleJudge judge_;
  SetsSeen seen_;
  BitSet left_;                               // kinds that the rule of prepare_joins() selects
  BitSet joined_;                             // scratch of intersect()
  BitSet selected_;                           // scratch of extend()
  std::vector<std::vector<uint64_t>> pairs_;  // by single features, once joined with all: the hash
  uint32_t rule_ = 0;                         // number of the rule whose joins are looked at
  std::vector<FoundRule> found_;
  Conjunction most_precise_;  // as long as nothing is found
  double max_precision_ = 0;
};

}  // namespace

std::vector<FoundRule> search_ranked(const Sample& sample, const Evidence& evidence,
                                     const std::vector<EvaluatedFeature>& features,
                                     const wrap::ValueProfile& profile,
                                     const SearchOptions& options) {
  return Search(sample, evidence, features, profile, options).run();
}

}  // namespace weft::induce
