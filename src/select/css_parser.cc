// CSS selectors, read: by the grammar of Selectors level 4, one function a rule. What they mean is
// in css_expressions.h. Tested by css_test.cc.

#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/css_expressions.h"
#include "select/css_scanner.h"
#include "select/parser.h"

namespace weft::select {
namespace {

using css::any_element;
using css::any_of;
using css::attribute;
using css::backward;
using css::before_of_own_type;
using css::call;
using css::edge_of_type;
using css::forward_steps;
using css::negation;
using css::nth_matches;
using css::siblings;
using css::step;

class CssParser {
 public:
  CssParser(std::string_view text, uint32_t max_nesting) : scan_(text), max_nesting_(max_nesting) {}

  Result<Selector> run() {
    WEFT_ASSIGN(std::vector<Complex> list, selector_list(false, true));
    if (!scan_.at_end()) return scan_.error(fmt::format("unexpected '{}'", scan_.peek()));
    std::vector<Expr> paths;
    std::vector<Expr> tests;
    for (const Complex& complex : list) {
      paths.push_back(Expr::path(forward_steps(complex, Axis::kDescendantOrSelf)));
      tests.push_back(backward(complex));
    }
    Selector selector;
    selector.test = any_of(std::move(tests));
    if (paths.size() == 1) {
      selector.select = std::move(paths.front());
    } else {
      selector.select.kind = ExprKind::kUnion;
      selector.select.operands = std::move(paths);
    }
    return selector;
  }

 private:
  // --- selectors ---

  Result<std::vector<Complex>> selector_list(bool relative, bool endings) {
    std::vector<Complex> list;
    do {
      WEFT_ASSIGN(Complex complex, complex_selector(relative, endings));
      list.push_back(std::move(complex));
      scan_.skip_space();
    } while (scan_.take(','));
    return list;
  }

  Result<Complex> complex_selector(bool relative, bool endings) {
    Complex complex;
    scan_.skip_space();
    char combinator = ' ';
    if (relative && is_combinator()) combinator = take_combinator();
    while (true) {
      if (complex.compounds.size() >= max_nesting_)
        return scan_.limit("too many compounds in one selector");
      Compound next;
      next.combinator = combinator;
      WEFT_TRY(compound(next, complex, endings));
      complex.compounds.push_back(std::move(next));
      const bool spaced = scan_.skip_space();
      if (scan_.at_end() || scan_.peek() == ',' || scan_.peek() == ')') return complex;
      if (complex.ending != Complex::Ending::kElement)
        return scan_.error("nothing may follow a pseudo-element");
      if (is_combinator()) {
        combinator = take_combinator();
      } else if (spaced) {
        combinator = ' ';
      } else {
        return scan_.error(fmt::format("unexpected '{}'", scan_.peek()));
      }
    }
  }

  [[nodiscard]] bool is_combinator() const {
    return scan_.peek() == '>' || scan_.peek() == '+' || scan_.peek() == '~';
  }
  char take_combinator() {
    const char combinator = scan_.next();
    scan_.skip_space();
    return combinator;
  }

  Status compound(Compound& out, Complex& complex, bool endings) {
    bool any = false;
    if (scan_.peek() == '*' || scan_.peek() == '|' || scan_.at_identifier()) {
      WEFT_TRY(type_selector(out.test));
      any = true;
    }
    while (!scan_.at_end()) {
      if (scan_.take('#')) {
        WEFT_ASSIGN(std::string name, scan_.identifier());
        out.predicates.push_back(
            Expr::binary(ExprKind::kEqual, attribute("id"), Expr::string(std::move(name))));
      } else if (scan_.take('.')) {
        WEFT_ASSIGN(std::string name, scan_.identifier());
        out.predicates.push_back(call("has-class", Expr::string(std::move(name))));
      } else if (scan_.take('[')) {
        WEFT_TRY(attribute_selector(out));
      } else if (scan_.peek() == ':' && scan_.peek(1) == ':') {
        if (!endings) return scan_.error("a pseudo-element cannot stand here");
        WEFT_TRY(pseudo_element(complex));
        return {};
      } else if (scan_.take(':')) {
        WEFT_TRY(pseudo_class(out, any));
      } else {
        break;
      }
      any = true;
    }
    if (!any)
      return scan_.at_end() ? scan_.error("expected a selector")
                            : scan_.error(fmt::format("unexpected '{}'", scan_.peek()));
    return {};
  }

  Status type_selector(NodeTest& test) {
    std::string name;
    if (!scan_.take('*') && scan_.peek() != '|') {
      WEFT_ASSIGN(name, scan_.identifier());
    }
    if (scan_.peek() == '|' && scan_.peek(1) != '=') {
      scan_.next();
      test.prefix = std::exchange(name, std::string());
      if (!scan_.take('*')) {
        WEFT_ASSIGN(name, scan_.identifier());
      }
    }
    test.kind = name.empty() ? TestKind::kAnyName : TestKind::kName;
    test.name = std::move(name);
    return {};
  }

  Status attribute_selector(Compound& out) {
    scan_.skip_space();
    WEFT_ASSIGN(std::string name, scan_.identifier());
    if (scan_.peek() == '|' && scan_.peek(1) != '=') {
      scan_.next();
      WEFT_ASSIGN(std::string local, scan_.identifier());
      name += ':' + local;
    }
    scan_.skip_space();
    if (scan_.take(']')) {
      out.predicates.push_back(attribute(name));
      return {};
    }
    char op = '=';
    if (scan_.peek() != '=') {
      if (scan_.at_end() || std::string_view("~|^$*").find(scan_.peek()) == std::string_view::npos)
        return scan_.error("expected ']'");
      op = scan_.next();
    }
    if (!scan_.take('=')) return scan_.error("expected '='");
    scan_.skip_space();
    WEFT_ASSIGN(std::string value, scan_.string_or_identifier());
    scan_.skip_space();
    const char flag = ascii_lower(scan_.peek());
    if (flag == 'i' || flag == 's') scan_.next();
    scan_.skip_space();
    if (!scan_.take(']')) return scan_.error("expected ']'");
    out.predicates.push_back(css::attribute_test(name, op, std::move(value), flag == 'i'));
    return {};
  }

  Status pseudo_element(Complex& complex) {
    const size_t begin = scan_.position();
    scan_.next(), scan_.next();
    WEFT_ASSIGN(std::string name, scan_.identifier());
    if (name == "text") {
      complex.ending = Complex::Ending::kText;
      return {};
    }
    if (name != "attr") {
      scan_.go_back_to(begin);
      return scan_.error(fmt::format("there is no pseudo-element ::{}", name));
    }
    if (!scan_.take('(')) return scan_.error("expected '('");
    scan_.skip_space();
    WEFT_ASSIGN(complex.attribute, scan_.identifier());
    complex.ending = Complex::Ending::kAttribute;
    scan_.skip_space();
    return close();
  }

  // --- pseudo-classes ---

  Status pseudo_class(Compound& out, bool after_other) {
    const size_t begin = scan_.position() - 1;
    WEFT_ASSIGN(std::string name, scan_.identifier());
    name = ascii_lower(name);
    if (name == "scope" && !after_other) {
      out.scope = true;
      return {};
    }
    if (scan_.take('(')) {
      if (++nesting_ > max_nesting_)
        return scan_.limit(fmt::format("nested deeper than {}", max_nesting_));
      WEFT_TRY(functional(name, begin, out));
      --nesting_;
      return close();
    }
    return simple_pseudo_class(name, begin, out);
  }

  Status simple_pseudo_class(const std::string& name, size_t begin, Compound& out) {
    std::vector<Expr>& to = out.predicates;
    const auto child = [](NodeTest test) {
      return Expr::path(step(Axis::kChild, std::move(test)));
    };
    const auto self = [](std::string_view tag) {
      return Expr::path(step(Axis::kSelf, {TestKind::kName, {}, std::string(tag)}));
    };
    if (name == "first-child" || name == "only-child")
      to.push_back(negation(siblings(false, any_element())));
    if (name == "last-child" || name == "only-child")
      to.push_back(negation(siblings(true, any_element())));
    if (name == "first-of-type" || name == "only-of-type")
      to.push_back(edge_of_type(false, out.test));
    if (name == "last-of-type" || name == "only-of-type")
      to.push_back(edge_of_type(true, out.test));
    if (name.starts_with("first-") || name.starts_with("last-") || name.starts_with("only-")) {
      if (name.ends_with("-child") || name.ends_with("-of-type")) return {};
    }
    if (name == "root") {
      to.push_back(negation(Expr::path(step(Axis::kParent, any_element()))));
    } else if (name == "empty") {
      to.push_back(negation(any_of({child(any_element()), child({TestKind::kText, {}, {}})})));
    } else if (name == "link" || name == "any-link") {
      to.push_back(attribute("href"));
      to.push_back(any_of({self("a"), self("area")}));
    } else if (name == "checked") {
      to.push_back(any_of({Expr::binary(ExprKind::kAnd, self("input"), attribute("checked")),
                           Expr::binary(ExprKind::kAnd, self("option"), attribute("selected"))}));
    } else {
      scan_.go_back_to(begin);
      return scan_.error(fmt::format("there is no pseudo-class :{}", name));
    }
    return {};
  }

  Status functional(const std::string& name, size_t begin, Compound& out) {
    if (name == "not" || name == "is" || name == "where" || name == "matches") {
      WEFT_ASSIGN(Expr test, list_test());
      out.predicates.push_back(name == "not" ? negation(std::move(test)) : std::move(test));
      return {};
    }
    if (name == "has") return has(out);
    if (name.starts_with("nth-")) return nth(name, begin, out);
    if (name == "contains" || name == "lang") {
      scan_.skip_space();
      WEFT_ASSIGN(std::string text, scan_.string_or_identifier());
      scan_.skip_space();
      out.predicates.push_back(name == "lang"
                                   ? call("lang", Expr::string(std::move(text)))
                                   : call("contains", Expr::path(step(Axis::kSelf, NodeTest())),
                                          Expr::string(std::move(text))));
      return {};
    }
    scan_.go_back_to(begin);
    return scan_.error(fmt::format("there is no pseudo-class :{}()", name));
  }

  Result<Expr> list_test() {
    WEFT_ASSIGN(std::vector<Complex> list, selector_list(false, false));
    std::vector<Expr> tests;
    for (const Complex& complex : list) tests.push_back(backward(complex));
    return any_of(std::move(tests));
  }

  Status has(Compound& out) {
    WEFT_ASSIGN(std::vector<Complex> list, selector_list(true, false));
    std::vector<Expr> paths;
    for (const Complex& complex : list)
      paths.push_back(Expr::path(forward_steps(complex, Axis::kDescendant)));
    out.predicates.push_back(any_of(std::move(paths)));
    return {};
  }

  Status nth(const std::string& name, size_t begin, Compound& out) {
    const bool from_end = name.find("-last-") != std::string::npos;
    const bool of_type = name.ends_with("-of-type");
    if (name != (from_end ? "nth-last-" : "nth-") + std::string(of_type ? "of-type" : "child")) {
      scan_.go_back_to(begin);
      return scan_.error(fmt::format("there is no pseudo-class :{}()", name));
    }
    WEFT_ASSIGN(const Nth position, an_plus_b());
    scan_.skip_space();
    std::vector<Expr> among;
    if (!of_type && scan_.peek() == 'o' && scan_.peek(1) == 'f') {
      scan_.next(), scan_.next();
      // Each level is written out twice, so levels are few.
      if (++nth_of_nesting_ > 3) return scan_.limit("'of' nested too deep");
      WEFT_ASSIGN(Expr test, list_test());
      --nth_of_nesting_;
      out.predicates.push_back(test);
      among.push_back(std::move(test));
    }
    if (of_type && out.test.kind != TestKind::kName) {
      out.predicates.push_back(nth_matches(position, before_of_own_type(from_end)));
      return {};
    }
    const Expr before =
        call("count", siblings(from_end, of_type ? out.test : any_element(), std::move(among)));
    out.predicates.push_back(nth_matches(position, before));
    return {};
  }

  // odd, even, 3, n, -n+3, 2n + 1.
  Result<Nth> an_plus_b() {
    scan_.skip_space();
    if (scan_.take_word("odd")) return Nth{2, 1};
    if (scan_.take_word("even")) return Nth{2, 0};
    Nth position;
    const bool negative = scan_.take('-');
    if (!negative) scan_.take('+');
    const auto first = scan_.integer();
    if (ascii_lower(scan_.peek()) != 'n') {
      if (!first) return scan_.error("expected a position such as 2n+1");
      position.offset = negative ? -*first : *first;
      return position;
    }
    scan_.next();
    position.step = first.value_or(1) * (negative ? -1 : 1);
    scan_.skip_space();
    if (scan_.peek() != '+' && scan_.peek() != '-') return position;
    const bool minus = scan_.next() == '-';
    scan_.skip_space();
    const auto second = scan_.integer();
    if (!second) return scan_.error("expected a number");
    position.offset = minus ? -*second : *second;
    return position;
  }

  Status close() {
    scan_.skip_space();
    if (!scan_.take(')')) return scan_.error("expected ')'");
    return {};
  }

  CssScanner scan_;
  uint32_t max_nesting_;
  uint32_t nesting_ = 0;
  uint32_t nth_of_nesting_ = 0;
};

}  // namespace

Result<Selector> parse_css(std::string_view text, const QueryLimits& limits) {
  if (text.size() > limits.max_length) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("css: longer than {} bytes", limits.max_length)};
  }
  return CssParser(text, limits.max_nesting).run();
}

}  // namespace weft::select
