// Evaluator: runs a plan on one document. Internal to select/.
//
// Expressions are evaluated by the type that is wanted: boolean() of a path stops at its first
// node, string() of it reads only the first, and nothing is a node-set that does not have to be.
// Node-sets are sorted vectors; strings are views of the document, the plan, or the scratch's
// StringStack.
//
//   evaluator_paths.cc    steps and paths, node-sets
//   evaluator_values.cc   booleans and numbers
//   evaluator_strings.cc  strings
//   evaluator_compare.cc  = != < <= > >=
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "select/axes.h"
#include "select/plan.h"
#include "select/query.h"
#include "select/sibling_memo.h"
#include "select/string_stack.h"
#include "select/text_index.h"
#include "select/type_index.h"

namespace weft::select {

struct Scratch::State {
  struct FixedPath {
    bool known = false;
    NodeSet nodes;
  };

  std::vector<std::unique_ptr<NodeSet>> buffers;
  size_t buffers_used = 0;
  StringStack strings;
  TextIndex text_index;
  TypeIndex type_index;
  std::vector<SiblingMemo> sibling_memos;
  std::vector<FixedPath> fixed_paths;
  std::vector<const Value*> variables;
  std::vector<uint32_t> parent_by_depth;
  std::vector<uint64_t> bits;
  std::unordered_map<std::string, std::shared_ptr<const RE2>> regexes;
};

// A node-set borrowed from the scratch, empty at first.
class Buffer {
 public:
  explicit Buffer(Scratch::State& scratch) : scratch_(scratch) {
    if (scratch.buffers_used == scratch.buffers.size())
      scratch.buffers.push_back(std::make_unique<NodeSet>());
    set_ = scratch.buffers[scratch.buffers_used++].get();
    set_->clear();
  }
  ~Buffer() { --scratch_.buffers_used; }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  NodeSet& operator*() { return *set_; }
  NodeSet* operator->() { return set_; }

 private:
  Scratch::State& scratch_;
  NodeSet* set_;
};

// Gives back the strings built during its life.
class StringScope {
 public:
  explicit StringScope(StringStack& strings) : strings_(strings), mark_(strings.mark()) {}
  ~StringScope() { strings_.release(mark_); }
  StringScope(const StringScope&) = delete;
  StringScope& operator=(const StringScope&) = delete;

 private:
  StringStack& strings_;
  StringStack::Mark mark_;
};

// What an expression is evaluated at.
struct Focus {
  NodeRef node;
  uint32_t position = 1;
  uint32_t size = 1;
};

class Evaluator {
 public:
  Evaluator(const Plan& plan, const dom::Document& doc, Scratch::State& scratch,
            uint64_t max_visits);

  // Resolves the plan's variables. Fails with kInvalidArgument if one is missing or should be a
  // node-set.
  Status bind(const Variables* variables);

  bool boolean(uint32_t at, const Focus& focus);
  double number(uint32_t at, const Focus& focus);
  // Valid until the innermost StringScope around the call ends.
  std::string_view string(uint32_t at, const Focus& focus);
  // In document order. REQUIRES: `out` is empty, and not a buffer in use.
  void nodes(uint32_t at, const Focus& focus, NodeSet& out);
  std::optional<NodeRef> first(uint32_t at, const Focus& focus);
  Value value(uint32_t at, const Focus& focus);

  // True if the run gave up: the answers since are worthless.
  [[nodiscard]] bool exhausted() const { return visits_ > max_visits_; }

 private:
  [[nodiscard]] const Instruction& instruction(uint32_t at) const { return plan_.instructions[at]; }
  [[nodiscard]] uint32_t argument(const Instruction& in, uint32_t i) const {
    return plan_.arguments[in.first_argument + i];
  }
  [[nodiscard]] const Value& variable(const Instruction& in) const {
    return *scratch_.variables[in.memo];
  }
  [[nodiscard]] Type type_of(uint32_t at) const;

  // --- paths ---
  template <typename Visit>
  bool stream_step(const PlanStep& step, NodeRef from, Visit&& visit);
  template <typename Visit>
  bool stream_counted(const PlanStep& step, NodeRef from, Visit&& visit);
  template <typename Visit>
  bool stream_steps(uint32_t first, uint32_t count, NodeRef from, Visit&& visit);
  // Visits the nodes of a node-set expression in any order, perhaps some twice; true if stopped.
  template <typename Visit>
  bool for_each(uint32_t at, const Focus& focus, Visit&& visit);

  [[nodiscard]] bool passes(const PlanStep& step, NodeRef node);
  bool holds(const PlanPredicate& predicate, NodeRef node, uint32_t position, uint32_t size);
  enum class Verdict { kReject, kAccept, kAcceptAndStop, kStop };
  Verdict judge(const PlanStep& step, NodeRef node, uint32_t* positions);
  void keep_if_holds(const PlanPredicate& predicate, NodeSet& set);
  void path_nodes(const PlanPath& path, const Focus& focus, NodeSet& out);
  void run_steps(const PlanPath& path, NodeSet& from, NodeSet& out);
  const NodeSet& fixed_nodes(const PlanPath& path);
  void expand(const PlanStep& step, const NodeSet& from, NodeSet& out);
  void expand_set(const PlanStep& step, const NodeSet& from, class Collector& out);
  void expand_descendants(const PlanStep& step, const NodeSet& from, class Collector& out);
  void expand_ancestors(const PlanStep& step, const NodeSet& from, class Collector& out);
  void expand_siblings(const PlanStep& step, const NodeSet& from, class Collector& out);
  [[nodiscard]] bool first_for_parent(uint32_t n);
  void sort_unique(NodeSet& set);
  void filter_nodes(const Instruction& in, const Focus& focus, NodeSet& out);
  void nodes_with_ids(const Instruction& in, const Focus& focus, NodeSet& out);
  void add_nodes_with_ids(std::string_view ids, NodeSet& out);

  // --- values ---
  [[nodiscard]] const dom::AttributeEntry* find_attribute(const PlanTest& test, NodeRef node) const;
  [[nodiscard]] std::string_view view(dom::StringRef text) const;
  bool sibling_exists(const Instruction& in, NodeRef node);
  double sibling_count(const Instruction& in, NodeRef node);
  double type_index(const Instruction& in, NodeRef node);
  bool has_classes(const Instruction& in, const Focus& focus);
  bool in_language(std::string_view wanted, NodeRef node) const;
  double sum(uint32_t at, const Focus& focus);

  // --- strings ---
  std::string_view string_of(NodeRef node);
  std::string_view element_text(dom::NodeId n);
  std::string_view name_of(const Instruction& in, const Focus& focus);
  std::string_view concat(const Instruction& in, const Focus& focus);
  std::string_view substring(const Instruction& in, const Focus& focus);
  std::string_view translate(const Instruction& in, const Focus& focus);
  std::string_view normalize(std::string_view text);
  std::string_view to_string(uint32_t at, const Focus& focus);
  std::shared_ptr<const RE2> regex(const Instruction& in, const Focus& focus);
  std::string_view regex_match(const Instruction& in, const Focus& focus);
  std::string_view regex_replace(const Instruction& in, const Focus& focus);

  // --- comparison ---
  bool compare(const Instruction& in, const Focus& focus);
  bool compare_scalars(ExprKind kind, uint32_t a, uint32_t b, const Focus& focus);
  bool compare_nodes_with(ExprKind kind, uint32_t nodes, uint32_t other, const Focus& focus);
  bool compare_node_sets(ExprKind kind, uint32_t a, uint32_t b, const Focus& focus);
  bool sets_share_a_string(const NodeSet& a, const NodeSet& b);
  bool sets_differ_somewhere(const NodeSet& a, const NodeSet& b);

  const Plan& plan_;
  const dom::Document& doc_;
  Columns columns_;
  Scratch::State& scratch_;
  uint64_t visits_ = 0;
  uint64_t max_visits_;
  uint64_t text_work_ = 0;  // Spent on the strings of elements, until a TextIndex pays.
};

// True if `word` is one of the words of `text`.
bool has_word(std::string_view text, std::string_view word, Separators separators);

// --- templates ---

inline bool Evaluator::passes(const PlanStep& step, NodeRef node) {
  for (uint32_t i = 0; i < step.predicate_count; ++i) {
    if (!boolean(plan_.predicates[step.first_predicate + i].expr, {node, 1, 1})) return false;
  }
  return true;
}

template <typename Visit>
bool Evaluator::stream_step(const PlanStep& step, NodeRef from, Visit&& visit) {
  if (exhausted()) return false;
  if (step.positional) return stream_counted(step, from, visit);
  if (step.predicate_count == 0) return walk(columns_, step.axis, step.test, from, visits_, visit);
  return walk(columns_, step.axis, step.test, from, visits_,
              [&](NodeRef node) { return passes(step, node) && visit(node); });
}

template <typename Visit>
bool Evaluator::stream_counted(const PlanStep& step, NodeRef from, Visit&& visit) {
  if (step.sized) {
    Buffer candidates(scratch_);
    walk(columns_, step.axis, step.test, from, visits_, [&](NodeRef node) {
      candidates->push_back(node);
      return false;
    });
    for (uint32_t i = 0; i < step.predicate_count; ++i) {
      keep_if_holds(plan_.predicates[step.first_predicate + i], *candidates);
    }
    for (const NodeRef node : *candidates) {
      if (visit(node)) return true;
    }
    return false;
  }
  uint32_t positions[8] = {};
  bool stopped = false;
  walk(columns_, step.axis, step.test, from, visits_, [&](NodeRef node) {
    const Verdict verdict = judge(step, node, positions);
    if (verdict == Verdict::kReject) return false;
    if (verdict == Verdict::kStop) return true;
    stopped = visit(node);
    return stopped || verdict == Verdict::kAcceptAndStop;
  });
  return stopped;
}

template <typename Visit>
bool Evaluator::stream_steps(uint32_t first, uint32_t count, NodeRef from, Visit&& visit) {
  const PlanStep& step = plan_.steps[first];
  if (count == 1) return stream_step(step, from, visit);
  return stream_step(step, from,
                     [&](NodeRef node) { return stream_steps(first + 1, count - 1, node, visit); });
}

template <typename Visit>
bool Evaluator::for_each(uint32_t at, const Focus& focus, Visit&& visit) {
  const Instruction& in = instruction(at);
  const auto visit_all = [&](const NodeSet& set) {
    return std::any_of(set.begin(), set.end(), visit);
  };
  if (in.op == Op::kPath) {
    const PlanPath& path = plan_.paths[in.path];
    if (path.fixed) return visit_all(fixed_nodes(path));
    if (path.streams && path.step_count != 0) {
      const NodeRef start = path.start == PathStart::kRoot ? NodeRef() : focus.node;
      return stream_steps(path.first_step, path.step_count, start, visit);
    }
  }
  Buffer found(scratch_);
  nodes(at, focus, *found);
  return visit_all(*found);
}

}  // namespace weft::select
