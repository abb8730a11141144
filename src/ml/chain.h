// Chain: the classes of the items of a sequence, from sparse features of each and from which class likes
// to follow which: a conditional random field. Without transitions it is softmax regression, and an item
// is judged by itself.
//
//   FeatureList features;
//   features.add("label", "e mail");  features.add("type", "text");
//   Chain chain = *read_chain(text);
//   std::vector<float> p = chain.probabilities(std::span(&features, 1));    // One row an item.
//
// Source: J. Lafferty, A. McCallum, F. Pereira, Conditional random fields, ICML 2001. Features are looked
// up by a hash of their names; in the model file they are plain text with weights in hundredths.
// Threads: const once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace weft::ml {

struct SparseFeature {
  uint64_t key = 0;
  float value = 1;
};

// By key; filled while learning, so that a model can be written. Null where nobody learns.
using FeatureNames = std::unordered_map<uint64_t, std::string>;

// The features of one item. A feature has a group ("label") and what was found there ("mail").
class FeatureList {
 public:
  explicit FeatureList(FeatureNames* names = nullptr) : names_(names) {}

  // The key of a feature by its name, as model files write it: the group, a space, what was found.
  static uint64_t key_of(std::string_view name) {
    const size_t space = name.find(' ');
    const std::string_view what =
        space == std::string_view::npos ? std::string_view() : name.substr(space + 1);
    return hash_bytes(what, hash_bytes(name.substr(0, space)));
  }

  // REQUIRES: no space in the group; neither has a tab or a line feed.
  void add(std::string_view group, std::string_view what = {}, float value = 1) {
    const uint64_t key = hash_bytes(what, hash_bytes(group));
    features_.push_back({key, value});
    if (names_ != nullptr) remember(key, group, what);
  }
  void reserve(size_t features) { features_.reserve(features); }
  // Scales the features added since there were `first`: a group of many must not shout down the others.
  void scale(size_t first, float factor) {
    for (size_t i = first; i < features_.size(); ++i) features_[i].value *= factor;
  }
  void append(const FeatureList& other) {
    features_.insert(features_.end(), other.features_.begin(), other.features_.end());
  }
  [[nodiscard]] size_t size() const { return features_.size(); }
  [[nodiscard]] std::span<const SparseFeature> features() const { return features_; }

 private:
  void remember(uint64_t key, std::string_view group, std::string_view what);

  std::vector<SparseFeature> features_;
  FeatureNames* names_;
};

struct ChainLimits {
  size_t classes = 256;
  size_t features = 1'000'000;
};

class Chain {
 public:
  Chain(std::vector<std::string> classes, bool transitions);

  [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
  [[nodiscard]] bool has_transitions() const { return !transitions_.empty(); }

  // Of every item the probability of every class: items.size() rows of classes().size().
  // O(items * (features + classes^2)).
  [[nodiscard]] std::vector<float> probabilities(std::span<const FeatureList> items) const;

  // The same in two steps, for items that are judged several times with a few features changed.
  // Adds what an item's features say for each class. REQUIRES: scores.size() == classes().size().
  void add_scores(const FeatureList& item, std::span<float> scores) const;
  // Of rows of scores, one an item.
  [[nodiscard]] std::vector<float> marginals(std::span<const float> scores) const;

  friend class ChainTrainer;
  friend Result<Chain> read_chain(std::string_view text);
  friend std::string write_chain(const Chain& chain, const FeatureNames& names,
                                 std::string_view about);

 private:
  // Most features speak for or against a few classes.
  struct Weight {
    uint32_t of = 0;
    float value = 0;
  };
  struct Row {
    uint64_t key = 0;
    uint32_t first = 0;  // In weights_.
    uint32_t count = 0;  // 0: a free place of the table.
  };

  // The place of a feature in the table, or the free one where it belongs.
  [[nodiscard]] size_t place_of(uint64_t key) const;
  // Weights that are 0 are left out. False if the feature has a row already.
  bool add_row(uint64_t key, std::span<const float> weights);
  void set_transitions(std::vector<float> transitions);

  std::vector<std::string> classes_;
  std::vector<Row> table_;  // By key, which is a hash; half of it is free.
  size_t rows_ = 0;
  std::vector<Weight> weights_;
  std::vector<float> transitions_;  // From class to class; empty without.
  std::vector<float> moves_;        // Their exponentials.
};

// REQUIRES: `names` knows every feature of the chain.
std::string write_chain(const Chain& chain, const FeatureNames& names, std::string_view about);
// Fails with kInvalidArgument, naming the line, or kUnsupported, or kLimitExceeded.
Result<Chain> read_chain(std::string_view text);

// A sequence with its classes, to learn from.
struct ChainExample {
  std::vector<FeatureList> items;
  std::vector<uint32_t> targets;  // One an item.
  double weight = 1;
};

struct ChainParameters {
  bool transitions = true;
  double l1 = 0.02;  // Takes features away.
  double l2 = 0.1;   // Keeps weights small.
  size_t steps = 60;
  size_t least_examples = 2;  // A feature of fewer is not learned.
};

// Maximises the likelihood (L-BFGS; with l1, its orthant-wise form: G. Andrew, J. Gao, Scalable training
// of L1-regularized log-linear models, ICML 2007). Deterministic.
// REQUIRES: every example has as many targets as items, each below classes.size().
Chain train_chain(const std::vector<const ChainExample*>& examples,
                  const std::vector<std::string>& classes, const ChainParameters& parameters);

}  // namespace weft::ml
