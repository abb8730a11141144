// Stalker's learner.
//
//   25 Oak, <i>Forest</i>, Phone (800) …        either SkipTo( ( )
//   205 Willow, <i>Glen</i>, Phone 1-<i>773 …   or SkipTo( - <i> )
//
// LearnRule (Fig. 10)
//   1  while examples are left: learn a disjunct, take away those it covers
// LearnDisjunct (Fig. 11)
//   2  the seed is the shortest example; candidates are the tokens before its target
//   3  the best candidate is taken if it is perfect, else refined
// Refine (Fig. 12)
//   4  landmarks grow by a token beside them (landmark refinement)
//   5  a landmark of one token is put before one (topology refinement); line 7 is damaged in the
//      slides: the token goes between landmarks i-1 and i
// BestDisjunct (Fig. 13)
//   6  more correct matches, fewer wrong ones, fewer wildcards, a longer last landmark
//
// DEVIATION: an imperfect disjunct is not returned (its values would be wrong): the next example is
// the seed, and where all fail, they are left uncovered, and the caller says so. Of "Cy, June 4" and
// "Ann and Bo, May 3" the second has to be first: SkipUntil( and ), or else SkipUntil( , ).
// DEVIATION: StalkerOptions::support and until.
//
// Tested by landmarks_test.cc.

#include "induce/landmarks/rule_learner.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <unordered_set>

#include "base/hash.h"

namespace weft::induce {
namespace {

using wrap::Disjunct;
using wrap::Landmark;
using wrap::Terminal;
using wrap::Token;

// Tokens before the target of which refinements are made: what tells a value from others stands near
// it, and of a page with 100,000 rows each round would try them all. SWDE's pages have fewer.
constexpr uint32_t kNearTokens = 20'000;
uint32_t near_target(const LandmarkExample& seed) {
  return *seed.target - std::min(*seed.target, kNearTokens);
}

// An example in reading direction.
class Reader {
 public:
  Reader(const LandmarkExample& example, bool backward)
      : example_(example),
        backward_(backward),
        tokens_(std::span(example.page->stream().tokens())
                    .subspan(example.begin, example.end - example.begin),
                backward) {}

  [[nodiscard]] uint32_t size() const { return tokens_.size(); }
  [[nodiscard]] std::vector<Terminal> terminals(uint32_t i) const {
    return terminals_of(example_.page->stream(),
                        backward_ ? example_.end - 1 - i : example_.begin + i);
  }

  // Where the landmark begins, at `from` or later; size() if nowhere. The places of its rarest
  // terminal are looked at, not all tokens.
  [[nodiscard]] uint32_t find(const Landmark& landmark, uint32_t from) const {
    const auto length = static_cast<uint32_t>(landmark.size());
    if (from + length > size()) return size();
    uint32_t rarest = 0;
    const std::vector<uint32_t>* places = nullptr;
    for (uint32_t i = 0; i < length; ++i) {
      const auto& of_terminal = example_.page->places(landmark[i]);
      if (places != nullptr && of_terminal.size() >= places->size()) continue;
      places = &of_terminal;
      rarest = i;
    }
    const auto fits = [&](uint32_t at) {  // `at`: of the rarest terminal, in reading direction.
      if (at < from + rarest || at - rarest + length > size()) return false;
      for (uint32_t i = 0; i < length; ++i) {
        if (!landmark[i].matches(tokens_[at - rarest + i])) return false;
      }
      return true;
    };
    if (backward_) {
      const uint32_t last = example_.end - from;  // Places before it are read.
      for (auto it = std::lower_bound(places->begin(), places->end(), last);
           it != places->begin();) {
        if (*--it < example_.begin) break;
        if (const uint32_t at = example_.end - 1 - *it; fits(at)) return at - rarest;
      }
    } else {
      for (auto it = std::lower_bound(places->begin(), places->end(), example_.begin + from);
           it != places->end() && *it < example_.end; ++it) {
        if (const uint32_t at = *it - example_.begin; fits(at)) return at - rarest;
      }
    }
    return size();
  }

  // As wrap::run.
  [[nodiscard]] std::optional<uint32_t> run(const Disjunct& disjunct) const {
    uint32_t at = 0;
    for (const Landmark& landmark : disjunct.landmarks) {
      const uint32_t begin = find(landmark, at);
      if (begin == size()) return std::nullopt;
      at = begin + static_cast<uint32_t>(landmark.size());
    }
    if (disjunct.until) at -= static_cast<uint32_t>(disjunct.landmarks.back().size());
    return at;
  }

 private:
  const LandmarkExample& example_;
  bool backward_;
  wrap::TokenView tokens_;
};

struct ScoredDisjunct {
  Disjunct disjunct;
  uint32_t correct = 0;
  uint32_t wrong = 0;
  double support = 0;  // Share of the other pages that have its landmarks, in steps.
  uint32_t wildcards = 0;

  // Step 6; support stands before what only describes the disjunct.
  [[nodiscard]] auto order() const {
    return std::tuple(correct, -static_cast<int>(wrong), support, -static_cast<int>(wildcards),
                      disjunct.landmarks.back().size(),
                      -static_cast<int>(disjunct.landmarks.size()));
  }
  [[nodiscard]] bool perfect() const { return correct > 0 && wrong == 0; }
  bool operator<(const ScoredDisjunct& other) const { return order() < other.order(); }
};

uint64_t hash_of(const Disjunct& disjunct) {
  uint64_t hash = disjunct.until ? 1 : 0;
  for (const Landmark& landmark : disjunct.landmarks) {
    hash = hash_combine(hash, landmark.size());
    for (const Terminal& terminal : landmark) hash = hash_combine(hash, terminal.key());
  }
  return hash;
}

class DisjunctSearch {
 public:
  DisjunctSearch(const RuleSample& sample, const StalkerOptions& options)
      : sample_(sample), options_(options) {}

  // Steps 2 and 3: the best perfect disjunct for `examples`, made of the seed, and how many of them it
  // covers.
  std::optional<ScoredDisjunct> run(const std::vector<LandmarkExample>& examples,
                                    const LandmarkExample* seed) {
    examples_ = &examples;
    if (*seed->target == 0) return std::nullopt;
    const Reader reader(*seed, sample_.backward);
    if (!sample_.ends) {  // What an end is read to stands behind the value.
      for (Terminal& terminal : reader.terminals(*seed->target - 1))
        add({.landmarks = {{std::move(terminal)}}});
    }
    if (options_.until && *seed->target < reader.size()) {
      for (Terminal& terminal : reader.terminals(*seed->target)) {
        if (sample_.ends || terminal.is_wildcard())
          add({.landmarks = {{std::move(terminal)}}, .until = true});
      }
    }
    std::optional<ScoredDisjunct> best;
    for (uint32_t round = 0; round < options_.max_refinements && !queue_.empty(); ++round) {
      const ScoredDisjunct top = queue_.top();
      queue_.pop();
      if (top.perfect() && (!best || *best < top)) best = top;
      if (best && is_enough(*best)) break;
      for (Disjunct& refined : landmark_refinements(top.disjunct, *seed, sample_.backward))
        add(std::move(refined));
      for (Disjunct& refined : topology_refinements(top.disjunct, *seed, sample_.backward))
        add(std::move(refined));
    }
    return best;
  }

 private:
  [[nodiscard]] bool is_enough(const ScoredDisjunct& best) const {
    return !options_.support || sample_.others.empty() || best.support >= options_.enough_support;
  }

  // A literal of too few pages is data, not template.
  bool is_admissible(const Disjunct& disjunct) {
    if (!options_.support || sample_.others.empty()) return true;
    for (const Landmark& landmark : disjunct.landmarks) {
      for (const Terminal& terminal : landmark) {
        if (!terminal.is_wildcard() && share_of(terminal) < options_.least_share) return false;
      }
    }
    return true;
  }
  double share_of(const Terminal& terminal) {
    const auto [it, fresh] = shares_.try_emplace(terminal.key(), 0.0);
    if (fresh) {
      size_t have = 0;
      for (const LandmarkExample& other : sample_.others)
        have += other.page->places(terminal).empty() ? 0 : 1;
      it->second = static_cast<double>(have) / static_cast<double>(sample_.others.size());
    }
    return it->second;
  }

  void add(Disjunct disjunct) {
    if (seen_.size() >= options_.max_candidates || !is_admissible(disjunct) ||
        !seen_.insert(hash_of(disjunct)).second)
      return;
    ScoredDisjunct scored;
    for (const LandmarkExample& example : *examples_) {
      const auto found = Reader(example, sample_.backward).run(disjunct);
      if (!found) continue;
      ++(found == example.target ? scored.correct : scored.wrong);
    }
    if (scored.correct + scored.wrong == 0) return;
    if (options_.support && !sample_.others.empty()) {
      size_t have = 0;
      for (const LandmarkExample& other : sample_.others)
        have += Reader(other, sample_.backward).run(disjunct) ? 1 : 0;
      const double share = static_cast<double>(have) / static_cast<double>(sample_.others.size());
      scored.support = std::round(share * 20) / 20;
    }
    for (const Landmark& landmark : disjunct.landmarks) {
      for (const Terminal& terminal : landmark) scored.wildcards += terminal.is_wildcard() ? 1 : 0;
    }
    scored.disjunct = std::move(disjunct);
    queue_.push(std::move(scored));
  }

  const RuleSample& sample_;
  const StalkerOptions& options_;
  const std::vector<LandmarkExample>* examples_ = nullptr;
  std::priority_queue<ScoredDisjunct> queue_;
  std::unordered_set<uint64_t> seen_;
  std::unordered_map<uint64_t, double> shares_;
};

}  // namespace

TokenIndex::TokenIndex(wrap::TokenStream stream) : stream_(std::move(stream)) {
  const std::vector<Token>& tokens = stream_.tokens();
  for (uint32_t i = 0; i < tokens.size(); ++i) {
    places_[tokens[i].key].push_back(i);
    if (tokens[i].name != 0 && tokens[i].name != tokens[i].key)
      places_[tokens[i].name].push_back(i);
    for (uint8_t bit = 1; bit <= wrap::kAlphaNum; bit = static_cast<uint8_t>(bit << 1)) {
      if ((tokens[i].classes & bit) != 0) places_[bit].push_back(i);
    }
  }
}

const std::vector<uint32_t>& TokenIndex::places(const Terminal& terminal) const {
  static const std::vector<uint32_t> kNone;
  const auto it = places_.find(terminal.key());
  return it == places_.end() ? kNone : it->second;
}

// Step 4, lines 4 and 5: for every place of landmark i before the target.
std::vector<Disjunct> landmark_refinements(const Disjunct& disjunct, const LandmarkExample& seed,
                                           bool backward) {
  std::vector<Disjunct> out;
  const Reader reader(seed, backward);
  for (size_t i = 0; i < disjunct.landmarks.size(); ++i) {
    std::unordered_set<uint64_t> seen[2];  // Terminals behind and before it.
    const Landmark& landmark = disjunct.landmarks[i];
    const auto length = static_cast<uint32_t>(landmark.size());
    if (disjunct.until && i + 1 == disjunct.landmarks.size()) break;  // It is of the value.
    const auto grow = [&](uint32_t token, bool before) {
      for (Terminal& terminal : reader.terminals(token)) {
        if (!seen[before ? 1 : 0].insert(terminal.key()).second) continue;
        Disjunct refined = disjunct;
        Landmark& grown = refined.landmarks[i];
        grown.insert(before ? grown.begin() : grown.end(), std::move(terminal));
        out.push_back(std::move(refined));
      }
    };
    for (uint32_t at = reader.find(landmark, near_target(seed)); at + length <= *seed.target;
         at = reader.find(landmark, at + 1)) {
      if (at > 0) grow(at - 1, /*before=*/true);
      if (at + length < *seed.target) grow(at + length, /*before=*/false);
    }
  }
  return out;
}

// Step 5, lines 6 and 7: for every token between the places of landmarks i - 1 and i. The last
// landmark stands at the target; the others where the rule finds them.
std::vector<Disjunct> topology_refinements(const Disjunct& disjunct, const LandmarkExample& seed,
                                           bool backward) {
  std::vector<Disjunct> out;
  std::unordered_set<uint64_t> seen;
  const Reader reader(seed, backward);
  uint32_t from = 0;
  for (size_t i = 0; i < disjunct.landmarks.size(); ++i) {
    const auto length = static_cast<uint32_t>(disjunct.landmarks[i].size());
    const bool last = i + 1 == disjunct.landmarks.size();
    uint32_t to = reader.find(disjunct.landmarks[i], from);
    if (last) to = disjunct.until ? *seed.target : *seed.target - std::min(*seed.target, length);
    for (uint32_t t = std::max(from, near_target(seed)); t < std::min(to, *seed.target); ++t) {
      for (Terminal& terminal : reader.terminals(t)) {
        if (!seen.insert(hash_combine(i, terminal.key())).second) continue;
        Disjunct refined = disjunct;
        refined.landmarks.insert(refined.landmarks.begin() + static_cast<std::ptrdiff_t>(i),
                                 Landmark{std::move(terminal)});
        out.push_back(std::move(refined));
      }
    }
    from = to + length;
  }
  return out;
}

LearnedRule learn_rule(const RuleSample& sample, const StalkerOptions& options) {
  LearnedRule learned;
  std::vector<LandmarkExample> examples = sample.examples;
  const auto has_target = [](const LandmarkExample& example) { return example.target.has_value(); };
  while (std::any_of(examples.begin(), examples.end(), has_target) &&
         learned.rule.disjuncts.size() < options.max_disjuncts) {  // Step 1.
    std::vector<const LandmarkExample*> seeds;
    for (const LandmarkExample& example : examples) {
      if (example.target) seeds.push_back(&example);
    }
    std::stable_sort(seeds.begin(), seeds.end(),
                     [](const auto* a, const auto* b) { return *a->target < *b->target; });
    std::optional<ScoredDisjunct> best;
    for (size_t i = 0; i < std::min<size_t>(seeds.size(), options.max_seeds) && !best; ++i)
      best = DisjunctSearch(sample, options).run(examples, seeds[i]);
    if (!best) break;
    best->disjunct.examples = best->correct;
    std::erase_if(examples, [&](const LandmarkExample& example) {
      return example.target &&
             Reader(example, sample.backward).run(best->disjunct) == example.target;
    });
    learned.rule.disjuncts.push_back(std::move(best->disjunct));
  }
  learned.uncovered =
      static_cast<uint32_t>(std::count_if(examples.begin(), examples.end(), has_target));
  return learned;
}

}  // namespace weft::induce
