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

Chain::Chain(std::vector<std::string> classes, bool transitions)
    : classes_(std::move(classes)), table_(16) {
  if (transitions) set_transitions(std::vector<float>(classes_.size() * classes_.size()));
}

void Chain::set_transitions(std::vector<float> transitions) {
  transitions_ = std::move(transitions);
  moves_.clear();
  for (const float weight : transitions_) moves_.push_back(std::exp(weight));
}

size_t Chain::place_of(uint64_t key) const {
  const size_t mask = table_.size() - 1;
  size_t at = key & mask;
  while (table_[at].count != 0 && table_[at].key != key) at = (at + 1) & mask;
  return at;
}

bool Chain::add_row(uint64_t key, std::span<const float> weights) {
  Row row{key, static_cast<uint32_t>(weights_.size()), 0};
  for (uint32_t y = 0; y < weights.size(); ++y) {
    if (weights[y] != 0) weights_.push_back({y, weights[y]});
  }
  row.count = static_cast<uint32_t>(weights_.size()) - row.first;
  if (row.count == 0) return true;
  if (2 * ++rows_ > table_.size()) {
    std::vector<Row> before(2 * table_.size());
    before.swap(table_);
    for (const Row& one : before) {
      if (one.count != 0) table_[place_of(one.key)] = one;
    }
  }
  Row& place = table_[place_of(key)];
  if (place.count != 0) return false;
  place = row;
  return true;
}

void Chain::add_scores(const FeatureList& item, std::span<float> scores) const {
  for (const SparseFeature& feature : item.features()) {
    const Row& row = table_[place_of(feature.key)];
    for (uint32_t w = row.first; w < row.first + row.count; ++w)
      scores[weights_[w].of] += feature.value * weights_[w].value;
  }
}

std::vector<float> Chain::marginals(std::span<const float> scores) const {
  if (moves_.empty()) {  // OPTIMIZATION: each item by itself.
    std::vector<float> p(scores.begin(), scores.end());
    for (auto row = p.begin(); row != p.end();) {
      const auto end = row + static_cast<std::ptrdiff_t>(classes_.size());
      const float most = *std::max_element(row, end);
      float sum = 0;
      for (auto one = row; one != end; ++one) sum += * one = std::exp(*one - most);
      for (; row != end; ++row) *row /= sum;
    }
    return p;
  }
  ChainSums sums(classes_.size(), moves_);
  sums.run(scores);
  return std::move(sums.marginals);
}

std::vector<float> Chain::probabilities(std::span<const FeatureList> items) const {
  const size_t classes = classes_.size();
  std::vector<float> scores(items.size() * classes);
  for (size_t t = 0; t < items.size(); ++t)
    add_scores(items[t], std::span(scores).subspan(t * classes, classes));
  return marginals(scores);
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
  for (const Chain::Row& row : chain.table_) {
    std::string line;
    for (uint32_t w = row.first; w < row.first + row.count; ++w) {
      const long weight = hundredths(chain.weights_[w].value);
      if (weight != 0)
        line += (line.empty() ? "" : " ") + std::to_string(chain.weights_[w].of) + ':' +
                std::to_string(weight);
    }
    if (!line.empty()) features.push_back(names.at(row.key) + '\t' + line);
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
  std::vector<float> moves(chain.transitions_.size());
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
    moves[from * classes + to] = static_cast<float>(weight) / 100;
  }
  chain.set_transitions(std::move(moves));
  WEFT_ASSIGN(const size_t features, lines.count("features", ChainLimits().features));
  std::vector<float> row(classes);
  for (size_t i = 0; i < features; ++i) {
    WEFT_ASSIGN(std::string_view line, lines.line("a feature"));
    const uint64_t key = FeatureList::key_of(take_until(line, '\t'));
    std::fill(row.begin(), row.end(), 0.0F);
    while (!line.empty()) {
      std::string_view pair = take_until(line, ' ');
      size_t y = 0;
      int weight = 0;
      if (!read_number(take_until(pair, ':'), y) || !read_number(pair, weight) || y >= classes)
        return lines.wrong("a feature is its name, a tab, and CLASS:HUNDREDTHS, …");
      row[y] = static_cast<float>(weight) / 100;
    }
    if (!chain.add_row(key, row)) return lines.wrong("a feature stands there twice");
  }
  WEFT_TRY(lines.end());
  return chain;
}

}  // namespace weft::ml
