// CSS as expressions: what the parts of a selector mean in the syntax tree of XPath, so that there
// is one engine.
//
// A selector is a chain of compounds (div.a[b]) joined by combinators. It is written out in two
// directions:
//
//   div > p + .x
//   forwards, to select   descendant-or-self::div/p/following-sibling::*[1][has-class('x')]
//   backwards, to test    self::*[has-class('x')][preceding-sibling::*[1][self::p][parent::div]]
//
// The second form is what :is(), :not() and Query::matches() need; :has() takes the first, from its
// own element. parsel's pseudo-elements end the first form with text() or @name.
//
// Tested by css_test.cc.
#pragma once

#include <string>
#include <vector>

#include "select/ast.h"

namespace weft::select {

struct Compound {
  char combinator = ' ';  // What joins it to the one before; for the first of a relative selector,
                          // to its element.
  bool scope = false;     // :scope
  NodeTest test{TestKind::kAnyName, {}, {}};
  std::vector<Expr> predicates;

  [[nodiscard]] bool bare() const {
    return !scope && test.kind == TestKind::kAnyName && predicates.empty();
  }
};

struct Complex {
  std::vector<Compound> compounds;
  enum class Ending { kElement, kText, kAttribute } ending = Ending::kElement;
  std::string attribute;
};

// an+b of :nth-child().
struct Nth {
  int step = 0;    // a
  int offset = 0;  // b
};

namespace css {

// --- building blocks ---

NodeTest any_element();
Step step(Axis axis, NodeTest test, std::vector<Expr> predicates = {});
Expr attribute(const std::string& name);
Expr call(std::string function, Expr a);
Expr call(std::string function, Expr a, Expr b);
Expr negation(Expr a);
// REQUIRES: there is one.
Expr any_of(std::vector<Expr> alternatives);

// --- directions ---

// The steps of a selector; `first_axis` is what its first compound is looked for on.
std::vector<Step> forward_steps(const Complex& complex, Axis first_axis);
// Whether a node matches; never one that ends in a pseudo-element.
Expr backward(const Complex& complex);

// --- positions ---

// Whether `before`, the number of elements in front, is one that an+b allows: an+b = before + 1 for
// an n >= 0.
Expr nth_matches(const Nth& nth, const Expr& before);
// The siblings in front, or behind.
Expr siblings(bool from_end, const NodeTest& test, std::vector<Expr> predicates = {});
// How many siblings of the same type stand in front, when the compound does not name its type.
Expr before_of_own_type(bool from_end);
// Whether none does.
Expr edge_of_type(bool from_end, const NodeTest& test);

// --- attributes ---

// [name op value], where op is one of = ~ ^ $ * |.
Expr attribute_test(const std::string& name, char op, std::string value, bool ignore_case);

}  // namespace css
}  // namespace weft::select
