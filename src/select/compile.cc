// Syntax tree to plan. Besides flattening, this is where common shapes get instructions of their
// own:
//
//   @x, @x = 'y', string(@x)                   look at the attribute, no node-set
//   contains(concat(' ', normalize-space(@x), ' '), ' w ')
//                                              a word test on the attribute's bytes
//   preceding-sibling::T[P], count(…) of it    remembered per parent (sibling_memo.h)
//   [3], [position() <= 3], [last()]           stop early, without counting what follows
//   a path from the root within a predicate    computed once a run

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/plan.h"

namespace weft::select {
namespace {

constexpr uint32_t kMostInlinePredicates = 8;
constexpr uint32_t kMostStreamedSteps = 8;

constexpr std::string_view kHtmlUri = "http://www.w3.org/1999/xhtml";
constexpr std::string_view kSvgUri = "http://www.w3.org/2000/svg";
constexpr std::string_view kMathMlUri = "http://www.w3.org/1998/Math/MathML";

bool is_call(const Expr& expr, std::string_view function, size_t arguments) {
  return expr.kind == ExprKind::kCall && expr.text == function && expr.operands.size() == arguments;
}

bool is_string(const Expr& expr, std::string_view text) {
  return expr.kind == ExprKind::kString && expr.text == text;
}

// The step of a path that is one step from the context node; else null.
const Step* only_step(const Expr& expr) {
  const bool single =
      expr.kind == ExprKind::kPath && expr.start == PathStart::kContext && expr.steps.size() == 1;
  return single ? &expr.steps[0] : nullptr;
}

// The step of a path that is one named attribute of the context node; else null.
const Step* only_attribute(const Expr& expr) {
  const Step* step = only_step(expr);
  return step != nullptr && step->axis == Axis::kAttribute && step->test.kind == TestKind::kName &&
                 step->predicates.empty()
             ? step
             : nullptr;
}

bool is_sibling_axis(Axis axis) {
  return axis == Axis::kPrecedingSibling || axis == Axis::kFollowingSibling;
}

class Compiler {
 public:
  explicit Compiler(const CompileOptions& options) : options_(options) {
    plan_.xml_names = options.xml_names;
  }

  Result<Plan> run(const Expr& expr) {
    plan_.root = expression(expr);
    if (error_) return *error_;
    return std::move(plan_);
  }

 private:
  // --- expressions ---

  uint32_t expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kOr:
        return with_arguments(Op::kOr, Type::kBoolean, expr.operands, Type::kBoolean);
      case ExprKind::kAnd:
        return with_arguments(Op::kAnd, Type::kBoolean, expr.operands, Type::kBoolean);
      case ExprKind::kUnion:
        return with_arguments(Op::kUnion, Type::kNodes, expr.operands, Type::kNodes);
      case ExprKind::kString:
        return add({.op = Op::kString, .type = Type::kString, .text = expr.text});
      case ExprKind::kNumber:
        return add({.op = Op::kNumber, .type = Type::kNumber, .number = expr.number});
      case ExprKind::kVariable:
        return variable(expr, false);
      case ExprKind::kCall:
        return call(expr);
      case ExprKind::kPath:
        return path_expression(expr);
      case ExprKind::kFilter:
        return filter(expr);
      default:
        break;
    }
    return is_comparison(expr.kind) ? comparison(expr) : arithmetic(expr);
  }

  // As `type`: a node-set argument where a boolean is wanted becomes an existence test, and so on.
  uint32_t expression_as(const Expr& expr, Type type) {
    if (type == Type::kBoolean) return boolean(expr);
    if (type == Type::kString) return string(expr);
    if (type == Type::kNodes && expr.kind == ExprKind::kVariable) return variable(expr, true);
    if (type == Type::kNumber && static_type(expr) != Type::kNumber) {
      return convert(Op::kToNumber, Type::kNumber, expr);
    }
    return expression(expr);
  }

  uint32_t boolean(const Expr& expr) {
    if (static_type(expr) == Type::kBoolean) return expression(expr);
    if (const Step* attribute = only_attribute(expr)) {
      return add(
          {.op = Op::kAttributeExists, .type = Type::kBoolean, .attribute = name_test(*attribute)});
    }
    if (const auto memo = sibling_memo(Op::kSiblingExists, Type::kBoolean, expr)) return *memo;
    return convert(Op::kToBoolean, Type::kBoolean, expr);
  }

  uint32_t string(const Expr& expr) {
    if (static_type(expr) == Type::kString) return expression(expr);
    if (const Step* attribute = only_attribute(expr)) {
      return add(
          {.op = Op::kAttributeString, .type = Type::kString, .attribute = name_test(*attribute)});
    }
    return convert(Op::kToString, Type::kString, expr);
  }

  uint32_t convert(Op op, Type type, const Expr& expr) {
    return add_with({.op = op, .type = type}, {expression(expr)});
  }

  uint32_t variable(const Expr& expr, bool must_be_nodes) {
    uint32_t index = 0;
    while (index < plan_.variables.size() && plan_.variables[index].name != expr.text) ++index;
    if (index == plan_.variables.size()) plan_.variables.push_back({expr.text, false});
    plan_.variables[index].must_be_nodes |= must_be_nodes;
    return add(
        {.op = Op::kVariable, .type = must_be_nodes ? Type::kNodes : Type::kAny, .memo = index});
  }

  uint32_t arithmetic(const Expr& expr) {
    static constexpr Op kOps[] = {Op::kAdd,    Op::kSubtract, Op::kMultiply,
                                  Op::kDivide, Op::kModulo,   Op::kNegate};
    const auto op = kOps[static_cast<int>(expr.kind) - static_cast<int>(ExprKind::kAdd)];
    return with_arguments(op, Type::kNumber, expr.operands, Type::kNumber);
  }

  uint32_t comparison(const Expr& expr) {
    const Expr& a = expr.operands[0];
    const Expr& b = expr.operands[1];
    if (expr.kind == ExprKind::kEqual) {
      const bool literal_left = a.kind == ExprKind::kString;
      const Step* attribute = only_attribute(literal_left ? b : a);
      const Expr& literal = literal_left ? a : b;
      if (attribute != nullptr && literal.kind == ExprKind::kString) {
        return add({.op = Op::kAttributeEquals,
                    .type = Type::kBoolean,
                    .attribute = name_test(*attribute),
                    .text = literal.text});
      }
    }
    return add_with({.op = Op::kCompare, .type = Type::kBoolean, .comparison = expr.kind},
                    {expression(a), expression(b)});
  }

  // --- functions ---

  uint32_t call(const Expr& expr) {
    const FunctionInfo& info = *find_function(expr.text);
    switch (info.function) {
      case Function::kTrue:
        return add({.op = Op::kConstant, .type = Type::kBoolean, .number = 1});
      case Function::kFalse:
        return add({.op = Op::kConstant, .type = Type::kBoolean, .number = 0});
      case Function::kBoolean:
        return boolean(expr.operands[0]);
      case Function::kNot:
        return add_with({.op = Op::kNot, .type = Type::kBoolean}, {boolean(expr.operands[0])});
      case Function::kNumber:
        return expr.operands.empty() ? convert(Op::kToNumber, Type::kNumber, context_node())
                                     : expression_as(expr.operands[0], Type::kNumber);
      case Function::kString:
        return expr.operands.empty() ? string(context_node()) : string(expr.operands[0]);
      case Function::kContains:
        if (const auto token = token_test(expr)) return *token;
        break;
      case Function::kHasClass:
        if (expr.operands.size() == 1 && expr.operands[0].kind == ExprKind::kString)
          return class_test(expr.operands[0].text);
        break;
      case Function::kCount:
        if (const auto memo = sibling_memo(Op::kSiblingCount, Type::kNumber, expr.operands[0]))
          return *memo;
        break;
      case Function::kSubstring:
        return substring(expr);
      case Function::kId:
        return id(expr);
      case Function::kTypeIndex:
      case Function::kTypeIndexFromEnd:
        return add({.op = op_of(info.function), .type = Type::kNumber});
      case Function::kRegexTest:
      case Function::kRegexMatch:
      case Function::kRegexReplace:
        return regex(expr, info);
      default:
        break;
    }
    std::vector<Expr> arguments = expr.operands;
    if (arguments.empty() && info.min_arguments == 0 && info.max_arguments == 1)
      arguments.push_back(context_node());
    return with_arguments(op_of(info.function), info.result, arguments, info.arguments);
  }

  static Op op_of(Function function) {
    switch (function) {
      case Function::kCeiling:
        return Op::kCeiling;
      case Function::kConcat:
        return Op::kConcat;
      case Function::kContains:
        return Op::kContains;
      case Function::kCount:
        return Op::kCount;
      case Function::kEndsWith:
        return Op::kEndsWith;
      case Function::kFloor:
        return Op::kFloor;
      case Function::kHasClass:
        return Op::kHasClass;
      case Function::kLang:
        return Op::kLang;
      case Function::kLast:
        return Op::kLast;
      case Function::kLocalName:
        return Op::kLocalName;
      case Function::kName:
        return Op::kName;
      case Function::kNamespaceUri:
        return Op::kNamespaceUri;
      case Function::kNormalizeSpace:
        return Op::kNormalizeSpace;
      case Function::kPosition:
        return Op::kPosition;
      case Function::kRegexMatch:
        return Op::kRegexMatch;
      case Function::kRegexReplace:
        return Op::kRegexReplace;
      case Function::kRegexTest:
        return Op::kRegexTest;
      case Function::kRound:
        return Op::kRound;
      case Function::kStartsWith:
        return Op::kStartsWith;
      case Function::kStringLength:
        return Op::kStringLength;
      case Function::kSubstringAfter:
        return Op::kSubstringAfter;
      case Function::kSubstringBefore:
        return Op::kSubstringBefore;
      case Function::kSum:
        return Op::kSum;
      case Function::kTranslate:
        return Op::kTranslate;
      case Function::kTypeIndex:
        return Op::kTypeIndex;
      case Function::kTypeIndexFromEnd:
        return Op::kTypeIndexFromEnd;
      default:
        WEFT_CHECK(false && "compiled elsewhere");
    }
    return Op::kConstant;
  }

  static Expr context_node() { return Expr::path(Step{Axis::kSelf, {}, {}, 0}); }

  uint32_t substring(const Expr& expr) {
    std::vector<uint32_t> arguments{string(expr.operands[0])};
    for (size_t i = 1; i < expr.operands.size(); ++i) {
      arguments.push_back(expression_as(expr.operands[i], Type::kNumber));
    }
    return add_with({.op = Op::kSubstring, .type = Type::kString}, arguments);
  }

  uint32_t id(const Expr& expr) {
    const Expr& argument = expr.operands[0];
    const uint32_t compiled =
        static_type(argument) == Type::kNodes ? expression(argument) : string(argument);
    return add_with({.op = Op::kId, .type = Type::kNodes}, {compiled});
  }

  uint32_t regex(const Expr& expr, const FunctionInfo& info) {
    Instruction instruction{.op = op_of(info.function), .type = info.result};
    const Expr& pattern = expr.operands[1];
    const Expr no_flags = Expr::string("");
    const Expr& flags = expr.operands.size() > 2 ? expr.operands[2] : no_flags;
    if (pattern.kind == ExprKind::kString && flags.kind == ExprKind::kString) {
      instruction.regex = compile_regex(pattern.text, flags.text);
      if (instruction.regex == nullptr && !error_) {
        error_ = Error{ErrorCode::kInvalidArgument,
                       fmt::format("xpath: bad regular expression '{}' at column {}", pattern.text,
                                   pattern.column)};
      }
    }
    std::vector<uint32_t> arguments;
    for (const Expr& operand : expr.operands) arguments.push_back(string(operand));
    return add_with(std::move(instruction), arguments);
  }

  // contains(concat(' ', [normalize-space(]@x[)], ' '), ' word ').
  std::optional<uint32_t> token_test(const Expr& expr) {
    const Expr& padded = expr.operands[0];
    const Expr& needle = expr.operands[1];
    if (!is_call(padded, "concat", 3) || needle.kind != ExprKind::kString) return std::nullopt;
    if (!is_string(padded.operands[0], " ") || !is_string(padded.operands[2], " "))
      return std::nullopt;
    const std::string& text = needle.text;
    if (text.size() < 3 || text.front() != ' ' || text.back() != ' ') return std::nullopt;
    const std::string word = text.substr(1, text.size() - 2);
    if (word.find_first_of(" \t\r\n") != std::string::npos) return std::nullopt;
    const bool normalized = is_call(padded.operands[1], "normalize-space", 1);
    const Step* attribute =
        only_attribute(normalized ? padded.operands[1].operands[0] : padded.operands[1]);
    if (attribute == nullptr) return std::nullopt;
    return add({.op = Op::kHasToken,
                .type = Type::kBoolean,
                .separators = normalized ? Separators::kXmlSpace : Separators::kSpace,
                .attribute = name_test(*attribute),
                .text = word});
  }

  uint32_t class_test(const std::string& word) {
    const bool possible = !word.empty() && std::none_of(word.begin(), word.end(), is_html_space);
    if (!possible) return add({.op = Op::kConstant, .type = Type::kBoolean, .number = 0});
    const PlanTest class_attribute{
        .kind = TestKind::kName, .name = dom::atoms::kClass, .exact = dom::atoms::kClass};
    return add(
        {.op = Op::kHasToken, .type = Type::kBoolean, .attribute = class_attribute, .text = word});
  }

  // --- paths ---

  uint32_t path_expression(const Expr& expr) {
    return add({.op = Op::kPath, .type = Type::kNodes, .path = path(expr)});
  }

  uint32_t filter(const Expr& expr) {
    const uint32_t primary = expression_as(expr.operands[0], Type::kNodes);
    std::vector<PlanPredicate> predicates;
    for (size_t i = 1; i < expr.operands.size(); ++i)
      predicates.push_back(predicate(expr.operands[i]));
    const auto first = static_cast<uint32_t>(plan_.predicates.size());
    plan_.predicates.insert(plan_.predicates.end(), predicates.begin(), predicates.end());
    return add_with({.op = Op::kFilter,
                     .type = Type::kNodes,
                     .path = first,
                     .memo = static_cast<uint32_t>(predicates.size())},
                    {primary});
  }

  // A single sibling step whose predicates look at the sibling alone.
  std::optional<uint32_t> sibling_memo(Op op, Type type, const Expr& expr) {
    const Step* step = only_step(expr);
    if (step == nullptr || !is_sibling_axis(step->axis)) return std::nullopt;
    for (const Expr& predicate : step->predicates) {
      if (is_positional(predicate)) return std::nullopt;
    }
    const uint32_t compiled = path(expr);
    return add({.op = op, .type = type, .path = compiled, .memo = plan_.sibling_memos++});
  }

  uint32_t path(const Expr& expr) {
    PlanPath compiled;
    compiled.start = expr.start;
    if (expr.start == PathStart::kExpression)
      compiled.start_expr = expression_as(expr.operands[0], Type::kNodes);
    std::vector<PlanStep> steps;
    for (const Step& part : expr.steps) steps.push_back(step(part));
    compiled.first_step = static_cast<uint32_t>(plan_.steps.size());
    compiled.step_count = static_cast<uint32_t>(steps.size());
    compiled.streams = expr.start != PathStart::kExpression && steps.size() <= kMostStreamedSteps;
    compiled.ordered = compiled.streams && keeps_order(steps);
    compiled.fixed = expr.start == PathStart::kRoot && nesting_ > 0 && !steps.empty();
    if (compiled.fixed) compiled.memo = plan_.path_memos++;
    plan_.steps.insert(plan_.steps.end(), steps.begin(), steps.end());
    plan_.paths.push_back(compiled);
    return static_cast<uint32_t>(plan_.paths.size() - 1);
  }

  // Visiting step by step, depth first, meets nodes in document order if the nodes of every step
  // but the last do not contain one another, and the last step goes forwards.
  static bool keeps_order(const std::vector<PlanStep>& steps) {
    for (size_t i = 0; i < steps.size(); ++i) {
      const Axis axis = steps[i].axis;
      const bool flat = axis == Axis::kChild || axis == Axis::kAttribute || axis == Axis::kSelf ||
                        axis == Axis::kParent;
      const bool only_attributes_follow =
          i + 2 == steps.size() && steps[i + 1].axis == Axis::kAttribute;
      const bool forward = !is_reverse(axis) && (i + 1 == steps.size() || only_attributes_follow);
      if (!flat &&
          !(forward && (i == 0 || axis == Axis::kDescendant || axis == Axis::kDescendantOrSelf)))
        return false;
      if (axis == Axis::kParent && i != 0) return false;
    }
    return true;
  }

  PlanStep step(const Step& part) {
    PlanStep compiled;
    compiled.axis = part.axis;
    compiled.test = part.axis == Axis::kAttribute ? name_test(part) : element_test(part);
    std::vector<PlanPredicate> predicates;
    for (const Expr& expr : part.predicates) predicates.push_back(predicate(expr));
    compiled.first_predicate = static_cast<uint32_t>(plan_.predicates.size());
    compiled.predicate_count = static_cast<uint32_t>(predicates.size());
    for (const PlanPredicate& p : predicates) {
      compiled.positional |= p.kind != PredicateKind::kFilter;
      compiled.sized |= p.kind == PredicateKind::kLast || p.kind == PredicateKind::kSized;
    }
    compiled.sized |= compiled.positional && predicates.size() > kMostInlinePredicates;
    plan_.predicates.insert(plan_.predicates.end(), predicates.begin(), predicates.end());
    return compiled;
  }

  PlanPredicate predicate(const Expr& expr) {
    ++nesting_;
    const PlanPredicate compiled = predicate_inside(expr);
    --nesting_;
    return compiled;
  }

  PlanPredicate predicate_inside(const Expr& expr) {
    if (!is_positional(expr)) return {PredicateKind::kFilter, boolean(expr), 0};
    if (expr.kind == ExprKind::kNumber) return {PredicateKind::kIndex, 0, index_of(expr.number)};
    if (is_call(expr, "last", 0)) return {PredicateKind::kLast, 0, 0};
    if (const auto limit = position_limit(expr)) return {PredicateKind::kUpTo, 0, *limit};
    const PredicateKind kind =
        calls(expr, "last") ? PredicateKind::kSized : PredicateKind::kPositional;
    return {kind, expression(expr), 0};
  }

  // Positions are whole and at least 1; 0 stands for one that no node has.
  static uint32_t index_of(double number) {
    return number >= 1 && number == std::floor(number) && number < UINT32_MAX
               ? static_cast<uint32_t>(number)
               : 0;
  }

  // n, if `expr` says position() <= n in one of its spellings.
  static std::optional<uint32_t> position_limit(const Expr& expr) {
    if (!is_comparison(expr.kind)) return std::nullopt;
    const bool flipped = expr.operands[0].kind == ExprKind::kNumber;
    const Expr& position = expr.operands[flipped ? 1 : 0];
    const Expr& bound = expr.operands[flipped ? 0 : 1];
    if (!is_call(position, "position", 0) || bound.kind != ExprKind::kNumber) return std::nullopt;
    const auto less = flipped ? ExprKind::kGreater : ExprKind::kLess;
    const auto less_equal = flipped ? ExprKind::kGreaterEqual : ExprKind::kLessEqual;
    if (expr.kind != less && expr.kind != less_equal) return std::nullopt;
    const double limit = expr.kind == less ? std::ceil(bound.number) - 1 : std::floor(bound.number);
    if (!(limit >= 1)) return 0;
    return limit < UINT32_MAX ? static_cast<uint32_t>(limit) : UINT32_MAX;
  }

  // --- node tests ---

  PlanTest with_name(const Step& step, const std::string& name) const {
    PlanTest test{.kind = step.test.kind};
    test.never = test.kind == TestKind::kProcessingInstruction;
    if (test.kind != TestKind::kName) return test;
    test.exact = dom::atom_of(name);
    test.name = options_.xml_names ? test.exact : dom::atom_of(ascii_lower(name));
    return test;
  }

  // An attribute: a prefix is part of its name.
  PlanTest name_test(const Step& step) const {
    const std::string& prefix = step.test.prefix;
    PlanTest test =
        with_name(step, prefix.empty() ? step.test.name : prefix + ':' + step.test.name);
    test.never |= step.test.kind == TestKind::kAnyName && !prefix.empty();
    return test;
  }

  // An element: a bound prefix is a namespace; an unbound one is part of the name, as in <fb:like>.
  PlanTest element_test(const Step& step) const {
    const std::string& prefix = step.test.prefix;
    if (prefix.empty()) return with_name(step, step.test.name);
    const auto bound = options_.namespaces.find(prefix);
    if (bound == options_.namespaces.end()) return with_name(step, prefix + ':' + step.test.name);
    PlanTest test = with_name(step, step.test.name);
    test.any_namespace = false;
    if (bound->second == kHtmlUri) {
      test.name_space = dom::Namespace::kHtml;
    } else if (bound->second == kSvgUri) {
      test.name_space = dom::Namespace::kSvg;
    } else if (bound->second == kMathMlUri) {
      test.name_space = dom::Namespace::kMathMl;
    } else {
      test.never = true;
    }
    return test;
  }

  // --- emitting ---

  uint32_t add(Instruction instruction) {
    plan_.instructions.push_back(std::move(instruction));
    return static_cast<uint32_t>(plan_.instructions.size() - 1);
  }

  uint32_t add_with(Instruction instruction, const std::vector<uint32_t>& arguments) {
    instruction.first_argument = static_cast<uint32_t>(plan_.arguments.size());
    instruction.argument_count = static_cast<uint32_t>(arguments.size());
    plan_.arguments.insert(plan_.arguments.end(), arguments.begin(), arguments.end());
    return add(std::move(instruction));
  }

  uint32_t with_arguments(Op op, Type type, const std::vector<Expr>& operands, Type wanted) {
    std::vector<uint32_t> arguments;
    for (const Expr& operand : operands) arguments.push_back(expression_as(operand, wanted));
    return add_with({.op = op, .type = type}, arguments);
  }

  const CompileOptions& options_;
  Plan plan_;
  uint32_t nesting_ = 0;  // Predicates around what is being compiled.
  std::optional<Error> error_;
};

}  // namespace

Result<Plan> compile(const Expr& expr, const CompileOptions& options) {
  return Compiler(options).run(expr);
}

std::shared_ptr<const RE2> compile_regex(std::string_view pattern, std::string_view flags) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(flags.find('i') == std::string_view::npos);
  options.set_dot_nl(flags.find('s') != std::string_view::npos);
  options.set_max_mem(8 << 20);
  std::string full(pattern);
  if (flags.find('m') != std::string_view::npos) full = "(?m)" + full;
  auto regex = std::make_shared<const RE2>(full, options);
  return regex->ok() ? regex : nullptr;
}

}  // namespace weft::select
