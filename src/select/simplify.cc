// The rules, each an equality of XPath 1.0; T is a node test, P non-positional predicates, Q any.
//
//   1. constants        2 * 3 → 6;  'a' = 'b' → false();  x and true() → boolean(x);
//                       not(not(x)) → boolean(x)
//   2. counts           count(x) > 0 → boolean(x);  count(x) = 0 → not(x);
//                       count(x) + 1 > 3 → count(x) > 2
//   3. self steps       a/./b → a/b
//   4. double slashes   //T[P] (that is, descendant-or-self::node()/child::T[P])
//                       → descendant::T[P]
//   5. positions        //T[P][1] → descendant::T[P][not(preceding-sibling::T[P])];
//                       [last()] likewise;
//                       //T[P][position() > 2]
//                       → descendant::T[P][count(preceding-sibling::T[P]) + 1 > 2]
//
// Rule 5 turns a position, which needs the children of every node one by one, into a property of
// the node itself; the evaluator counts siblings in constant time (sibling_memo.h).

#include "select/simplify.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "select/functions.h"

namespace weft::select {
namespace {

bool is_call(const Expr& expr, std::string_view function) {
  return expr.kind == ExprKind::kCall && expr.text == function;
}

std::optional<bool> constant_boolean(const Expr& expr) {
  if (is_call(expr, "true") && expr.operands.empty()) return true;
  if (is_call(expr, "false") && expr.operands.empty()) return false;
  return std::nullopt;
}

Expr boolean_constant(bool value) { return Expr::call(value ? "true" : "false"); }

Expr as_boolean(Expr expr) {
  if (static_type(expr) == Type::kBoolean) return expr;
  std::vector<Expr> arguments;
  arguments.push_back(std::move(expr));
  return Expr::call("boolean", std::move(arguments));
}

Expr not_of(Expr expr) {
  std::vector<Expr> arguments;
  arguments.push_back(std::move(expr));
  return Expr::call("not", std::move(arguments));
}

// --- rule 1 ---

std::optional<double> arithmetic(ExprKind kind, double a, double b) {
  double value = 0;
  switch (kind) {
    case ExprKind::kAdd:
      value = a + b;
      break;
    case ExprKind::kSubtract:
      value = a - b;
      break;
    case ExprKind::kMultiply:
      value = a * b;
      break;
    case ExprKind::kDivide:
      value = a / b;
      break;
    case ExprKind::kModulo:
      value = std::fmod(a, b);
      break;
    default:
      return std::nullopt;
  }
  // NaN, infinities and minus zero have no spelling as a number.
  if (!std::isfinite(value) || (value == 0 && std::signbit(value))) return std::nullopt;
  return value;
}

template <typename T>
bool compare(ExprKind kind, const T& a, const T& b) {
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

Expr fold_operator(Expr expr) {
  const Expr& a = expr.operands.front();
  const Expr& b = expr.operands.back();
  if (expr.kind == ExprKind::kNegate) {
    if (a.kind == ExprKind::kNumber && a.number != 0) return Expr::of_number(-a.number);
    return expr;
  }
  if (a.kind == ExprKind::kNumber && b.kind == ExprKind::kNumber) {
    if (is_comparison(expr.kind)) return boolean_constant(compare(expr.kind, a.number, b.number));
    if (const auto value = arithmetic(expr.kind, a.number, b.number))
      return Expr::of_number(*value);
  }
  if (a.kind == ExprKind::kString && b.kind == ExprKind::kString &&
      (expr.kind == ExprKind::kEqual || expr.kind == ExprKind::kNotEqual)) {
    return boolean_constant(compare(expr.kind, a.text, b.text));
  }
  return expr;
}

// `and` and `or`: drops the neutral constant, collapses at the absorbing one.
Expr fold_connective(Expr expr) {
  const bool neutral = expr.kind == ExprKind::kAnd;
  std::vector<Expr> kept;
  for (Expr& operand : expr.operands) {
    const auto value = constant_boolean(operand);
    if (!value) {
      kept.push_back(std::move(operand));
    } else if (*value != neutral) {
      return boolean_constant(*value);
    }
  }
  if (kept.empty()) return boolean_constant(neutral);
  if (kept.size() == 1) return as_boolean(std::move(kept.front()));
  expr.operands = std::move(kept);
  return expr;
}

Expr fold_call(Expr expr) {
  if (expr.operands.size() == 1 && (expr.text == "not" || expr.text == "boolean")) {
    const bool inverted = expr.text == "not";
    Expr& argument = expr.operands[0];
    if (const auto value = constant_boolean(argument)) return boolean_constant(*value != inverted);
    if (is_call(argument, "not") && argument.operands.size() == 1) {
      Expr inner = std::move(argument.operands[0]);
      return inverted ? as_boolean(std::move(inner)) : not_of(std::move(inner));
    }
    if (is_call(argument, "boolean") && argument.operands.size() == 1) {
      Expr inner = std::move(argument.operands[0]);
      argument = std::move(inner);
    }
    if (!inverted && static_type(expr.operands[0]) == Type::kBoolean) {
      Expr inner = std::move(expr.operands[0]);
      return inner;
    }
  }
  if (expr.text == "concat" && expr.operands.size() >= 2) {
    std::vector<Expr> merged;
    for (Expr& operand : expr.operands) {
      if (operand.kind == ExprKind::kString && !merged.empty() &&
          merged.back().kind == ExprKind::kString) {
        merged.back().text += operand.text;
      } else {
        merged.push_back(std::move(operand));
      }
    }
    if (merged.size() == 1 && merged[0].kind == ExprKind::kString) {
      Expr only = std::move(merged[0]);
      return only;
    }
    if (merged.size() == 1) merged.push_back(Expr::string(""));
    expr.operands = std::move(merged);
  }
  return expr;
}

// --- rule 2 ---

// count(x) OP n for the n that ask about emptiness: true (some), false (none).
std::optional<bool> asks_for_some(ExprKind kind, double n) {
  if (n == 0) {
    if (kind == ExprKind::kGreater || kind == ExprKind::kNotEqual) return true;
    if (kind == ExprKind::kEqual || kind == ExprKind::kLessEqual) return false;
  }
  if (n == 1) {
    if (kind == ExprKind::kGreaterEqual) return true;
    if (kind == ExprKind::kLess) return false;
  }
  return std::nullopt;
}

// count(x) + c OP n, with whole numbers, as count(x) OP n - c.
Expr move_addend(Expr expr) {
  Expr& sum = expr.operands[0];
  const double n = expr.operands[1].number;
  if (sum.kind != ExprKind::kAdd || expr.operands[1].kind != ExprKind::kNumber) return expr;
  if (!is_call(sum.operands[0], "count") || sum.operands[1].kind != ExprKind::kNumber) return expr;
  const double addend = sum.operands[1].number;
  constexpr double kExact = 1 << 30;
  if (std::floor(n) != n || std::floor(addend) != addend || std::abs(n) > kExact ||
      std::abs(addend) > kExact) {
    return expr;
  }
  Expr count = std::move(sum.operands[0]);
  return Expr::binary(expr.kind, std::move(count), Expr::of_number(n - addend));
}

Expr fold_count(Expr expr) {
  expr = move_addend(std::move(expr));
  const Expr& count = expr.operands[0];
  const Expr& n = expr.operands[1];
  if (!is_call(count, "count") || count.operands.size() != 1 || n.kind != ExprKind::kNumber)
    return expr;
  if (static_type(count.operands[0]) != Type::kNodes) return expr;
  const auto some = asks_for_some(expr.kind, n.number);
  if (!some) return expr;
  Expr nodes = std::move(expr.operands[0].operands[0]);
  return *some ? as_boolean(std::move(nodes)) : not_of(std::move(nodes));
}

// --- rules 3 to 5 ---

bool is_bare(const Step& step, Axis axis) {
  return step.axis == axis && step.test.kind == TestKind::kNode && step.predicates.empty();
}

Expr sibling_path(Axis axis, const Step& like, size_t predicates) {
  Step step{axis, like.test, {}, like.column};
  step.predicates.assign(like.predicates.begin(),
                         like.predicates.begin() + static_cast<std::ptrdiff_t>(predicates));
  return Expr::path(std::move(step));
}

// `expr` with every position() of its own context replaced.
Expr replace_position(Expr expr, const Expr& replacement) {
  if (is_call(expr, "position")) return replacement;
  const size_t shared = expr.kind == ExprKind::kFilter ? 1 : expr.operands.size();
  for (size_t i = 0; i < shared; ++i) {
    expr.operands[i] = replace_position(std::move(expr.operands[i]), replacement);
  }
  return expr;
}

// Rule 5: predicate `at` of a child step as a property of the node itself; nothing if it has no
// such form.
std::optional<Expr> position_as_property(const Step& step, size_t at) {
  const Expr& predicate = step.predicates[at];
  if (predicate.kind == ExprKind::kNumber) {
    const double k = predicate.number;
    if (k < 1 || k != std::floor(k)) return boolean_constant(false);
    Expr before = sibling_path(Axis::kPrecedingSibling, step, at);
    if (k == 1) return not_of(std::move(before));
    return Expr::binary(ExprKind::kEqual, Expr::call("count", {std::move(before)}),
                        Expr::of_number(k - 1));
  }
  if (is_call(predicate, "last")) return not_of(sibling_path(Axis::kFollowingSibling, step, at));
  if (static_type(predicate) != Type::kBoolean || calls(predicate, "last")) return std::nullopt;
  Expr index = Expr::binary(ExprKind::kAdd,
                            Expr::call("count", {sibling_path(Axis::kPrecedingSibling, step, at)}),
                            Expr::of_number(1));
  return replace_position(predicate, index);
}

// Predicates that are always true go; one boolean(x) is as good as x.
void tidy_predicates(std::vector<Expr>& predicates, size_t from) {
  std::vector<Expr> kept;
  for (size_t i = 0; i < predicates.size(); ++i) {
    Expr& predicate = predicates[i];
    if (i >= from) {
      if (constant_boolean(predicate) == true) continue;
      if (is_call(predicate, "boolean") && predicate.operands.size() == 1 &&
          static_type(predicate.operands[0]) != Type::kNumber &&
          static_type(predicate.operands[0]) != Type::kAny) {
        Expr inner = std::move(predicate.operands[0]);
        predicate = std::move(inner);
      }
    }
    kept.push_back(std::move(predicate));
  }
  predicates = std::move(kept);
}

uint32_t size(const Expr& expr) {
  uint32_t total = 1;
  for (const Expr& operand : expr.operands) total += size(operand);
  for (const Step& step : expr.steps) {
    ++total;
    for (const Expr& predicate : step.predicates) total += size(predicate);
  }
  return total;
}

// Rule 5 writes the predicates before the position twice, so they must be small, or nesting would
// multiply.
bool can_be_copied(const Step& step, size_t predicates) {
  constexpr uint32_t kLargest = 40;
  uint32_t total = 0;
  for (size_t i = 0; i < predicates; ++i) total += size(step.predicates[i]);
  return total <= kLargest;
}

// A child step below descendant-or-self::node() as a descendant step (rules 4 and 5).
std::optional<Step> as_descendant_step(const Step& child) {
  std::optional<size_t> positional;
  for (size_t i = 0; i < child.predicates.size(); ++i) {
    if (!is_positional(child.predicates[i])) continue;
    if (positional) return std::nullopt;
    positional = i;
  }
  Step step = child;
  step.axis = Axis::kDescendant;
  if (positional) {
    if (!can_be_copied(child, *positional)) return std::nullopt;
    auto property = position_as_property(child, *positional);
    if (!property) return std::nullopt;
    step.predicates[*positional] = simplify(std::move(*property));
    tidy_predicates(step.predicates, *positional);
  }
  return step;
}

std::optional<Step> merge_into_double_slash(const Step& next) {
  switch (next.axis) {
    case Axis::kChild:
      return as_descendant_step(next);
    case Axis::kSelf:
    case Axis::kDescendant:
    case Axis::kDescendantOrSelf: {
      for (const Expr& predicate : next.predicates) {
        if (is_positional(predicate)) return std::nullopt;
      }
      Step step = next;
      if (next.axis == Axis::kSelf) step.axis = Axis::kDescendantOrSelf;
      return step;
    }
    default:
      return std::nullopt;
  }
}

Expr simplify_path(Expr expr) {
  std::vector<Step> steps;
  for (Step& step : expr.steps) {
    if (is_bare(step, Axis::kSelf)) continue;  // Rule 3.
    if (!steps.empty() && is_bare(steps.back(), Axis::kDescendantOrSelf)) {
      if (auto merged = merge_into_double_slash(step)) {
        steps.back() = std::move(*merged);
        continue;
      }
    }
    steps.push_back(std::move(step));
  }
  const bool only_self = steps.empty() && !expr.steps.empty() && expr.start == PathStart::kContext;
  if (only_self) steps.push_back({Axis::kSelf, {}, {}, expr.column});
  expr.steps = std::move(steps);
  if (expr.steps.empty() && expr.start == PathStart::kExpression &&
      static_type(expr.operands[0]) == Type::kNodes) {
    Expr inner = std::move(expr.operands[0]);
    return inner;
  }
  return expr;
}

}  // namespace

Expr simplify(Expr expr) {
  for (Expr& operand : expr.operands) operand = simplify(std::move(operand));
  for (Step& step : expr.steps) {
    for (Expr& predicate : step.predicates) predicate = simplify(std::move(predicate));
    tidy_predicates(step.predicates, 0);
  }
  switch (expr.kind) {
    case ExprKind::kOr:
    case ExprKind::kAnd:
      return fold_connective(std::move(expr));
    case ExprKind::kCall:
      return fold_call(std::move(expr));
    case ExprKind::kPath:
      return simplify_path(std::move(expr));
    case ExprKind::kFilter:
      tidy_predicates(expr.operands, 1);
      if (expr.operands.size() == 1) {
        Expr inner = std::move(expr.operands[0]);
        return inner;
      }
      return expr;
    default:
      break;
  }
  if (is_comparison(expr.kind)) {
    expr = fold_operator(std::move(expr));
    return is_comparison(expr.kind) ? fold_count(std::move(expr)) : expr;
  }
  return is_arithmetic(expr.kind) ? fold_operator(std::move(expr)) : expr;
}

}  // namespace weft::select
