// Steps and paths.
//
// A step takes a sorted set of nodes to a sorted set of nodes. Without positional predicates the
// union over the set is computed at once, by axis:
//   descendant             the subtrees of the nodes that are not inside an earlier one: disjoint
//                          ranges, scanned
//   following, preceding   one range: from the earliest end; up to the last node
//   ancestor               up from each node, until the path of the previous node is met
//   siblings               one walk per parent
// With positional predicates every node of the set is taken by itself. Results come out in document
// order nearly always; when they do not, a bitmap over the ids sorts them in linear time.

#include <algorithm>

#include "base/strings.h"
#include "select/evaluator.h"

namespace weft::select {

using dom::NodeId;

// Gathers nodes and notices whether they need sorting.
class Collector {
 public:
  explicit Collector(NodeSet& out) : out_(out) {}
  void add(NodeRef node) {
    if (!out_.empty() && out_.back() >= node) {
      if (out_.back() == node) return;
      sorted_ = false;
    }
    out_.push_back(node);
  }
  [[nodiscard]] bool sorted() const { return sorted_; }

 private:
  NodeSet& out_;
  bool sorted_ = true;
};

bool Evaluator::holds(const PlanPredicate& predicate, NodeRef node, uint32_t position,
                      uint32_t size) {
  const Focus focus{node, position, size};
  switch (predicate.kind) {
    case PredicateKind::kIndex:
      return position == predicate.n;
    case PredicateKind::kUpTo:
      return position <= predicate.n;
    case PredicateKind::kLast:
      return position == size;
    case PredicateKind::kFilter:
      return boolean(predicate.expr, focus);
    default:
      break;
  }
  if (type_of(predicate.expr) == Type::kNumber) return number(predicate.expr, focus) == position;
  return boolean(predicate.expr, focus);
}

Evaluator::Verdict Evaluator::judge(const PlanStep& step, NodeRef node, uint32_t* positions) {
  Verdict verdict = Verdict::kAccept;
  for (uint32_t i = 0; i < step.predicate_count; ++i) {
    const PlanPredicate& predicate = plan_.predicates[step.first_predicate + i];
    const uint32_t position = ++positions[i];
    if (predicate.kind == PredicateKind::kIndex || predicate.kind == PredicateKind::kUpTo) {
      if (position > predicate.n) return Verdict::kStop;
      if (position == predicate.n) {
        verdict = Verdict::kAcceptAndStop;
      } else if (predicate.kind == PredicateKind::kIndex) {
        return Verdict::kReject;
      }
    } else if (!holds(predicate, node, position, 0)) {
      return verdict == Verdict::kAcceptAndStop ? Verdict::kStop : Verdict::kReject;
    }
  }
  return verdict;
}

void Evaluator::keep_if_holds(const PlanPredicate& predicate, NodeSet& set) {
  const auto size = static_cast<uint32_t>(set.size());
  if (predicate.kind == PredicateKind::kLast) {
    if (size > 1) set.assign(1, set.back());
    return;
  }
  size_t kept = 0;
  for (uint32_t i = 0; i < size; ++i) {
    if (holds(predicate, set[i], i + 1, size)) set[kept++] = set[i];
  }
  set.resize(kept);
}

// --- node-sets ---

void Evaluator::nodes(uint32_t at, const Focus& focus, NodeSet& out) {
  const Instruction& in = instruction(at);
  switch (in.op) {
    case Op::kPath:
      path_nodes(plan_.paths[in.path], focus, out);
      return;
    case Op::kFilter:
      filter_nodes(in, focus, out);
      return;
    case Op::kId:
      nodes_with_ids(in, focus, out);
      return;
    case Op::kVariable:
      if (const NodeSet* set = std::get_if<NodeSet>(&variable(in))) out = *set;
      return;
    case Op::kUnion:
      break;
    default:
      WEFT_CHECK(false && "not a node-set");
  }
  for (uint32_t i = 0; i < in.argument_count; ++i) {
    Buffer part(scratch_);
    nodes(argument(in, i), focus, *part);
    out.insert(out.end(), part->begin(), part->end());
  }
  sort_unique(out);
}

void Evaluator::path_nodes(const PlanPath& path, const Focus& focus, NodeSet& out) {
  if (path.fixed) {
    out = fixed_nodes(path);
    return;
  }
  const NodeRef start = path.start == PathStart::kRoot ? NodeRef() : focus.node;
  if (path.ordered && path.step_count != 0) {
    stream_steps(path.first_step, path.step_count, start, [&](NodeRef node) {
      out.push_back(node);
      return false;
    });
    return;
  }
  Buffer from(scratch_);
  if (path.start == PathStart::kExpression) {
    nodes(path.start_expr, focus, *from);
  } else {
    from->push_back(start);
  }
  run_steps(path, *from, out);
}

void Evaluator::run_steps(const PlanPath& path, NodeSet& from, NodeSet& out) {
  if (path.step_count == 0) {
    out.swap(from);
    return;
  }
  for (uint32_t i = 0; i < path.step_count; ++i) {
    if (i != 0) {
      from.swap(out);
      out.clear();
    }
    expand(plan_.steps[path.first_step + i], from, out);
  }
}

const NodeSet& Evaluator::fixed_nodes(const PlanPath& path) {
  if (!scratch_.fixed_paths[path.memo].known) {
    Buffer from(scratch_);
    Buffer found(scratch_);
    from->push_back(NodeRef());
    run_steps(path, *from, *found);
    Scratch::State::FixedPath& fixed = scratch_.fixed_paths[path.memo];
    fixed.nodes.swap(*found);
    fixed.known = true;
  }
  return scratch_.fixed_paths[path.memo].nodes;
}

void Evaluator::filter_nodes(const Instruction& in, const Focus& focus, NodeSet& out) {
  nodes(argument(in, 0), focus, out);
  for (uint32_t i = 0; i < in.memo; ++i) keep_if_holds(plan_.predicates[in.path + i], out);
}

std::optional<NodeRef> Evaluator::first(uint32_t at, const Focus& focus) {
  const Instruction& in = instruction(at);
  std::optional<NodeRef> found;
  if (in.op == Op::kPath) {
    const PlanPath& path = plan_.paths[in.path];
    if (path.fixed) {
      const NodeSet& set = fixed_nodes(path);
      return set.empty() ? found : set.front();
    }
    if (path.ordered && path.step_count != 0) {
      const NodeRef start = path.start == PathStart::kRoot ? NodeRef() : focus.node;
      stream_steps(path.first_step, path.step_count, start, [&](NodeRef node) {
        found = node;
        return true;
      });
      return found;
    }
  }
  Buffer set(scratch_);
  nodes(at, focus, *set);
  if (!set->empty()) found = set->front();
  return found;
}

// --- steps over sets ---

void Evaluator::expand(const PlanStep& step, const NodeSet& from, NodeSet& out) {
  if (from.empty()) return;
  Collector collector(out);
  if (step.positional || from.size() == 1) {
    for (const NodeRef node : from) {
      stream_step(step, node, [&](NodeRef found) {
        collector.add(found);
        return false;
      });
    }
  } else {
    expand_set(step, from, collector);
  }
  if (!collector.sorted()) sort_unique(out);
}

void Evaluator::expand_set(const PlanStep& step, const NodeSet& from, Collector& out) {
  const auto gather = [&](NodeRef found) {
    out.add(found);
    return false;
  };
  switch (step.axis) {
    case Axis::kDescendant:
    case Axis::kDescendantOrSelf:
      expand_descendants(step, from, out);
      return;
    case Axis::kAncestor:
    case Axis::kAncestorOrSelf:
      expand_ancestors(step, from, out);
      return;
    case Axis::kFollowingSibling:
    case Axis::kPrecedingSibling:
      expand_siblings(step, from, out);
      return;
    case Axis::kFollowing: {
      const auto end = [&](NodeRef n) {
        return n.is_attribute() ? index(n.node) + 1 : columns_.end(index(n.node));
      };
      const auto earliest = std::min_element(from.begin(), from.end(),
                                             [&](NodeRef a, NodeRef b) { return end(a) < end(b); });
      stream_step(step, *earliest, gather);
      return;
    }
    case Axis::kPreceding:
      stream_step(step, from.back(), gather);
      return;
    default:
      break;
  }
  for (const NodeRef node : from) stream_step(step, node, gather);
}

void Evaluator::expand_descendants(const PlanStep& step, const NodeSet& from, Collector& out) {
  uint32_t covered = 0;  // Nodes below this have been looked at.
  for (const NodeRef node : from) {
    const bool inside = !node.is_attribute() && index(node.node) < covered;
    if (inside) continue;
    stream_step(step, node, [&](NodeRef found) {
      out.add(found);
      return false;
    });
    if (!node.is_attribute()) covered = columns_.end(index(node.node));
  }
}

void Evaluator::expand_ancestors(const PlanStep& step, const NodeSet& from, Collector& out) {
  const bool or_self = step.axis == Axis::kAncestorOrSelf;
  bool any_before = false;
  uint32_t previous = 0;  // Its ancestors-or-self have been looked at.
  for (const NodeRef node : from) {
    if (node.is_attribute() && or_self && step.test.kind == TestKind::kNode && passes(step, node))
      out.add(node);
    uint32_t n = index(node.node);
    if (!node.is_attribute() && !or_self) n = columns_.parent(n);
    for (; n != index(dom::kNoNode); n = columns_.parent(n)) {
      // An ancestor at or before the previous node contains it. That node itself may not have been
      // added.
      if (any_before && n < previous) break;
      ++visits_;
      if (matches(columns_, step.test, n) && passes(step, detail::node_at(n)))
        out.add(detail::node_at(n));
      if (any_before && n == previous) break;
    }
    any_before = true;
    previous = index(node.node);
  }
}

// Whether no earlier node of this step had the same parent.
bool Evaluator::first_for_parent(uint32_t n) {
  const uint32_t depth = doc_.depth(NodeId{n});
  std::vector<uint32_t>& seen = scratch_.parent_by_depth;
  if (depth >= seen.size()) seen.resize(depth + 16, UINT32_MAX);
  const uint32_t parent = columns_.parent(n);
  if (seen[depth] == parent) return false;
  seen[depth] = parent;
  return true;
}

void Evaluator::expand_siblings(const PlanStep& step, const NodeSet& from, Collector& out) {
  scratch_.parent_by_depth.clear();
  Buffer starts(scratch_);
  const auto consider = [&](NodeRef node) {
    if (!node.is_attribute() && node.node != dom::kRoot && first_for_parent(index(node.node)))
      starts->push_back(node);
  };
  // Of the nodes with one parent, the first has all following siblings, the last all preceding
  // ones.
  if (step.axis == Axis::kFollowingSibling) {
    std::for_each(from.begin(), from.end(), consider);
  } else {
    std::for_each(from.rbegin(), from.rend(), consider);
  }
  for (const NodeRef node : *starts) {
    stream_step(step, node, [&](NodeRef found) {
      out.add(found);
      return false;
    });
  }
}

void Evaluator::sort_unique(NodeSet& set) {
  constexpr size_t kFew = 24;
  const bool only_nodes =
      std::none_of(set.begin(), set.end(), [](NodeRef n) { return n.is_attribute(); });
  if (set.size() < kFew || !only_nodes || columns_.size / 64 > 4 * set.size()) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    return;
  }
  scratch_.bits.assign(columns_.size / 64 + 1, 0);
  for (const NodeRef node : set)
    scratch_.bits[index(node.node) / 64] |= uint64_t{1} << (index(node.node) % 64);
  set.clear();
  for (size_t word = 0; word < scratch_.bits.size(); ++word) {
    for (uint64_t rest = scratch_.bits[word]; rest != 0; rest &= rest - 1) {
      set.push_back(detail::node_at(static_cast<uint32_t>(word * 64) +
                                    static_cast<uint32_t>(__builtin_ctzll(rest))));
    }
  }
}

// --- id() ---

void Evaluator::nodes_with_ids(const Instruction& in, const Focus& focus, NodeSet& out) {
  const uint32_t ids = argument(in, 0);
  if (type_of(ids) == Type::kNodes) {
    Buffer found(scratch_);
    nodes(ids, focus, *found);
    for (const NodeRef node : *found) {
      const StringScope scope(scratch_.strings);
      add_nodes_with_ids(string_of(node), out);
    }
  } else {
    const StringScope scope(scratch_.strings);
    add_nodes_with_ids(string(ids, focus), out);
  }
  sort_unique(out);
}

// The first element with each of the ids.
void Evaluator::add_nodes_with_ids(std::string_view ids, NodeSet& out) {
  const PlanTest id{.kind = TestKind::kName, .name = dom::atoms::kId, .exact = dom::atoms::kId};
  for (size_t begin = 0; begin < ids.size();) {
    size_t end = begin;
    while (end < ids.size() && !is_html_space(ids[end])) ++end;
    const std::string_view wanted = ids.substr(begin, end - begin);
    begin = end + 1;
    if (wanted.empty() || exhausted()) continue;
    detail::scan(columns_, {.kind = TestKind::kAnyName}, 0, columns_.size, visits_,
                 [&](NodeRef node) {
                   const dom::AttributeEntry* attribute = find_attribute(id, node);
                   if (attribute == nullptr || view(attribute->value) != wanted) return false;
                   out.push_back(node);
                   return true;
                 });
  }
}

}  // namespace weft::select
