// One walk over the tree. Brackets are written where a part binds looser than its place wants: the
// place passes down the least precedence it takes, and 1 + 2 (5) as an operand of * (6) gets them.
//
//   multiply(add(1, 2), 3)      (1 + 2) * 3
//   path(descendant a, b)       //a/b        the canonical spelling abbreviates where XPath can
#include "select/printer.h"

#include <string_view>
#include <utility>

#include "select/number.h"

namespace weft::select {
namespace {

int precedence(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kOr:
      return 1;
    case ExprKind::kAnd:
      return 2;
    case ExprKind::kEqual:
    case ExprKind::kNotEqual:
      return 3;
    case ExprKind::kLess:
    case ExprKind::kLessEqual:
    case ExprKind::kGreater:
    case ExprKind::kGreaterEqual:
      return 4;
    case ExprKind::kAdd:
    case ExprKind::kSubtract:
      return 5;
    case ExprKind::kMultiply:
    case ExprKind::kDivide:
    case ExprKind::kModulo:
      return 6;
    case ExprKind::kNegate:
      return 7;
    case ExprKind::kUnion:
      return 8;
    // A lone `/` would swallow the operator after it as a step, so it is bracketed among operators.
    case ExprKind::kPath:
      return expr.start == PathStart::kRoot && expr.steps.empty() ? 0 : 9;
    case ExprKind::kFilter:
      return 10;
    case ExprKind::kNumber:
      return expr.number < 0 ? 7 : 11;
    default:
      return 11;
  }
}

std::string_view operator_text(ExprKind kind) {
  static constexpr std::string_view kText[] = {" or ", " and ", " = ",  " != ", " < ",
                                               " <= ", " > ",   " >= ", " + ",  " - ",
                                               " * ",  " div ", " mod "};
  return kind == ExprKind::kUnion ? " | " : kText[static_cast<size_t>(kind)];
}

class Printer {
 public:
  explicit Printer(Dialect dialect) : dialect_(dialect) {}

  // `expr`, in brackets if it binds looser than `minimum`.
  void print(const Expr& expr, int minimum) {
    const bool bracketed = precedence(expr) < minimum;
    if (bracketed) out_ += '(';
    print_bare(expr);
    if (bracketed) out_ += ')';
  }

  std::string take() { return std::move(out_); }

 private:
  void print_bare(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kString:
        out_ += quote(expr.text);
        return;
      case ExprKind::kNumber:
        out_ += number_to_string(expr.number);
        return;
      case ExprKind::kVariable:
        out_ += '$' + expr.text;
        return;
      case ExprKind::kCall:
        print_call(expr);
        return;
      case ExprKind::kPath:
        print_path(expr);
        return;
      case ExprKind::kFilter:
        print(expr.operands[0], 11);
        for (size_t i = 1; i < expr.operands.size(); ++i) print_predicate(expr.operands[i]);
        return;
      case ExprKind::kNegate:
        out_ += '-';
        print(expr.operands[0], precedence(expr));
        return;
      default:
        print_operands(expr);
    }
  }

  void print_operands(const Expr& expr) {
    const int own = precedence(expr);
    const bool n_ary =
        expr.kind == ExprKind::kOr || expr.kind == ExprKind::kAnd || expr.kind == ExprKind::kUnion;
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      if (i != 0) out_ += operator_text(expr.kind);
      print(expr.operands[i], i == 0 && !n_ary ? own : own + 1);
    }
  }

  void print_call(const Expr& expr) {
    if (dialect_ == Dialect::kStandard && expr.operands.size() == 1 && expr.text == "has-class" &&
        expr.operands[0].kind == ExprKind::kString) {
      out_ += "contains(concat(' ', normalize-space(@class), ' '), " +
              quote(' ' + expr.operands[0].text + ' ') + ')';
      return;
    }
    if (dialect_ == Dialect::kStandard && expr.operands.size() == 2 && expr.text == "ends-with" &&
        expr.operands[1].kind == ExprKind::kString) {
      print_ends_with(expr);
      return;
    }
    out_ += expr.text + '(';
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      if (i != 0) out_ += ", ";
      print(expr.operands[i], 0);
    }
    out_ += ')';
  }

  // substring(s, string-length(s) - (length - 1)) = 'suffix', as XPath 1.0 has to say it.
  void print_ends_with(const Expr& expr) {
    const Expr& text = expr.operands[0];
    Expr start = Expr::binary(ExprKind::kSubtract, Expr::call("string-length", {text}),
                              Expr::of_number(character_count(expr.operands[1].text) - 1.0));
    Expr suffix = Expr::call("substring", {text, std::move(start)});
    print(Expr::binary(ExprKind::kEqual, std::move(suffix), expr.operands[1]), 11);
  }

  void print_predicate(const Expr& expr) {
    out_ += '[';
    print(expr, 0);
    out_ += ']';
  }

  void print_path(const Expr& expr) {
    bool slash = false;  // Whether a slash must come before the next step.
    if (expr.start == PathStart::kRoot) {
      out_ += '/';
    } else if (expr.start == PathStart::kExpression) {
      print(expr.operands[0], 10);
      slash = true;
    }
    for (size_t i = 0; i < expr.steps.size(); ++i) {
      const bool rooted = expr.start == PathStart::kRoot && i == 0;
      if (abbreviates_to_slashes(expr, i)) {
        out_ += rooted ? "/" : "//";
        slash = false;
        continue;
      }
      if (slash) out_ += '/';
      print_step(expr.steps[i]);
      slash = true;
    }
  }

  // Whether step i is the `//` between its neighbours.
  static bool abbreviates_to_slashes(const Expr& expr, size_t i) {
    const auto is_any = [&](size_t k) {
      const Step& step = expr.steps[k];
      return step.axis == Axis::kDescendantOrSelf && step.test.kind == TestKind::kNode &&
             step.predicates.empty();
    };
    if (!is_any(i) || i + 1 == expr.steps.size()) return false;
    if (i == 0 && expr.start == PathStart::kContext) return false;
    return i == 0 || !abbreviates_to_slashes(expr, i - 1);
  }

  void print_step(const Step& step) {
    const bool bare_node = step.test.kind == TestKind::kNode && step.predicates.empty();
    if (bare_node && step.axis == Axis::kSelf) {
      out_ += '.';
      return;
    }
    if (bare_node && step.axis == Axis::kParent) {
      out_ += "..";
      return;
    }
    if (step.axis == Axis::kAttribute) {
      out_ += '@';
    } else if (step.axis != Axis::kChild) {
      out_ += axis_name(step.axis);
      out_ += "::";
    }
    print_test(step.test);
    for (const Expr& predicate : step.predicates) print_predicate(predicate);
  }

  void print_test(const NodeTest& test) {
    if (!test.prefix.empty()) out_ += test.prefix + ':';
    switch (test.kind) {
      case TestKind::kName:
        out_ += test.name;
        return;
      case TestKind::kAnyName:
        out_ += '*';
        return;
      case TestKind::kNode:
        out_ += "node()";
        return;
      case TestKind::kText:
        out_ += "text()";
        return;
      case TestKind::kComment:
        out_ += "comment()";
        return;
      case TestKind::kProcessingInstruction:
        out_ += "processing-instruction(" + (test.name.empty() ? std::string() : quote(test.name)) +
                ')';
    }
  }

  Dialect dialect_;
  std::string out_;
};

}  // namespace

std::string print(const Expr& expr, Dialect dialect) {
  Printer printer(dialect);
  printer.print(expr, 0);
  return printer.take();
}

std::string quote(const std::string& text) {
  if (text.find('\'') == std::string::npos) return '\'' + text + '\'';
  if (text.find('"') == std::string::npos) return '"' + text + '"';
  std::string out = "concat(";
  for (size_t begin = 0; begin < text.size();) {
    const char avoided = text[begin] == '\'' ? '\'' : '"';
    const char quote = avoided == '\'' ? '"' : '\'';
    size_t end = text.find(quote, begin);
    if (end == std::string::npos) end = text.size();
    if (begin != 0) out += ", ";
    out += quote + text.substr(begin, end - begin) + quote;
    begin = end;
  }
  return out + ')';
}

}  // namespace weft::select
