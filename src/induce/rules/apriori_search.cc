// Algorithm 3 of [Vertex] III-C.2, Learn_XSLT_Rule. Tested by rule_search_test.cc.
//
// Apriori over feature sets: start from single features, join what still selects too much, and
// stop a branch when it can no longer beat the best rule, because adding a feature never lowers
// the distance nor raises the support.
//   1. C_1 = all single features.
//   2. For each X(F) in C_k that selects all labels: if it selects anything else on a
//      labelled page, or two nodes of an unlabelled one, it goes to L_k+1, and may be the rule
//      of highest precision; else it may be the best rule.
//   3. Delete from L_k+1 what is farther than the best rule, or as far with no more support.
//   4. C_k+1 = the (k+1)-sets all of whose k-subsets are in L_k+1.
//   5. Return the best rule, else the one of highest precision.
// OPTIMIZATION: features with equal bit sets and equal levels are interchangeable in every step;
// the first stands for all.
// DEVIATION: L_k+1 holds at most SearchOptions::max_sets sets, the nearest first, and rules have at
// most max_features features: all pairs of a page's features would not fit into memory. Both can
// change the answer; the variant "paper" lifts them. On no SWDE site did they.

#include <algorithm>
#include <set>
#include <unordered_map>

#include "induce/rules/rule_search.h"

namespace weft::induce {
namespace {

struct FeatureSet {
  std::vector<uint32_t> features;
  BitSet bits;
  wrap::RuleStatistics statistics;
};

bool selects_one_per_unlabelled(const CandidateTable& table, const Evidence& evidence,
                                const BitSet& bits) {
  return std::all_of(evidence.unlabelled.begin(), evidence.unlabelled.end(),
                     [&](uint32_t u) { return count_bits(table.words_of(bits, u)) <= 1; });
}

double support_of(const CandidateTable& table, const Evidence& evidence, const BitSet& bits) {
  if (evidence.unlabelled.empty()) return 0;
  const auto hit =
      std::count_if(evidence.unlabelled.begin(), evidence.unlabelled.end(),
                    [&](uint32_t u) { return count_bits(table.words_of(bits, u)) > 0; });
  return static_cast<double>(hit) / static_cast<double>(evidence.unlabelled.size());
}

class AprioriSearch {
 public:
  AprioriSearch(const CandidateTable& table, const Evidence& evidence,
                const std::vector<EvaluatedFeature>& features)
      : table_(table), evidence_(evidence), features_(features) {}

  std::vector<FoundRule> run(const SearchOptions& options) {
    std::vector<FeatureSet> candidates = singles();  // Step 1.
    for (uint32_t k = 1; !candidates.empty() && k <= options.max_features; ++k) {
      std::vector<FeatureSet> next;
      for (FeatureSet& candidate : candidates) consider(std::move(candidate), next);    // Step 2.
      prune(options.max_sets, next);                                                    // Step 3.
      candidates = k == options.max_features ? std::vector<FeatureSet>() : join(next);  // Step 4.
    }
    if (best_.features.empty()) best_ = std::move(most_precise_);  // Step 5.
    if (best_.features.empty()) return {};
    return {{std::move(best_.features), std::move(best_.bits), best_.statistics}};
  }

 private:
  [[nodiscard]] uint32_t level(uint32_t feature) const { return features_[feature].feature.level; }

  std::vector<FeatureSet> singles() const {
    std::vector<FeatureSet> singles;
    std::set<std::pair<uint64_t, uint32_t>> seen;
    for (uint32_t f = 0; f < features_.size(); ++f) {
      if (seen.emplace(features_[f].bits.hash(), level(f)).second)
        singles.push_back({{f}, features_[f].bits, {}});
    }
    return singles;
  }

  void consider(FeatureSet candidate, std::vector<FeatureSet>& next) {
    if (!selects_labels(evidence_, candidate.bits)) return;
    wrap::RuleStatistics& x = candidate.statistics;
    x.precision = precision_of(table_, evidence_, candidate.bits);
    x.support = support_of(table_, evidence_, candidate.bits);
    for (const uint32_t f : candidate.features) x.distance = std::max(x.distance, level(f));
    const bool one_each =
        evidence_.list || selects_one_per_unlabelled(table_, evidence_, candidate.bits);
    const bool nearer =
        x.distance < min_distance_ || (x.distance == min_distance_ && x.support > max_support_);
    if (x.precision < 1 || !one_each) {
      const bool better = x.precision > max_precision_ || (x.precision == max_precision_ && nearer);
      if (best_.features.empty() && better) {
        remember(candidate, x.precision);
        most_precise_ = candidate;
      }
      next.push_back(std::move(candidate));
    } else if (best_.features.empty() || nearer) {
      remember(candidate, 1);
      best_ = std::move(candidate);
    }
  }

  void remember(const FeatureSet& candidate, double precision) {
    max_precision_ = precision;
    min_distance_ = candidate.statistics.distance;
    max_support_ = candidate.statistics.support;
  }

  void prune(size_t max_sets, std::vector<FeatureSet>& next) const {
    if (!best_.features.empty()) {
      std::erase_if(next, [&](const FeatureSet& candidate) {
        const wrap::RuleStatistics& x = candidate.statistics;
        return x.distance > min_distance_ ||
               (x.distance == min_distance_ && x.support <= max_support_);
      });
    }
    if (next.size() <= max_sets) return;
    std::stable_sort(next.begin(), next.end(), [](const FeatureSet& a, const FeatureSet& b) {
      return a.statistics.distance < b.statistics.distance;
    });
    next.resize(max_sets);
  }

  static std::vector<FeatureSet> join(std::vector<FeatureSet>& sets) {
    std::sort(sets.begin(), sets.end(),
              [](const FeatureSet& a, const FeatureSet& b) { return a.features < b.features; });
    std::set<std::vector<uint32_t>> known;
    for (const FeatureSet& set : sets) known.insert(set.features);
    std::vector<FeatureSet> joined;
    for (size_t i = 0; i < sets.size(); ++i) {
      for (size_t j = i + 1; j < sets.size() && same_head(sets[i].features, sets[j].features);
           ++j) {
        std::vector<uint32_t> features = sets[i].features;
        features.push_back(sets[j].features.back());
        if (!all_subsets_known(features, known)) continue;
        BitSet bits = sets[i].bits & sets[j].bits;
        if (bits == sets[i].bits || bits == sets[j].bits)
          continue;  // The smaller set says the same.
        joined.push_back({std::move(features), std::move(bits), {}});
      }
    }
    return joined;
  }

  static bool same_head(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
    return std::equal(a.begin(), a.end() - 1, b.begin());
  }

  static bool all_subsets_known(const std::vector<uint32_t>& features,
                                const std::set<std::vector<uint32_t>>& known) {
    for (size_t without = 0; without + 2 < features.size(); ++without) {
      std::vector<uint32_t> subset = features;
      subset.erase(subset.begin() + static_cast<std::ptrdiff_t>(without));
      if (!known.contains(subset)) return false;
    }
    return true;
  }

  const CandidateTable& table_;
  const Evidence& evidence_;
  const std::vector<EvaluatedFeature>& features_;
  FeatureSet best_;
  FeatureSet most_precise_;
  double max_precision_ = 0;
  double max_support_ = 0;
  uint32_t min_distance_ = UINT32_MAX;
};

}  // namespace

double precision_of(const CandidateTable& table, const Evidence& evidence, const BitSet& bits) {
  uint32_t selected = 0;
  for (const LabelledUnit& labelled : evidence.labelled) {
    if (!labelled.values.empty() || labelled.declined)
      selected += count_bits(table.words_of(bits, labelled.unit));
  }
  if (selected == 0) return 0;
  return 1.0 - static_cast<double>(count_false(table, evidence, bits)) / selected;
}

std::vector<FoundRule> search_paper(const CandidateTable& table, const Evidence& evidence,
                                    const std::vector<EvaluatedFeature>& features,
                                    const SearchOptions& options) {
  return AprioriSearch(table, evidence, features).run(options);
}

}  // namespace weft::induce
