// The functions of XPath 1.0 and Weft's extensions, and the static types of expressions.
#pragma once

#include <cstdint>
#include <string_view>

#include "select/ast.h"

namespace weft::select {

// XPath 1.0's four types. kAny: known only when the query runs (variables).
enum class Type : uint8_t { kNodes, kString, kNumber, kBoolean, kAny };

// "node-set", "string"…
std::string_view type_name(Type type);

enum class Function : uint8_t {
  kBoolean,
  kCeiling,
  kConcat,
  kContains,
  kCount,
  kEndsWith,
  kFalse,
  kFloor,
  kHasClass,
  kId,
  kLang,
  kLast,
  kLocalName,
  kName,
  kNamespaceUri,
  kNormalizeSpace,
  kNot,
  kNumber,
  kPosition,
  kRegexMatch,
  kRegexReplace,
  kRegexTest,
  kRound,
  kStartsWith,
  kString,
  kStringLength,
  kSubstring,
  kSubstringAfter,
  kSubstringBefore,
  kSum,
  kTranslate,
  kTrue,
  kTypeIndex,
  kTypeIndexFromEnd,
};

struct FunctionInfo {
  std::string_view name;
  Function function;
  Type result;
  uint8_t min_arguments;
  uint8_t max_arguments;  // 255: any number.
  Type arguments;  // What every argument is converted to; kAny where the function looks itself.
};

// Null for an unknown name.
const FunctionInfo* find_function(std::string_view name);

// What `expr` evaluates to. kAny for variables and unknown functions.
Type static_type(const Expr& expr);

// Whether `expr`, as a predicate, depends on where its node stands among the candidates.
bool is_positional(const Expr& expr);
// Whether `expr` calls `function` for its own context, not in a nested predicate.
bool calls(const Expr& expr, std::string_view function);

}  // namespace weft::select
