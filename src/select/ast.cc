#include "select/ast.h"

#include <algorithm>
#include <utility>

namespace weft::select {

std::string_view axis_name(Axis axis) {
  static constexpr std::string_view kNames[] = {
      "ancestor",  "ancestor-or-self",  "attribute", "child",  "descendant", "descendant-or-self",
      "following", "following-sibling", "namespace", "parent", "preceding",  "preceding-sibling",
      "self"};
  return kNames[static_cast<size_t>(axis)];
}

bool operator==(const Step& a, const Step& b) {
  return a.axis == b.axis && a.test == b.test && a.predicates == b.predicates;
}

bool operator==(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.text == b.text && a.number == b.number && a.start == b.start &&
         a.operands == b.operands && a.steps == b.steps;
}

Expr Expr::string(std::string text) {
  Expr expr;
  expr.kind = ExprKind::kString;
  expr.text = std::move(text);
  return expr;
}

Expr Expr::of_number(double value) {
  Expr expr;
  expr.kind = ExprKind::kNumber;
  expr.number = value;
  return expr;
}

Expr Expr::call(std::string function, std::vector<Expr> arguments) {
  Expr expr;
  expr.kind = ExprKind::kCall;
  expr.text = std::move(function);
  expr.operands = std::move(arguments);
  return expr;
}

Expr Expr::binary(ExprKind kind, Expr left, Expr right) {
  Expr expr;
  expr.kind = kind;
  expr.column = left.column;
  expr.operands.push_back(std::move(left));
  expr.operands.push_back(std::move(right));
  return expr;
}

Expr Expr::path(std::vector<Step> steps, PathStart start) {
  Expr expr;
  expr.kind = ExprKind::kPath;
  expr.start = start;
  expr.steps = std::move(steps);
  return expr;
}

Expr Expr::path(Step step) {
  std::vector<Step> steps;
  steps.push_back(std::move(step));
  return path(std::move(steps));
}

uint32_t depth(const Expr& expr) {
  uint32_t below = 0;
  for (const Expr& operand : expr.operands) below = std::max(below, depth(operand));
  for (const Step& step : expr.steps) {
    for (const Expr& predicate : step.predicates) below = std::max(below, depth(predicate));
  }
  return below + 1;
}

}  // namespace weft::select
