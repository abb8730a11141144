// Rule learner: landmark rules by sequential covering ([Liu] Figs. 10-13, Stalker).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "wrap/landmarks/landmark_rule.h"

namespace weft::induce {

// The tokens of a page, or of a text, and for each terminal where it stands.
class TokenIndex {
 public:
  explicit TokenIndex(wrap::TokenStream stream);

  [[nodiscard]] const wrap::TokenStream& stream() const { return stream_; }
  // In page order.
  [[nodiscard]] const std::vector<uint32_t>& places(const wrap::Terminal& terminal) const;

 private:
  wrap::TokenStream stream_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> places_;
};

// Tokens [begin, end) of a page, and how many of them, in reading direction, the right rule passes;
// nothing to find without a target.
struct LandmarkExample {
  const TokenIndex* page = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;
  std::optional<uint32_t> target;
};

struct RuleSample {
  bool backward = false;
  bool ends = false;  // Read on from a value's beginning to its end.
  std::vector<LandmarkExample> examples;
  std::vector<LandmarkExample> others;  // Nobody knows what is right there.
};

struct StalkerOptions {
  // What the slides leave out. A disjunct that finds its landmarks on other pages too is preferred
  // to one that does not; landmarks that other pages do not have are not tried.
  bool support = true;
  // SkipUntil a wildcard of the value's first token, and end rules that read on from the start
  // SkipUntil the token behind the value: most values are short, and the rest of the page is not.
  bool until = true;
  // A literal that fewer of the sample's pages have is no landmark: it is data.
  double least_share = 0.2;
  // A perfect disjunct is taken at once only if at least so many of the other pages have it.
  double enough_support = 0.9;
  uint32_t max_refinements = 60;  // Of one disjunct.
  uint32_t max_candidates = 40'000;
  uint32_t max_disjuncts = 10;  // Of one rule.
  uint32_t max_seeds = 5;       // Examples that are tried, the shortest first, for one disjunct.

  static StalkerOptions paper() { return {.support = false, .until = false, .max_seeds = 1}; }
};

struct LearnedRule {
  wrap::LandmarkRule rule;
  uint32_t uncovered = 0;  // Examples for which there is no perfect disjunct.
};

LearnedRule learn_rule(const RuleSample& sample, const StalkerOptions& options);

// Fig. 12, for tests: what a disjunct is specialised to.
std::vector<wrap::Disjunct> landmark_refinements(const wrap::Disjunct& disjunct,
                                                 const LandmarkExample& seed, bool backward);
std::vector<wrap::Disjunct> topology_refinements(const wrap::Disjunct& disjunct,
                                                 const LandmarkExample& seed, bool backward);

}  // namespace weft::induce
