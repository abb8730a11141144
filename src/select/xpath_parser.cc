// XPath 1.0, sections 2 and 3: operator precedence for expressions, one function per production for
// the rest. The numbers in brackets are the productions of the recommendation.

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "select/lexer.h"
#include "select/parser.h"

namespace weft::select {
namespace {

struct Operator {
  ExprKind kind;
  int precedence;
};

constexpr int kUnaryPrecedence = 7;
constexpr int kUnionPrecedence = 8;

// [21]-[26], loosest first.
std::optional<Operator> binary_operator(const Token& token) {
  static constexpr std::pair<std::string_view, Operator> kOperators[] = {
      {"or", {ExprKind::kOr, 1}},      {"and", {ExprKind::kAnd, 2}},
      {"=", {ExprKind::kEqual, 3}},    {"!=", {ExprKind::kNotEqual, 3}},
      {"<", {ExprKind::kLess, 4}},     {"<=", {ExprKind::kLessEqual, 4}},
      {">", {ExprKind::kGreater, 4}},  {">=", {ExprKind::kGreaterEqual, 4}},
      {"+", {ExprKind::kAdd, 5}},      {"-", {ExprKind::kSubtract, 5}},
      {"*", {ExprKind::kMultiply, 6}}, {"div", {ExprKind::kDivide, 6}},
      {"mod", {ExprKind::kModulo, 6}}, {"|", {ExprKind::kUnion, kUnionPrecedence}},
  };
  if (token.kind != TokenKind::kOperator) return std::nullopt;
  for (const auto& [text, op] : kOperators) {
    if (text == token.text) return op;
  }
  return std::nullopt;
}

constexpr bool is_n_ary(ExprKind kind) {
  return kind == ExprKind::kOr || kind == ExprKind::kAnd || kind == ExprKind::kUnion;
}

std::optional<Axis> axis_called(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Axis::kSelf); ++i) {
    if (axis_name(static_cast<Axis>(i)) == name) return static_cast<Axis>(i);
  }
  return std::nullopt;
}

std::optional<TestKind> node_type_called(std::string_view name) {
  if (name == "node") return TestKind::kNode;
  if (name == "text") return TestKind::kText;
  if (name == "comment") return TestKind::kComment;
  if (name == "processing-instruction") return TestKind::kProcessingInstruction;
  return std::nullopt;
}

Step any_node(Axis axis) { return {axis, {}, {}, 0}; }

class XPathParser {
 public:
  XPathParser(std::string_view text, std::vector<Token> tokens, uint32_t max_nesting)
      : text_(text), tokens_(std::move(tokens)), max_nesting_(max_nesting) {}

  Result<Expr> run() {
    WEFT_ASSIGN(Expr expr, expression());
    if (peek().kind != TokenKind::kEnd) {
      return error(fmt::format("unexpected '{}'", peek().text));
    }
    return expr;
  }

 private:
  // [14] Expr, and every binary operator below it.
  Result<Expr> expression(int minimum = 1) {
    WEFT_ASSIGN(Expr left, unary());
    uint32_t chained = 0;
    while (const auto op = binary_operator(peek())) {
      if (op->precedence < minimum) break;
      take();
      WEFT_ASSIGN(Expr right, expression(op->precedence + 1));
      if (is_n_ary(op->kind) && left.kind == op->kind) {
        left.operands.push_back(std::move(right));
        continue;
      }
      if (++chained + nesting_ > 4 * max_nesting_) return too_deep();
      left = Expr::binary(op->kind, std::move(left), std::move(right));
    }
    return left;
  }

  // [27] UnaryExpr. A minus binds looser than a union.
  Result<Expr> unary() {
    if (!peek().is(TokenKind::kOperator, "-")) return path();
    Expr negated;
    negated.kind = ExprKind::kNegate;
    negated.column = column();
    take();
    WEFT_TRY(enter());
    WEFT_ASSIGN(Expr operand, expression(kUnaryPrecedence));
    leave();
    negated.operands.push_back(std::move(operand));
    return negated;
  }

  // [19] PathExpr: a location path, or a filter expression with steps after it.
  Result<Expr> path() {
    if (!starts_primary()) return location_path();
    const uint32_t start_column = column();
    WEFT_ASSIGN(Expr primary, filter());
    if (!peek().is_symbol("/") && !peek().is_symbol("//")) return primary;
    Expr expr = Expr::path(std::vector<Step>(), PathStart::kExpression);
    expr.column = start_column;
    expr.operands.push_back(std::move(primary));
    WEFT_TRY(more_steps(expr.steps));
    return expr;
  }

  [[nodiscard]] bool starts_primary() const {
    const Token& token = peek();
    if (token.kind == TokenKind::kLiteral || token.kind == TokenKind::kNumber) return true;
    if (token.is_symbol("$") || token.is_symbol("(")) return true;
    if (token.kind != TokenKind::kName) return false;
    if (peek(1).is_symbol("(")) return !node_type_called(token.text);
    return peek(1).is_symbol(":") && peek(2).kind == TokenKind::kName && peek(3).is_symbol("(");
  }

  // [20] FilterExpr.
  Result<Expr> filter() {
    const uint32_t start_column = column();
    WEFT_ASSIGN(Expr expr, primary());
    if (!peek().is_symbol("[")) return expr;
    Expr filtered;
    filtered.kind = ExprKind::kFilter;
    filtered.column = start_column;
    filtered.operands.push_back(std::move(expr));
    WEFT_TRY(predicates(filtered.operands));
    return filtered;
  }

  // [15] PrimaryExpr.
  Result<Expr> primary() {
    const uint32_t start_column = column();
    if (peek().kind == TokenKind::kLiteral) {
      Expr literal = Expr::string(std::string(take().text));
      literal.column = start_column;
      return literal;
    }
    if (peek().kind == TokenKind::kNumber) {
      Expr number = Expr::of_number(take().number);
      number.column = start_column;
      return number;
    }
    if (take_symbol("(")) {
      WEFT_TRY(enter());
      WEFT_ASSIGN(Expr inner, expression());
      leave();
      WEFT_TRY(expect(")"));
      return inner;
    }
    if (take_symbol("$")) {
      WEFT_ASSIGN(std::string name, qualified_name("a variable name"));
      Expr variable;
      variable.kind = ExprKind::kVariable;
      variable.text = std::move(name);
      variable.column = start_column;
      return variable;
    }
    return call();
  }

  // [16] FunctionCall.
  Result<Expr> call() {
    const uint32_t start_column = column();
    WEFT_ASSIGN(std::string name, qualified_name("a function"));
    Expr expr = Expr::call(std::move(name));
    expr.column = start_column;
    WEFT_TRY(expect("("));
    if (take_symbol(")")) return expr;
    WEFT_TRY(enter());
    do {
      WEFT_ASSIGN(Expr argument, expression());
      expr.operands.push_back(std::move(argument));
    } while (take_symbol(","));
    leave();
    WEFT_TRY(expect(")"));
    return expr;
  }

  // [1] LocationPath.
  Result<Expr> location_path() {
    Expr expr = Expr::path(std::vector<Step>());
    expr.column = column();
    if (peek().is_symbol("/") || peek().is_symbol("//")) {
      expr.start = PathStart::kRoot;
      if (peek().is_symbol("/") && !starts_step(peek(1))) {
        take();
        return expr;
      }
    } else {
      WEFT_TRY(step(expr.steps));
    }
    WEFT_TRY(more_steps(expr.steps));
    return expr;
  }

  // [3] RelativeLocationPath, from a slash on.
  Status more_steps(std::vector<Step>& steps) {
    while (true) {
      if (take_symbol("//")) {
        steps.push_back(any_node(Axis::kDescendantOrSelf));
      } else if (!take_symbol("/")) {
        return {};
      }
      WEFT_TRY(step(steps));
    }
  }

  [[nodiscard]] static bool starts_step(const Token& token) {
    return token.kind == TokenKind::kName || token.kind == TokenKind::kStar ||
           token.is_symbol(".") || token.is_symbol("..") || token.is_symbol("@");
  }

  // [4] Step.
  Status step(std::vector<Step>& steps) {
    Step next = any_node(Axis::kChild);
    next.column = column();
    if (take_symbol(".")) {
      next.axis = Axis::kSelf;
      steps.push_back(std::move(next));
      return {};
    }
    if (take_symbol("..")) {
      next.axis = Axis::kParent;
      steps.push_back(std::move(next));
      return {};
    }
    if (take_symbol("@")) {
      next.axis = Axis::kAttribute;
    } else if (peek().kind == TokenKind::kName && peek(1).is_symbol("::")) {
      const auto axis = axis_called(peek().text);
      if (!axis) return error(fmt::format("there is no axis '{}'", peek().text));
      next.axis = *axis;
      take();
      take();
    }
    WEFT_TRY(node_test(next.test));
    WEFT_TRY(predicates(next.predicates));
    steps.push_back(std::move(next));
    return {};
  }

  // [7] NodeTest.
  Status node_test(NodeTest& test) {
    if (peek().kind == TokenKind::kStar) {
      take();
      test.kind = TestKind::kAnyName;
      return {};
    }
    if (peek().kind != TokenKind::kName) return error("expected a step");
    if (peek(1).is_symbol("(")) return node_type(test);
    test.kind = TestKind::kName;
    test.name = take().text;
    if (!peek().is_symbol(":")) return {};
    take();
    test.prefix = std::exchange(test.name, std::string());
    if (peek().kind == TokenKind::kStar) {
      take();
      test.kind = TestKind::kAnyName;
      return {};
    }
    if (peek().kind != TokenKind::kName) return error("expected a name after the prefix");
    test.name = take().text;
    return {};
  }

  // [38] NodeType.
  Status node_type(NodeTest& test) {
    const auto kind = node_type_called(peek().text);
    if (!kind) return error(fmt::format("'{}' is not a node type", peek().text));
    test.kind = *kind;
    take();
    take();
    if (*kind == TestKind::kProcessingInstruction && peek().kind == TokenKind::kLiteral) {
      test.name = take().text;
    }
    return expect(")");
  }

  // [8] Predicate, any number of them.
  Status predicates(std::vector<Expr>& out) {
    while (take_symbol("[")) {
      WEFT_TRY(enter());
      WEFT_ASSIGN(Expr predicate, expression());
      leave();
      WEFT_TRY(expect("]"));
      out.push_back(std::move(predicate));
    }
    return {};
  }

  Result<std::string> qualified_name(std::string_view what) {
    if (peek().kind != TokenKind::kName) return error(fmt::format("expected {}", what));
    std::string name(take().text);
    if (peek().is_symbol(":") && peek(1).kind == TokenKind::kName) {
      take();
      name += ':';
      name += take().text;
    }
    return name;
  }

  Status enter() {
    if (++nesting_ > max_nesting_) return too_deep();
    return {};
  }
  void leave() { --nesting_; }

  [[nodiscard]] const Token& peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool take_symbol(std::string_view spelling) {
    if (!peek().is_symbol(spelling)) return false;
    take();
    return true;
  }
  Status expect(std::string_view spelling) {
    if (take_symbol(spelling)) return {};
    return error(fmt::format("expected '{}'", spelling));
  }

  [[nodiscard]] uint32_t column() const { return column_of(text_, peek().offset); }
  [[nodiscard]] Error error(std::string_view message) const {
    return syntax_error("xpath", message, text_, peek().offset);
  }
  [[nodiscard]] Error too_deep() const {
    Error deep = error(fmt::format("nested deeper than {}", max_nesting_));
    deep.code = ErrorCode::kLimitExceeded;
    return deep;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  uint32_t max_nesting_;
  uint32_t nesting_ = 0;
  size_t at_ = 0;
};

}  // namespace

Result<Expr> parse_xpath(std::string_view text, const QueryLimits& limits) {
  if (text.size() > limits.max_length) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("xpath: longer than {} bytes", limits.max_length)};
  }
  WEFT_ASSIGN(std::vector<Token> tokens, tokenize_xpath(text));
  if (tokens.size() == 1) return syntax_error("xpath", "expected an expression", text, 0);
  return XPathParser(text, std::move(tokens), limits.max_nesting).run();
}

}  // namespace weft::select
