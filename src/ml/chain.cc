// Chains of classes: probabilities, and the text of the model file. See chain.h.
//
// Probabilities of a chain are marginals, by the forward-backward algorithm:
//
//   1. Every item has a score for every class; its exponential, the largest taken out, is its potential.
//   2. Forward: alpha(t, y) = potential(t, y) * sum over y' of alpha(t-1, y') * exp(transition(y', y)).
//   3. Backward likewise; both are scaled at every item so that nothing overflows.
//   4. The marginal is alpha * beta, made to sum to 1.
//
// The model file:
//
//   weft-model 1 chain
//   about Types of forms
//   classes 2
//   search
//   login
//   transitions 1
//   0 1 -35
//   features 2
//   0:120 1:-80⇥submit search
//   1:95⇥type password
//
// Weights are hundredths; what is not there is 0. Tested by chain_test.cc; fuzzed by model_fuzz.cc.

#include "ml/chain.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/split.h"
#include "ml/chain_sums.h"
#include "ml/model_lines.h"

namespace weft::ml {

void FeatureList::remember(uint64_t key, std::string_view group, std::string_view what) {
  auto [name, fresh] = names_->try_emplace(key);
  if (!fresh) return;
  name->second = group;
  if (!what.empty()) name->second += ' ';
  name->second += what;
}

Chain::Chain(std::vector<std::string> classes, bool transitions) : classes_(std::move(classes)) {
  if (transitions) transitions_.resize(classes_.size() * classes_.size());
}

const float* Chain::row(uint64_t key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? nullptr : &weights_[found->second * classes_.size()];
}

float* Chain::add_row(uint64_t key) {
  const auto [found, fresh] = rows_.try_emplace(key, static_cast<uint32_t>(rows_.size()));
  if (fresh) weights_.resize(weights_.size() + classes_.size());
  return &weights_[found->second * classes_.size()];
}

std::vector<float> Chain::probabilities(std::span<const FeatureList> items) const {
  const size_t classes = classes_.size();
  ChainSums sums(classes, transitions_);
  std::vector<float> scores(items.size() * classes);
  for (size_t t = 0; t < items.size(); ++t) {
    float* const of_item = &scores[t * classes];
    for (const SparseFeature& feature : items[t].features()) {
      const float* const weights = row(feature.key);
      if (weights == nullptr) continue;
      for (size_t y = 0; y < classes; ++y) of_item[y] += feature.value * weights[y];
    }
  }
  sums.run(scores);
  return std::move(sums.marginals);
}

std::string write_chain(const Chain& chain, const FeatureNames& names, std::string_view about) {
  const size_t classes = chain.classes_.size();
  const auto hundredths = [](float weight) { return std::lround(100 * weight); };
  std::string out = model_header("chain", about);
  out += "classes " + std::to_string(classes) + '\n';
  for (const std::string& name : chain.classes_) out += name + '\n';
  std::string lines;
  size_t count = 0;
  for (size_t i = 0; i < chain.transitions_.size(); ++i) {
    const long weight = hundredths(chain.transitions_[i]);
    if (weight == 0) continue;
    ++count;
    lines += std::to_string(i / classes) + ' ' + std::to_string(i % classes) + ' ' +
             std::to_string(weight) + '\n';
  }
  out += "transitions " + (chain.has_transitions() ? std::to_string(count) : "none") + '\n' + lines;
  std::vector<std::string> features;
  for (const auto& [key, number] : chain.rows_) {
    std::string line;
    for (size_t y = 0; y < classes; ++y) {
      const long weight = hundredths(chain.weights_[number * classes + y]);
      if (weight != 0)
        line += (line.empty() ? "" : " ") + std::to_string(y) + ':' + std::to_string(weight);
    }
    if (!line.empty()) features.push_back(names.at(key) + '\t' + line);
  }
  std::sort(features.begin(), features.end());
  out += "features " + std::to_string(features.size()) + '\n';
  for (const std::string& line : features) out += line + '\n';
  return out;
}

Result<Chain> read_chain(std::string_view text) {
  ModelLines lines(text);
  WEFT_TRY(lines.header("chain"));
  WEFT_ASSIGN(const size_t classes, lines.count("classes", ChainLimits().classes));
  if (classes == 0) return lines.wrong("a chain has at least one class");
  std::vector<std::string> names;
  for (size_t y = 0; y < classes; ++y) {
    WEFT_ASSIGN(const std::string_view name, lines.line("the name of a class"));
    names.emplace_back(name);
  }
  WEFT_ASSIGN(const std::string_view transitions, lines.field("transitions"));
  Chain chain(std::move(names), transitions != "none");
  size_t count = 0;
  if (chain.has_transitions() && (!read_number(transitions, count) || count > classes * classes))
    return lines.wrong("transitions must be 'none', or at most one for each pair of classes");
  for (size_t i = 0; i < count; ++i) {
    WEFT_ASSIGN(std::string_view line, lines.line("a transition"));
    size_t from = 0;
    size_t to = 0;
    int weight = 0;
    if (!read_number(take_until(line, ' '), from) || !read_number(take_until(line, ' '), to) ||
        !read_number(line, weight) || from >= classes || to >= classes)
      return lines.wrong("a transition is FROM TO HUNDREDTHS");
    chain.transitions_[from * classes + to] = static_cast<float>(weight) / 100;
  }
  WEFT_ASSIGN(const size_t features, lines.count("features", ChainLimits().features));
  for (size_t i = 0; i < features; ++i) {
    WEFT_ASSIGN(std::string_view line, lines.line("a feature"));
    float* const row = chain.add_row(FeatureList::key_of(take_until(line, '\t')));
    while (!line.empty()) {
      std::string_view pair = take_until(line, ' ');
      size_t y = 0;
      int weight = 0;
      if (!read_number(take_until(pair, ':'), y) || !read_number(pair, weight) || y >= classes)
        return lines.wrong("a feature is its name, a tab, and CLASS:HUNDREDTHS, …");
      row[y] = static_cast<float>(weight) / 100;
    }
  }
  WEFT_TRY(lines.end());
  return chain;
}

}  // namespace weft::ml
