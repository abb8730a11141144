// Each part of a selector as a step or a predicate. :nth-child(…) is arithmetic on the number
// of siblings before, [x~=y] a word test, :not(S) the test form of S negated:
//
//   li:nth-child(2n+3)   li[count(preceding-sibling::*) >= 2 and
//                           (count(preceding-sibling::*) - 2) mod 2 = 0]
//   a:not(.b)            a[not(self::*[has-class('b')])]
#include "select/css_expressions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/strings.h"

namespace weft::select::css {

// --- building blocks ---

NodeTest any_element() { return {TestKind::kAnyName, {}, {}}; }
Step step(Axis axis, NodeTest test, std::vector<Expr> predicates) {
  return {axis, std::move(test), std::move(predicates), 0};
}
Expr attribute(const std::string& name) {
  return Expr::path(step(Axis::kAttribute, {TestKind::kName, {}, name}));
}
Expr call(std::string function, Expr a) {
  std::vector<Expr> arguments;
  arguments.push_back(std::move(a));
  return Expr::call(std::move(function), std::move(arguments));
}
Expr call(std::string function, Expr a, Expr b) {
  std::vector<Expr> arguments;
  arguments.push_back(std::move(a));
  arguments.push_back(std::move(b));
  return Expr::call(std::move(function), std::move(arguments));
}
Expr negation(Expr a) { return call("not", std::move(a)); }
Expr any_of(std::vector<Expr> alternatives) {
  if (alternatives.size() == 1) return std::move(alternatives.front());
  Expr expr;
  expr.kind = ExprKind::kOr;
  expr.operands = std::move(alternatives);
  return expr;
}

namespace {

Expr never() { return Expr::call("false"); }

// The step that goes from one compound to the next.
Step forward_step(const Compound& to, Axis descendant_axis) {
  if (to.scope) return step(Axis::kSelf, NodeTest(), to.predicates);
  switch (to.combinator) {
    case '>':
      return step(Axis::kChild, to.test, to.predicates);
    case '~':
      return step(Axis::kFollowingSibling, to.test, to.predicates);
    case '+':
      break;
    default:
      return step(descendant_axis, to.test, to.predicates);
  }
  Step next = step(Axis::kFollowingSibling, any_element());
  next.predicates.push_back(Expr::of_number(1));
  if (to.test.kind == TestKind::kName)
    next.predicates.push_back(Expr::path(step(Axis::kSelf, to.test)));
  next.predicates.insert(next.predicates.end(), to.predicates.begin(), to.predicates.end());
  return next;
}

// The predicates that compound i of a selector puts on its element, those of the compounds before
// it included.
std::vector<Expr> backward_predicates(const Complex& complex, size_t i) {
  const Compound& compound = complex.compounds[i];
  std::vector<Expr> predicates = compound.predicates;
  if (i == 0) return predicates;
  const Compound& before = complex.compounds[i - 1];
  std::vector<Expr> inner = backward_predicates(complex, i - 1);
  Step link = step(Axis::kAncestor, before.test);
  if (compound.combinator == '>') link.axis = Axis::kParent;
  if (compound.combinator == '~') link.axis = Axis::kPrecedingSibling;
  if (compound.combinator == '+') {
    link = step(Axis::kPrecedingSibling, any_element());
    link.predicates.push_back(Expr::of_number(1));
    if (before.test.kind == TestKind::kName)
      link.predicates.push_back(Expr::path(step(Axis::kSelf, before.test)));
  }
  std::move(inner.begin(), inner.end(), std::back_inserter(link.predicates));
  predicates.push_back(Expr::path(std::move(link)));
  return predicates;
}

Expr lower_case(Expr text) {
  std::vector<Expr> arguments;
  arguments.push_back(std::move(text));
  arguments.push_back(Expr::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
  arguments.push_back(Expr::string("abcdefghijklmnopqrstuvwxyz"));
  return Expr::call("translate", std::move(arguments));
}

Expr word_test(Expr text, const std::string& word) {
  std::vector<Expr> parts;
  parts.push_back(Expr::string(" "));
  parts.push_back(call("normalize-space", std::move(text)));
  parts.push_back(Expr::string(" "));
  return call("contains", Expr::call("concat", std::move(parts)), Expr::string(' ' + word + ' '));
}

}  // namespace

// --- directions ---

std::vector<Step> forward_steps(const Complex& complex, Axis first_axis) {
  std::vector<Step> steps;
  for (size_t i = 0; i < complex.compounds.size(); ++i) {
    const Compound& compound = complex.compounds[i];
    const Axis axis = i == 0 ? first_axis : Axis::kDescendant;
    const bool last = i + 1 == complex.compounds.size();
    if (last && complex.ending != Complex::Ending::kElement && compound.bare() &&
        compound.combinator == ' ') {
      // "div ::text" is all text below the div, "div ::attr(x)" the attributes of the div and all
      // below.
      const bool text = complex.ending == Complex::Ending::kText;
      steps.push_back(
          step(Axis::kDescendantOrSelf, text ? NodeTest{TestKind::kText, {}, {}} : any_element()));
      if (text) return steps;
    } else {
      steps.push_back(forward_step(compound, axis));
    }
  }
  if (complex.ending == Complex::Ending::kText)
    steps.push_back(step(Axis::kChild, {TestKind::kText, {}, {}}));
  if (complex.ending == Complex::Ending::kAttribute) {
    steps.push_back(step(Axis::kAttribute, {TestKind::kName, {}, complex.attribute}));
  }
  return steps;
}

Expr backward(const Complex& complex) {
  if (complex.ending != Complex::Ending::kElement) return never();
  const size_t last = complex.compounds.size() - 1;
  return Expr::path(
      step(Axis::kSelf, complex.compounds[last].test, backward_predicates(complex, last)));
}

// --- positions ---

Expr nth_matches(const Nth& nth, const Expr& before) {
  const double first = nth.offset - 1.0;
  const int stride = nth.step < 0 ? -nth.step : nth.step;
  if (nth.step == 0) return Expr::binary(ExprKind::kEqual, before, Expr::of_number(first));
  const ExprKind side = nth.step > 0 ? ExprKind::kGreaterEqual : ExprKind::kLessEqual;
  Expr bound = Expr::binary(side, before, Expr::of_number(first));
  if (stride == 1) return bound;
  Expr distance = nth.step > 0 ? Expr::binary(ExprKind::kSubtract, before, Expr::of_number(first))
                               : Expr::binary(ExprKind::kSubtract, Expr::of_number(first), before);
  Expr remainder = Expr::binary(ExprKind::kModulo, std::move(distance), Expr::of_number(stride));
  Expr hit = Expr::binary(ExprKind::kEqual, std::move(remainder), Expr::of_number(0));
  return Expr::binary(ExprKind::kAnd, std::move(bound), std::move(hit));
}

Expr siblings(bool from_end, const NodeTest& test, std::vector<Expr> predicates) {
  const Axis axis = from_end ? Axis::kFollowingSibling : Axis::kPrecedingSibling;
  return Expr::path(step(axis, test, std::move(predicates)));
}

Expr before_of_own_type(bool from_end) {
  return Expr::binary(ExprKind::kSubtract,
                      Expr::call(from_end ? "type-index-from-end" : "type-index"),
                      Expr::of_number(1));
}

Expr edge_of_type(bool from_end, const NodeTest& test) {
  if (test.kind == TestKind::kName) return negation(siblings(from_end, test));
  return Expr::binary(ExprKind::kEqual, before_of_own_type(from_end), Expr::of_number(0));
}

// --- attributes ---

Expr attribute_test(const std::string& name, char op, std::string value, bool ignore_case) {
  Expr text = attribute(name);
  if (ignore_case) {
    text = lower_case(std::move(text));
    value = ascii_lower(value);
  }
  const bool has_space = std::any_of(value.begin(), value.end(), is_html_space);
  if (op != '=' && op != '|' && value.empty()) return never();
  switch (op) {
    case '~':
      return has_space ? never() : word_test(std::move(text), value);
    case '^':
      return call("starts-with", std::move(text), Expr::string(value));
    case '$':
      return call("ends-with", std::move(text), Expr::string(value));
    case '*':
      return call("contains", std::move(text), Expr::string(value));
    case '|': {
      Expr dashed = call("starts-with", text, Expr::string(value + '-'));
      Expr equal = Expr::binary(ExprKind::kEqual, std::move(text), Expr::string(value));
      return Expr::binary(ExprKind::kOr, std::move(equal), std::move(dashed));
    }
    default:
      break;
  }
  Expr equal = Expr::binary(ExprKind::kEqual, std::move(text), Expr::string(value));
  // translate() of a missing attribute is '', which must not equal an empty value.
  return ignore_case && value.empty()
             ? Expr::binary(ExprKind::kAnd, attribute(name), std::move(equal))
             : equal;
}

}  // namespace weft::select::css
