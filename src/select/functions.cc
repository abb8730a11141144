// One row per function: name, result, how many arguments, and what type they are converted to. The
// checker, the compiler and the printer read it; a new function is a row here and a case there.
#include "select/functions.h"

#include <algorithm>
#include <cstddef>

namespace weft::select {
namespace {

constexpr uint8_t kMany = 255;

constexpr FunctionInfo kFunctions[] = {
    {"boolean", Function::kBoolean, Type::kBoolean, 1, 1, Type::kBoolean},
    {"ceiling", Function::kCeiling, Type::kNumber, 1, 1, Type::kNumber},
    {"concat", Function::kConcat, Type::kString, 2, kMany, Type::kString},
    {"contains", Function::kContains, Type::kBoolean, 2, 2, Type::kString},
    {"count", Function::kCount, Type::kNumber, 1, 1, Type::kNodes},
    {"ends-with", Function::kEndsWith, Type::kBoolean, 2, 2, Type::kString},
    {"false", Function::kFalse, Type::kBoolean, 0, 0, Type::kAny},
    {"floor", Function::kFloor, Type::kNumber, 1, 1, Type::kNumber},
    {"has-class", Function::kHasClass, Type::kBoolean, 1, kMany, Type::kString},
    {"id", Function::kId, Type::kNodes, 1, 1, Type::kAny},
    {"lang", Function::kLang, Type::kBoolean, 1, 1, Type::kString},
    {"last", Function::kLast, Type::kNumber, 0, 0, Type::kAny},
    {"local-name", Function::kLocalName, Type::kString, 0, 1, Type::kNodes},
    {"name", Function::kName, Type::kString, 0, 1, Type::kNodes},
    {"namespace-uri", Function::kNamespaceUri, Type::kString, 0, 1, Type::kNodes},
    {"normalize-space", Function::kNormalizeSpace, Type::kString, 0, 1, Type::kString},
    {"not", Function::kNot, Type::kBoolean, 1, 1, Type::kBoolean},
    {"number", Function::kNumber, Type::kNumber, 0, 1, Type::kNumber},
    {"position", Function::kPosition, Type::kNumber, 0, 0, Type::kAny},
    {"re:match", Function::kRegexMatch, Type::kString, 2, 3, Type::kString},
    {"re:replace", Function::kRegexReplace, Type::kString, 4, 4, Type::kString},
    {"re:test", Function::kRegexTest, Type::kBoolean, 2, 3, Type::kString},
    {"round", Function::kRound, Type::kNumber, 1, 1, Type::kNumber},
    {"starts-with", Function::kStartsWith, Type::kBoolean, 2, 2, Type::kString},
    {"string", Function::kString, Type::kString, 0, 1, Type::kString},
    {"string-length", Function::kStringLength, Type::kNumber, 0, 1, Type::kString},
    {"substring", Function::kSubstring, Type::kString, 2, 3, Type::kAny},
    {"substring-after", Function::kSubstringAfter, Type::kString, 2, 2, Type::kString},
    {"substring-before", Function::kSubstringBefore, Type::kString, 2, 2, Type::kString},
    {"sum", Function::kSum, Type::kNumber, 1, 1, Type::kNodes},
    {"translate", Function::kTranslate, Type::kString, 3, 3, Type::kString},
    {"true", Function::kTrue, Type::kBoolean, 0, 0, Type::kAny},
    {"type-index", Function::kTypeIndex, Type::kNumber, 0, 0, Type::kAny},
    {"type-index-from-end", Function::kTypeIndexFromEnd, Type::kNumber, 0, 0, Type::kAny},
};

static_assert(std::is_sorted(std::begin(kFunctions), std::end(kFunctions),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

}  // namespace

std::string_view type_name(Type type) {
  static constexpr std::string_view kNames[] = {"node-set", "string", "number", "boolean", "value"};
  return kNames[static_cast<size_t>(type)];
}

const FunctionInfo* find_function(std::string_view name) {
  const auto* found = std::lower_bound(
      std::begin(kFunctions), std::end(kFunctions), name,
      [](const FunctionInfo& info, std::string_view wanted) { return info.name < wanted; });
  return found != std::end(kFunctions) && found->name == name ? found : nullptr;
}

Type static_type(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kString:
      return Type::kString;
    case ExprKind::kNumber:
      return Type::kNumber;
    case ExprKind::kVariable:
      return Type::kAny;
    case ExprKind::kUnion:
    case ExprKind::kPath:
    case ExprKind::kFilter:
      return Type::kNodes;
    case ExprKind::kCall: {
      const FunctionInfo* info = find_function(expr.text);
      return info == nullptr ? Type::kAny : info->result;
    }
    default:
      return is_arithmetic(expr.kind) ? Type::kNumber : Type::kBoolean;
  }
}

bool calls(const Expr& expr, std::string_view function) {
  if (expr.kind == ExprKind::kCall && expr.text == function) return true;
  // The predicates of a filter have their own context; its primary expression shares ours.
  const size_t shared = expr.kind == ExprKind::kFilter ? 1 : expr.operands.size();
  return std::any_of(expr.operands.begin(),
                     expr.operands.begin() + static_cast<std::ptrdiff_t>(shared),
                     [&](const Expr& operand) { return calls(operand, function); });
}

bool is_positional(const Expr& expr) {
  const Type type = static_type(expr);
  return type == Type::kNumber || type == Type::kAny || calls(expr, "position") ||
         calls(expr, "last");
}

}  // namespace weft::select
