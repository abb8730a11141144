// What the grammar cannot say: functions exist and get the right arguments, prefixes are bound, and
// node-sets stand where only node-sets can.

#include <fmt/format.h>

#include "select/plan.h"
#include "select/printer.h"

namespace weft::select {
namespace {

Error error_at(uint32_t column, std::string_view message) {
  return {ErrorCode::kInvalidArgument, fmt::format("xpath: {} at column {}", message, column)};
}

bool may_be_nodes(const Expr& expr) {
  const Type type = static_type(expr);
  return type == Type::kNodes || type == Type::kAny;
}

Error needs_nodes(const Expr& expr, std::string_view what) {
  return error_at(expr.column, fmt::format("{} needs a node-set, not the {} {}", what,
                                           type_name(static_type(expr)), print(expr)));
}

std::string argument_count(const FunctionInfo& info) {
  const auto plural = [](int n) { return n == 1 ? "1 argument" : fmt::format("{} arguments", n); };
  if (info.min_arguments == info.max_arguments) return plural(info.min_arguments);
  if (info.max_arguments == 255) return "at least " + plural(info.min_arguments);
  return fmt::format("{} to {}", int{info.min_arguments}, plural(info.max_arguments));
}

Status check_call(const Expr& expr) {
  const FunctionInfo* info = find_function(expr.text);
  if (info == nullptr)
    return error_at(expr.column, fmt::format("there is no function {}()", expr.text));
  const size_t count = expr.operands.size();
  if (count < info->min_arguments || count > info->max_arguments) {
    return error_at(expr.column,
                    fmt::format("{}() takes {}, not {}", expr.text, argument_count(*info), count));
  }
  if (info->arguments != Type::kNodes) return {};
  for (const Expr& argument : expr.operands) {
    if (!may_be_nodes(argument)) return needs_nodes(argument, expr.text + "()");
  }
  return {};
}

Status check_step(const Step& step, const CompileOptions& options) {
  const bool unbound = !step.test.prefix.empty() && !options.namespaces.contains(step.test.prefix);
  if (unbound && options.xml_names) {
    return error_at(step.column, fmt::format("the prefix '{}' is not bound", step.test.prefix));
  }
  for (const Expr& predicate : step.predicates) WEFT_TRY(check(predicate, options));
  return {};
}

}  // namespace

Status check(const Expr& expr, const CompileOptions& options) {
  if (expr.kind == ExprKind::kCall) WEFT_TRY(check_call(expr));
  if (expr.kind == ExprKind::kUnion) {
    for (const Expr& operand : expr.operands) {
      if (!may_be_nodes(operand)) return needs_nodes(operand, "a union");
    }
  }
  if (expr.kind == ExprKind::kFilter && !may_be_nodes(expr.operands[0])) {
    return needs_nodes(expr.operands[0], "a predicate");
  }
  if (expr.start == PathStart::kExpression && !may_be_nodes(expr.operands[0])) {
    return needs_nodes(expr.operands[0], "a path");
  }
  for (const Expr& operand : expr.operands) WEFT_TRY(check(operand, options));
  for (const Step& step : expr.steps) WEFT_TRY(check_step(step, options));
  return {};
}

}  // namespace weft::select
