// C4.5 (J. R. Quinlan, C4.5: Programs for Machine Learning).
//
//   1  A node's cases are split by the attribute of greatest gain ratio, among those whose gain is at
//      least average. A discrete attribute has a branch for every value, and is asked once on a way; a
//      numeric one is cut at the value of greatest gain, which pays log2(cuts)/cases for the choice.
//   2  A split needs least_cases in at least two branches. None, or one class alone: a leaf.
//   3  Pruning, from the leaves up: a leaf in the place of a subtree is taken if it must not be expected
//      to err more, where n cases with e errors are expected to make U(e, n) more, the upper limit of
//      the binomial distribution at the given confidence (normal approximation, as J48 has it).
//
// DEVIATION: no case has unknown values; subtrees are replaced by leaves, not by their branches.
//
// Tested by decision_tree_test.cc.

#include "ml/decision_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/split.h"
#include "ml/model_lines.h"

namespace weft::ml {
namespace {

constexpr size_t kMaxTreeNodes = 1'000'000;
constexpr size_t kMaxTreeDepth = 64;
constexpr size_t kMaxTreeNames = 4096;  // Attributes, or values of one, or classes.

double entropy(std::span<const uint32_t> counts) {
  double total = 0;
  double sum = 0;
  for (const uint32_t count : counts) {
    total += count;
    if (count > 0) sum += count * std::log2(count);
  }
  return total > 0 ? std::log2(total) - sum / total : 0;
}

// Sum over the normal distribution up to z is 1 - confidence.
double normal_limit(double confidence) {
  double low = 0;
  double high = 10;
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    (std::erfc(z / std::sqrt(2.0)) / 2 > confidence ? low : high) = z;
  }
  return low;
}

uint32_t most_frequent(std::span<const uint32_t> counts) {
  return static_cast<uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

}  // namespace

double pessimistic_errors(double cases, double errors, double confidence) {
  if (errors < 1) {
    const double none = cases * (1 - std::pow(confidence, 1 / cases));
    if (errors == 0) return none;
    return none + errors * (pessimistic_errors(cases, 1, confidence) - none);
  }
  if (errors + 0.5 >= cases) return std::max(cases - errors, 0.0);
  const double z = normal_limit(confidence);
  const double f = (errors + 0.5) / cases;
  const double r = (f + z * z / (2 * cases) +
                    z * std::sqrt(f / cases - f * f / cases + z * z / (4 * cases * cases))) /
                   (1 + z * z / cases);
  return r * cases - errors;
}

// One training run. Recurses to parameters.depth.
class C45 {
 public:
  C45(const TreeCases& cases, const C45Parameters& parameters)
      : cases_(cases),
        parameters_(parameters),
        asked_(cases.attributes.size(), false),
        rows_(cases.labels.size()) {
    std::iota(rows_.begin(), rows_.end(), 0);
    for (size_t a = 0; a < cases.attributes.size(); ++a) {
      std::vector<float>& known = known_.emplace_back();
      if (!cases.attributes[a].values.empty()) continue;
      for (size_t row = 0; row < rows_.size(); ++row) known.push_back(cases.value(row, a));
      std::sort(known.begin(), known.end());
    }
  }

  // Steps 1 and 2 for rows_[begin, end); the number of the node.
  uint32_t grow(size_t begin, size_t end, uint32_t depth) {
    const auto at = static_cast<uint32_t>(nodes.size());
    nodes.emplace_back();
    nodes[at].counts = count(begin, end);
    const auto largest = *std::max_element(nodes[at].counts.begin(), nodes[at].counts.end());
    if (largest == end - begin || depth >= parameters_.depth) return at;
    const auto [attribute, gain] = choose(begin, end);
    if (gain.ratio <= 0) return at;
    const bool discrete = !cases_.attributes[attribute].values.empty();
    const auto branch_of = [&, a = attribute, t = gain.threshold](uint32_t row) {
      const float value = cases_.value(row, a);
      return discrete ? static_cast<size_t>(value) : value <= t ? size_t{0} : size_t{1};
    };
    std::stable_sort(rows_.begin() + static_cast<long>(begin),
                     rows_.begin() + static_cast<long>(end),
                     [&](uint32_t x, uint32_t y) { return branch_of(x) < branch_of(y); });
    const size_t branches = discrete ? cases_.attributes[attribute].values.size() : 2;
    nodes[at].attribute = attribute;
    nodes[at].threshold = gain.threshold;
    if (discrete) asked_[attribute] = true;
    size_t from = begin;
    for (size_t b = 0; b < branches; ++b) {
      size_t to = from;
      while (to < end && branch_of(rows_[to]) == b) ++to;
      uint32_t branch = 0;
      if (to == from) {  // Nobody: as its parent.
        branch = static_cast<uint32_t>(nodes.size());
        nodes.emplace_back();
        nodes[branch].counts.assign(cases_.classes.size(), 0);
      } else {
        branch = grow(from, to, depth + 1);
      }
      nodes[at].branches.push_back(branch);
      from = to;
    }
    if (discrete) asked_[attribute] = false;
    return at;
  }

  // Step 3; the errors to be expected of the node.
  double prune(uint32_t at) {
    const std::vector<uint32_t>& counts = nodes[at].counts;
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    if (total == 0) return 0;
    const double wrong = total - *std::max_element(counts.begin(), counts.end());
    const double as_leaf = wrong + pessimistic_errors(total, wrong, parameters_.confidence);
    if (nodes[at].branches.empty()) return as_leaf;
    double as_tree = 0;
    for (const uint32_t branch : nodes[at].branches) as_tree += prune(branch);
    if (as_leaf > as_tree + 0.1) return as_tree;  // 0.1: J48's margin in favour of leaves.
    nodes[at].attribute = UINT32_MAX;
    nodes[at].branches.clear();
    return as_leaf;
  }

  AttributeGain gain_of(size_t attribute, size_t begin, size_t end) const {
    return cases_.attributes[attribute].values.empty() ? numeric_gain(attribute, begin, end)
                                                       : discrete_gain(attribute, begin, end);
  }
  [[nodiscard]] size_t size() const { return rows_.size(); }

  // The nodes that are left, in preorder.
  void copy(uint32_t from, std::vector<DecisionTree::Node>& out) const {
    const size_t at = out.size();
    out.push_back(nodes[from]);
    for (size_t b = 0; b < nodes[from].branches.size(); ++b) {
      out[at].branches[b] = static_cast<uint32_t>(out.size());
      copy(nodes[from].branches[b], out);
    }
  }

  std::vector<DecisionTree::Node> nodes;

 private:
  [[nodiscard]] std::vector<uint32_t> count(size_t begin, size_t end) const {
    std::vector<uint32_t> counts(cases_.classes.size(), 0);
    for (size_t i = begin; i < end; ++i) ++counts[cases_.labels[rows_[i]]];
    return counts;
  }

  std::pair<uint32_t, AttributeGain> choose(size_t begin, size_t end) const {
    std::vector<AttributeGain> gains(cases_.attributes.size());
    double sum = 0;
    size_t useful = 0;
    for (size_t a = 0; a < gains.size(); ++a) {
      if (asked_[a]) continue;  // Asked before.
      gains[a] = gain_of(a, begin, end);
      if (gains[a].gain <= 0) continue;
      sum += gains[a].gain;
      ++useful;
    }
    uint32_t best = 0;
    AttributeGain found;
    for (uint32_t a = 0; a < gains.size(); ++a) {
      if (gains[a].gain <= 0 || gains[a].gain < sum / static_cast<double>(useful) - 1e-3) continue;
      if (gains[a].ratio > found.ratio) {
        best = a;
        found = gains[a];
      }
    }
    return {best, found};
  }

  [[nodiscard]] AttributeGain discrete_gain(size_t attribute, size_t begin, size_t end) const {
    const size_t classes = cases_.classes.size();
    std::vector<uint32_t> counts(cases_.attributes[attribute].values.size() * classes, 0);
    std::vector<uint32_t> sizes(cases_.attributes[attribute].values.size(), 0);
    for (size_t i = begin; i < end; ++i) {
      const auto value = static_cast<size_t>(cases_.value(rows_[i], attribute));
      ++counts[value * classes + cases_.labels[rows_[i]]];
      ++sizes[value];
    }
    const auto enough = std::count_if(
        sizes.begin(), sizes.end(), [&](uint32_t size) { return size >= parameters_.least_cases; });
    if (enough < 2) return {};
    const auto total = static_cast<double>(end - begin);
    double gain = entropy(count(begin, end));
    for (size_t v = 0; v < sizes.size(); ++v)
      gain -= sizes[v] / total * entropy(std::span(counts).subspan(v * classes, classes));
    const double information = entropy(sizes);
    return {gain, information > 0 ? gain / information : 0, 0};
  }

  [[nodiscard]] AttributeGain numeric_gain(size_t attribute, size_t begin, size_t end) const {
    std::vector<std::pair<float, uint32_t>> sorted;
    for (size_t i = begin; i < end; ++i)
      sorted.emplace_back(cases_.value(rows_[i], attribute), cases_.labels[rows_[i]]);
    std::sort(sorted.begin(), sorted.end());
    const auto total = static_cast<double>(sorted.size());
    // C4.5 asks of both sides a tenth of an even share, 25 at most.
    const double least = std::clamp(0.1 * total / static_cast<double>(cases_.classes.size()),
                                    static_cast<double>(parameters_.least_cases), 25.0);
    std::vector<uint32_t> left(cases_.classes.size(), 0);
    std::vector<uint32_t> right = count(begin, end);
    const double all = entropy(right);
    AttributeGain best;
    size_t cuts = 0;
    double best_left = 0;
    for (size_t i = 0; i + 1 < sorted.size(); ++i) {
      ++left[sorted[i].second];
      --right[sorted[i].second];
      const auto below = static_cast<double>(i + 1);
      if (sorted[i].first == sorted[i + 1].first || below < least) continue;
      if (total - below < least) break;
      ++cuts;
      const double gain =
          all - below / total * entropy(left) - (total - below) / total * entropy(right);
      if (gain > best.gain) {
        // The greatest value of all cases that is not beyond the middle, as C4.5 has it.
        const float middle = (sorted[i].first + sorted[i + 1].first) / 2;
        const std::vector<float>& known = known_[attribute];
        best = {gain, 0, *std::prev(std::upper_bound(known.begin(), known.end(), middle))};
        best_left = below;
      }
    }
    if (cuts == 0) return {};
    best.gain -= std::log2(static_cast<double>(cuts)) / total;
    if (best.gain <= 0) return {};
    const uint32_t parts[] = {static_cast<uint32_t>(best_left),
                              static_cast<uint32_t>(total - best_left)};
    best.ratio = best.gain / entropy(parts);
    return best;
  }

  const TreeCases& cases_;
  const C45Parameters parameters_;
  std::vector<bool> asked_;  // Discrete attributes asked on the way.
  std::vector<uint32_t> rows_;
  std::vector<std::vector<float>> known_;  // By numeric attribute: the values of all cases, sorted.
};

DecisionTree train_c45(const TreeCases& cases, const C45Parameters& parameters) {
  C45 run(cases, parameters);
  run.grow(0, run.size(), 0);
  run.prune(0);
  DecisionTree tree;
  tree.attributes_ = cases.attributes;
  tree.classes_ = cases.classes;
  run.copy(0, tree.nodes_);
  return tree;
}

AttributeGain attribute_gain(const TreeCases& cases, size_t attribute,
                             const C45Parameters& parameters) {
  const C45 run(cases, parameters);
  return run.gain_of(attribute, 0, run.size());
}

DecisionTree::Answer DecisionTree::classify(std::span<const float> row) const {
  const Node* at = nodes_.data();
  const Node* told = at;  // The last on the way that has cases.
  while (!at->branches.empty()) {
    const float value = row[at->attribute];
    const bool discrete = !attributes_[at->attribute].values.empty();
    const size_t branch = discrete ? static_cast<size_t>(value) : value <= at->threshold ? 0 : 1;
    if (branch >= at->branches.size()) break;
    at = &nodes_[at->branches[branch]];
    if (std::any_of(at->counts.begin(), at->counts.end(), [](uint32_t n) { return n > 0; }))
      told = at;
  }
  const uint32_t label = most_frequent(told->counts);
  const double total = std::accumulate(told->counts.begin(), told->counts.end(), 0.0);
  return {label, total > 0 ? told->counts[label] / total : 0};
}

size_t DecisionTree::leaves() const {
  return static_cast<size_t>(std::count_if(nodes_.begin(), nodes_.end(),
                                           [](const Node& node) { return node.branches.empty(); }));
}

std::string DecisionTree::to_string() const {
  std::string out;
  struct Piece {
    uint32_t node;
    size_t depth;
    std::string question;
  };
  std::vector<Piece> stack = {{0, 0, ""}};
  while (!stack.empty()) {
    const Piece piece = stack.back();
    stack.pop_back();
    const Node& node = nodes_[piece.node];
    out += std::string(piece.depth == 0 ? 0 : 2 * (piece.depth - 1), ' ') + piece.question;
    if (node.branches.empty())
      out += fmt::format("{}{} ({})", piece.question.empty() ? "" : ": ",
                         classes_[most_frequent(node.counts)], fmt::join(node.counts, "/"));
    if (!piece.question.empty() || node.branches.empty()) out += '\n';
    for (size_t b = node.branches.size(); b-- > 0;) {
      const TreeAttribute& attribute = attributes_[node.attribute];
      stack.push_back(
          {node.branches[b], piece.depth + 1,
           attribute.values.empty()
               ? fmt::format("{} {} {}", attribute.name, b == 0 ? "<=" : ">", node.threshold)
               : fmt::format("{} = {}", attribute.name, attribute.values[b])});
    }
  }
  return out;
}

std::string write_decision_tree(const DecisionTree& tree, std::string_view about) {
  std::string out = model_header("tree", about);
  out += fmt::format("classes {}\n", fmt::join(tree.classes_, " "));
  out += fmt::format("attributes {}\n", tree.attributes_.size());
  for (const TreeAttribute& attribute : tree.attributes_) {
    out += attribute.name;
    for (const std::string& value : attribute.values) out += " " + value;
    out += '\n';
  }
  out += fmt::format("nodes {}\n", tree.nodes_.size());
  for (const DecisionTree::Node& node : tree.nodes_) {
    if (!node.branches.empty()) {
      const bool numeric = tree.attributes_[node.attribute].values.empty();
      out += numeric ? fmt::format("{}<={} ", node.attribute, node.threshold)
                     : fmt::format("{}? ", node.attribute);
    }
    out += fmt::format("{}\n", fmt::join(node.counts, " "));
  }
  return out;
}

namespace {

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> out;
  do {
    out.emplace_back(take_until(line, ' '));
  } while (!line.empty());
  return out;
}

}  // namespace

// "3<=2.5 10 4": attribute 3 is asked, of 10 and 4 cases; "10 4": a leaf. Puts the number of
// branches that must follow into `branches`.
Result<DecisionTree::Node> DecisionTree::read_node(std::string_view line, ModelLines& lines,
                                                   size_t& branches) const {
  Node node;
  const std::vector<std::string> parts = words(line);
  const size_t sign = parts[0].find_first_of("?<");
  const bool splits = sign != std::string::npos;
  branches = 0;
  if (splits) {
    const std::string_view question = parts[0];
    if (!read_number(question.substr(0, sign), node.attribute) ||
        node.attribute >= attributes_.size())
      return lines.wrong("no such attribute");
    const std::vector<std::string>& values = attributes_[node.attribute].values;
    const bool numeric = question[sign] == '<';
    if (numeric != values.empty()) return lines.wrong("a question of the other kind");
    if (numeric && (question.substr(sign, 2) != "<=" ||
                    !read_number(question.substr(sign + 2), node.threshold)))
      return lines.wrong("expected a threshold");
    branches = numeric ? 2 : values.size();
  }
  for (size_t i = splits ? 1 : 0; i < parts.size(); ++i) {
    if (!read_number(parts[i], node.counts.emplace_back()))
      return lines.wrong("expected the number of cases of each class");
  }
  if (node.counts.size() != classes_.size())
    return lines.wrong("expected as many numbers as classes");
  return node;
}

Result<DecisionTree> read_decision_tree(std::string_view text) {
  ModelLines lines(text);
  WEFT_TRY(lines.header("tree"));
  DecisionTree tree;
  WEFT_ASSIGN(const std::string_view classes, lines.field("classes"));
  tree.classes_ = words(classes);
  if (tree.classes_.size() > kMaxTreeNames) return lines.limit("too many classes");
  WEFT_ASSIGN(const size_t attributes, lines.count("attributes", kMaxTreeNames));
  for (size_t a = 0; a < attributes; ++a) {
    WEFT_ASSIGN(const std::string_view line, lines.line("an attribute"));
    std::vector<std::string> names = words(line);
    if (names.size() > kMaxTreeNames) return lines.limit("too many values");
    tree.attributes_.push_back({names[0], {names.begin() + 1, names.end()}});
  }
  WEFT_ASSIGN(const size_t count, lines.count("nodes", kMaxTreeNodes));
  if (count == 0) return lines.wrong("a tree has at least one node");
  std::vector<std::pair<uint32_t, size_t>> open;  // Splits, and branches that are still to come.
  for (uint32_t n = 0; n < count; ++n) {
    WEFT_ASSIGN(const std::string_view line, lines.line("a node"));
    size_t branches = 0;
    WEFT_ASSIGN(DecisionTree::Node node, tree.read_node(line, lines, branches));
    if (n > 0) {
      if (open.empty()) return lines.wrong("no branch leads here");
      tree.nodes_[open.back().first].branches.push_back(n);
      if (--open.back().second == 0) open.pop_back();
    }
    if (branches > 0) open.emplace_back(n, branches);
    if (open.size() > kMaxTreeDepth) return lines.limit("nested too deep");
    tree.nodes_.push_back(std::move(node));
  }
  if (!open.empty()) return lines.wrong("branches are missing");
  WEFT_TRY(lines.end());
  return tree;
}

}  // namespace weft::ml
