// The syntax tree that XPath and CSS are parsed into: XPath 1.0's grammar, as a value.
//
// An Expr is copied, compared and rewritten freely; equality ignores where in the text a part came
// from. Depth is bounded by the parsers (QueryLimits::max_nesting), so functions over it may
// recurse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::select {

enum class Axis : uint8_t {
  kAncestor,
  kAncestorOrSelf,
  kAttribute,
  kChild,
  kDescendant,
  kDescendantOrSelf,
  kFollowing,
  kFollowingSibling,
  kNamespace,
  kParent,
  kPreceding,
  kPrecedingSibling,
  kSelf,
};

// "ancestor-or-self"…
std::string_view axis_name(Axis axis);
// True for the axes whose positions count backwards through the document.
constexpr bool is_reverse(Axis axis) {
  return axis == Axis::kAncestor || axis == Axis::kAncestorOrSelf || axis == Axis::kPreceding ||
         axis == Axis::kPrecedingSibling;
}

enum class TestKind : uint8_t { kName, kAnyName, kNode, kText, kComment, kProcessingInstruction };

struct NodeTest {
  TestKind kind = TestKind::kNode;
  std::string prefix;  // "svg" in svg:path and svg:*.
  std::string name;    // The local name as written; the target of a processing-instruction test.

  bool operator==(const NodeTest&) const = default;
};

struct Expr;

struct Step {
  Axis axis = Axis::kChild;
  NodeTest test;
  std::vector<Expr> predicates;
  uint32_t column = 0;
};
bool operator==(const Step& a, const Step& b);

enum class ExprKind : uint8_t {
  kOr,   // two operands or more
  kAnd,  // two operands or more
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kNegate,
  kUnion,     // two operands or more
  kString,    // text
  kNumber,    // number
  kVariable,  // text: its name
  kCall,      // text: the function; operands: the arguments
  kPath,      // start, steps; operands: the starting expression, if start is kExpression
  kFilter,    // operands: the primary expression, then its predicates
};

enum class PathStart : uint8_t { kContext, kRoot, kExpression };

struct Expr {
  ExprKind kind = ExprKind::kPath;
  std::string text;
  double number = 0;
  std::vector<Expr> operands;
  PathStart start = PathStart::kContext;
  std::vector<Step> steps;
  uint32_t column = 0;  // 1-based, in characters; 0 where the text does not say.

  static Expr string(std::string text);
  static Expr of_number(double value);
  static Expr call(std::string function, std::vector<Expr> arguments = {});
  static Expr binary(ExprKind kind, Expr left, Expr right);
  static Expr path(std::vector<Step> steps, PathStart start = PathStart::kContext);
  static Expr path(Step step);
};
bool operator==(const Expr& a, const Expr& b);

constexpr bool is_comparison(ExprKind kind) {
  return kind >= ExprKind::kEqual && kind <= ExprKind::kGreaterEqual;
}
constexpr bool is_arithmetic(ExprKind kind) {
  return kind >= ExprKind::kAdd && kind <= ExprKind::kNegate;
}

// How deep the tree is, counting nested predicates; 1 for a literal.
uint32_t depth(const Expr& expr);

}  // namespace weft::select
