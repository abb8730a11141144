// XPath 1.0, section 3.4: comparisons are existential over node-sets.
//
// Two sets are equal if they share a string: the smaller one is sorted, the larger one looked up.
// They differ somewhere unless all strings of both are the same one. For the orders only the
// extremes count: some a < some b exactly if min(a) < max(b).

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "select/evaluator.h"
#include "select/find_text.h"
#include "select/number.h"

namespace weft::select {
namespace {

template <typename T>
bool holds_between(ExprKind kind, const T& a, const T& b) {
  switch (kind) {
    case ExprKind::kEqual:
      return a == b;
    case ExprKind::kNotEqual:
      return a != b;
    case ExprKind::kLess:
      return a < b;
    case ExprKind::kLessEqual:
      return a <= b;
    case ExprKind::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

// a OP b as b OP' a.
ExprKind mirrored(ExprKind kind) {
  switch (kind) {
    case ExprKind::kLess:
      return ExprKind::kGreater;
    case ExprKind::kLessEqual:
      return ExprKind::kGreaterEqual;
    case ExprKind::kGreater:
      return ExprKind::kLess;
    case ExprKind::kGreaterEqual:
      return ExprKind::kLessEqual;
    default:
      return kind;
  }
}

bool is_equality(ExprKind kind) { return kind == ExprKind::kEqual || kind == ExprKind::kNotEqual; }

}  // namespace

bool Evaluator::compare(const Instruction& in, const Focus& focus) {
  const uint32_t a = argument(in, 0);
  const uint32_t b = argument(in, 1);
  const bool a_is_nodes = type_of(a) == Type::kNodes;
  const bool b_is_nodes = type_of(b) == Type::kNodes;
  if (a_is_nodes && b_is_nodes) return compare_node_sets(in.comparison, a, b, focus);
  if (a_is_nodes) return compare_nodes_with(in.comparison, a, b, focus);
  if (b_is_nodes) return compare_nodes_with(mirrored(in.comparison), b, a, focus);
  return compare_scalars(in.comparison, a, b, focus);
}

bool Evaluator::compare_scalars(ExprKind kind, uint32_t a, uint32_t b, const Focus& focus) {
  const Type type_a = type_of(a);
  const Type type_b = type_of(b);
  if (is_equality(kind) && (type_a == Type::kBoolean || type_b == Type::kBoolean)) {
    return holds_between(kind, boolean(a, focus), boolean(b, focus));
  }
  if (is_equality(kind) && type_a == Type::kString && type_b == Type::kString) {
    const StringScope scope(scratch_.strings);
    if (instruction(b).op == Op::kNormalizeSpace) std::swap(a, b);
    if (instruction(a).op == Op::kNormalizeSpace) {
      const std::string_view wanted = to_string(b, focus);
      const std::string_view text = string(argument(instruction(a), 0), focus);
      return equals_normalized(text, wanted) == (kind == ExprKind::kEqual);
    }
    const std::string_view left = to_string(a, focus);
    return holds_between(kind, left, to_string(b, focus));
  }
  return holds_between(kind, number(a, focus), number(b, focus));
}

bool Evaluator::compare_nodes_with(ExprKind kind, uint32_t nodes, uint32_t other,
                                   const Focus& focus) {
  const Type type = type_of(other);
  if (type == Type::kBoolean) {
    const bool some = boolean(nodes, focus);
    if (is_equality(kind)) return holds_between(kind, some, boolean(other, focus));
    return holds_between(kind, some ? 1.0 : 0.0, number(other, focus));
  }
  const StringScope outer(scratch_.strings);
  if (type == Type::kString && is_equality(kind)) {
    const std::string_view wanted = to_string(other, focus);
    return for_each(nodes, focus, [&](NodeRef node) {
      const StringScope scope(scratch_.strings);
      return holds_between(kind, string_of(node), wanted);
    });
  }
  const double wanted = number(other, focus);
  return for_each(nodes, focus, [&](NodeRef node) {
    const StringScope scope(scratch_.strings);
    return holds_between(kind, string_to_number(string_of(node)), wanted);
  });
}

bool Evaluator::compare_node_sets(ExprKind kind, uint32_t a, uint32_t b, const Focus& focus) {
  Buffer left(scratch_);
  Buffer right(scratch_);
  nodes(a, focus, *left);
  if (left->empty()) return false;
  nodes(b, focus, *right);
  if (right->empty()) return false;
  const StringScope scope(scratch_.strings);
  if (kind == ExprKind::kEqual) return sets_share_a_string(*left, *right);
  if (kind == ExprKind::kNotEqual) return sets_differ_somewhere(*left, *right);
  // The extremes that make the comparison easiest; NaN compares with nothing.
  const bool less = kind == ExprKind::kLess || kind == ExprKind::kLessEqual;
  const auto extreme = [&](const NodeSet& set, bool smallest) {
    double best = std::numeric_limits<double>::quiet_NaN();
    for (const NodeRef node : set) {
      const StringScope inner(scratch_.strings);
      const double value = string_to_number(string_of(node));
      if (std::isnan(value)) continue;
      if (std::isnan(best) || (smallest ? value < best : value > best)) best = value;
    }
    return best;
  };
  return holds_between(kind, extreme(*left, less), extreme(*right, !less));
}

bool Evaluator::sets_share_a_string(const NodeSet& a, const NodeSet& b) {
  const NodeSet& small = a.size() <= b.size() ? a : b;
  const NodeSet& large = a.size() <= b.size() ? b : a;
  std::vector<std::string_view> strings;
  strings.reserve(small.size());
  for (const NodeRef node : small) strings.push_back(string_of(node));
  std::sort(strings.begin(), strings.end());
  return std::any_of(large.begin(), large.end(), [&](NodeRef node) {
    const StringScope scope(scratch_.strings);
    return std::binary_search(strings.begin(), strings.end(), string_of(node));
  });
}

bool Evaluator::sets_differ_somewhere(const NodeSet& a, const NodeSet& b) {
  const std::string_view reference = string_of(a.front());
  const auto differs = [&](NodeRef node) {
    const StringScope scope(scratch_.strings);
    return string_of(node) != reference;
  };
  return std::any_of(a.begin(), a.end(), differs) || std::any_of(b.begin(), b.end(), differs);
}

}  // namespace weft::select
