// Learning the weights of a chain. See chain.h.
//
// Minimises, over all weights w,
//
//   sum over examples of weight * (log of all ways - score of the right way)  +  l2 |w|^2  +  l1 |w|
//
//   1. Features of enough examples get rows; examples are rewritten as row numbers.
//   2. The gradient: what the model expects less what is there, by forward-backward.
//   3. With l1 the gradient is the steepest one that keeps each weight on its side of 0 (orthant-wise).
//   4. A direction from the last steps and gradients (L-BFGS, two loops), turned back where it leaves
//      the side that the gradient points to.
//   5. Half the step until the value falls enough; a weight that would cross 0 stops there.
//   6. Ends after `steps`, or when a step changes the value by less than one part in a hundred thousand.
//
// Tested by chain_test.cc.

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/check.h"
#include "ml/chain.h"
#include "ml/chain_sums.h"

namespace weft::ml {
namespace {

constexpr size_t kHistory = 5;    // Steps that a direction is made from.
constexpr double kEnough = 1e-4;  // Armijo's condition.
constexpr size_t kHalvings = 20;
constexpr double kConverged = 1e-5;  // Relative change of the value.

double dot(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void add_scaled(std::vector<float>& to, double factor, const std::vector<float>& from) {
  const auto f = static_cast<float>(factor);
  for (size_t i = 0; i < to.size(); ++i) to[i] += f * from[i];
}

}  // namespace

class ChainTrainer {
 public:
  ChainTrainer(const std::vector<const ChainExample*>& examples, Chain& chain,
               const ChainParameters& parameters)
      : chain_(chain), parameters_(parameters), classes_(chain.classes_.size()) {
    number_features(examples);
    for (const ChainExample* example : examples) {
      Sequence& sequence = sequences_.emplace_back();
      sequence.targets = example->targets;
      sequence.weight = example->weight;
      for (const FeatureList& item : example->items) {
        sequence.ends.push_back(0);
        for (const SparseFeature& feature : item.features()) {
          const auto row = rows_.find(feature.key);
          if (row != rows_.end()) sequence.features.push_back({row->second, feature.value});
        }
        sequence.ends.back() = sequence.features.size();
      }
    }
  }

  void train() {
    const size_t size = keys_.size() * classes_ + chain_.transitions_.size();
    std::vector<float> w(size), gradient(size), next(size), next_gradient(size);
    double value = evaluate(w, gradient);
    std::deque<Step> history;
    for (size_t step = 0; step < parameters_.steps; ++step) {
      const std::vector<float> steepest = pseudo_gradient(w, gradient);  // 3.
      std::vector<float> direction = direction_from(history, steepest);  // 4.
      double slope = dot(direction, steepest);
      if (slope >= 0) {
        history.clear();
        direction = steepest;
        for (float& x : direction) x = -x;
        slope = dot(direction, steepest);
      }
      if (slope == 0) break;
      // 5.
      double length = history.empty() ? 1 / std::sqrt(-slope) : 1;
      double next_value = 0;
      size_t halvings = 0;
      for (;; ++halvings, length /= 2) {
        move(w, direction, length, steepest, next);
        next_value = evaluate(next, next_gradient);
        if (next_value <= value + kEnough * length * slope) break;
        if (halvings == kHalvings) return store(w);
      }
      Step taken{next, next_gradient, 0};
      add_scaled(taken.moved, -1, w);
      add_scaled(taken.changed, -1, gradient);
      const double product = dot(taken.moved, taken.changed);
      if (product > 1e-12) {
        taken.inverse = 1 / product;
        history.push_back(std::move(taken));
        if (history.size() > kHistory) history.pop_front();
      }
      const double change = value - next_value;
      w.swap(next);
      gradient.swap(next_gradient);
      value = next_value;
      if (change < kConverged * std::abs(value)) break;  // 6.
    }
    store(w);
  }

 private:
  struct Known {
    uint32_t row;
    float value;
  };
  struct Sequence {
    std::vector<Known> features;
    std::vector<size_t> ends;  // In features, by item.
    std::vector<uint32_t> targets;
    double weight = 1;
  };
  struct Step {
    std::vector<float> moved;
    std::vector<float> changed;
    double inverse = 0;
  };

  // 1.
  void number_features(const std::vector<const ChainExample*>& examples) {
    std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> seen;  // Last example, how many.
    for (uint32_t e = 0; e < examples.size(); ++e) {
      for (const FeatureList& item : examples[e]->items) {
        for (const SparseFeature& feature : item.features()) {
          auto& [last, count] = seen[feature.key];
          if (count != 0 && last == e) continue;
          last = e;
          ++count;
        }
      }
    }
    // In the order of their keys, so that learning does not hang on a hash table's order.
    for (const auto& [key, last_and_count] : seen) {
      if (last_and_count.second >= parameters_.least_examples) keys_.push_back(key);
    }
    std::sort(keys_.begin(), keys_.end());
    for (uint32_t row = 0; row < keys_.size(); ++row) rows_[keys_[row]] = row;
  }

  // 2. The smooth part and its gradient, and l1.
  double evaluate(const std::vector<float>& w, std::vector<float>& gradient) {
    const size_t features = keys_.size() * classes_;
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    std::vector<float> exponentials;
    for (const float weight : std::span(w).subspan(features))
      exponentials.push_back(std::exp(weight));
    ChainSums sums(classes_, exponentials);
    const std::span<float> moves = std::span(gradient).subspan(features);
    std::vector<float> scores;
    double value = 0;
    for (const Sequence& sequence : sequences_) {
      scores.assign(sequence.targets.size() * classes_, 0);
      for_each_feature(sequence, [&](size_t item, const Known& feature) {
        const float* const weights = &w[feature.row * classes_];
        float* const of_item = &scores[item * classes_];
        for (size_t y = 0; y < classes_; ++y) of_item[y] += feature.value * weights[y];
      });
      sums.run(scores);
      double right = 0;
      for (size_t t = 0; t < sequence.targets.size(); ++t) {
        const uint32_t target = sequence.targets[t];
        right += static_cast<double>(scores[t * classes_ + target]);
        sums.marginals[t * classes_ + target] -= 1;
        if (t == 0 || moves.empty()) continue;
        const size_t move = sequence.targets[t - 1] * classes_ + target;
        right += static_cast<double>(w[features + move]);
        moves[move] -= static_cast<float>(sequence.weight);
      }
      value += sequence.weight * (sums.log_partition - right);
      if (!moves.empty()) sums.add_expected_moves(sequence.weight, moves);
      for_each_feature(sequence, [&](size_t item, const Known& feature) {
        float* const to = &gradient[feature.row * classes_];
        const float* const from = &sums.marginals[item * classes_];
        const float factor = feature.value * static_cast<float>(sequence.weight);
        for (size_t y = 0; y < classes_; ++y) to[y] += factor * from[y];
      });
    }
    double squares = 0;
    double absolutes = 0;
    const auto l2 = static_cast<float>(2 * parameters_.l2);
    for (size_t i = 0; i < w.size(); ++i) {
      gradient[i] += l2 * w[i];
      squares += static_cast<double>(w[i]) * w[i];
      absolutes += std::abs(w[i]);
    }
    return value + parameters_.l2 * squares + parameters_.l1 * absolutes;
  }

  template <typename Use>
  static void for_each_feature(const Sequence& sequence, const Use& use) {
    size_t at = 0;
    for (size_t item = 0; item < sequence.ends.size(); ++item) {
      for (; at < sequence.ends[item]; ++at) use(item, sequence.features[at]);
    }
  }

  [[nodiscard]] std::vector<float> pseudo_gradient(const std::vector<float>& w,
                                                   const std::vector<float>& gradient) const {
    std::vector<float> steepest = gradient;
    const auto l1 = static_cast<float>(parameters_.l1);
    if (l1 == 0) return steepest;
    for (size_t i = 0; i < w.size(); ++i) {
      if (w[i] != 0)
        steepest[i] += w[i] > 0 ? l1 : -l1;
      else if (steepest[i] + l1 < 0)
        steepest[i] += l1;
      else if (steepest[i] - l1 > 0)
        steepest[i] -= l1;
      else
        steepest[i] = 0;
    }
    return steepest;
  }

  [[nodiscard]] std::vector<float> direction_from(const std::deque<Step>& history,
                                                  const std::vector<float>& steepest) const {
    std::vector<float> direction = steepest;
    for (float& x : direction) x = -x;
    if (history.empty()) return direction;
    std::vector<double> factors(history.size());
    for (size_t i = history.size(); i-- > 0;) {
      factors[i] = history[i].inverse * dot(history[i].moved, direction);
      add_scaled(direction, -factors[i], history[i].changed);
    }
    const Step& last = history.back();
    const double scale = 1 / (last.inverse * dot(last.changed, last.changed));
    for (float& x : direction) x *= static_cast<float>(scale);
    for (size_t i = 0; i < history.size(); ++i) {
      const double back = history[i].inverse * dot(history[i].changed, direction);
      add_scaled(direction, factors[i] - back, history[i].moved);
    }
    if (parameters_.l1 != 0) {
      for (size_t i = 0; i < direction.size(); ++i) {
        if (direction[i] * steepest[i] >= 0) direction[i] = 0;
      }
    }
    return direction;
  }

  void move(const std::vector<float>& w, const std::vector<float>& direction, double length,
            const std::vector<float>& steepest, std::vector<float>& to) const {
    const auto f = static_cast<float>(length);
    for (size_t i = 0; i < w.size(); ++i) {
      to[i] = w[i] + f * direction[i];
      if (parameters_.l1 == 0) continue;
      const float side = w[i] != 0 ? w[i] : -steepest[i];
      if (to[i] * side < 0) to[i] = 0;
    }
  }

  void store(const std::vector<float>& w) {
    for (size_t row = 0; row < keys_.size(); ++row)
      chain_.add_row(keys_[row], std::span(w).subspan(row * classes_, classes_));
    chain_.set_transitions(
        {w.begin() + static_cast<std::ptrdiff_t>(keys_.size() * classes_), w.end()});
  }

  Chain& chain_;
  const ChainParameters& parameters_;
  size_t classes_;
  std::vector<uint64_t> keys_;  // Of the features that are learned; the row of each:
  std::unordered_map<uint64_t, uint32_t> rows_;
  std::vector<Sequence> sequences_;
};

Chain train_chain(const std::vector<const ChainExample*>& examples,
                  const std::vector<std::string>& classes, const ChainParameters& parameters) {
  Chain chain(classes, parameters.transitions);
  ChainTrainer(examples, chain, parameters).train();
  return chain;
}

}  // namespace weft::ml
