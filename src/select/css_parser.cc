// CSS selectors to the syntax tree of XPath, so that there is one engine.
//
// A selector is a chain of compounds (div.a[b]) joined by combinators. It is written out in two
// directions:
//
//   forwards, to select:  div > p + .x
//   descendant-or-self::div/p/following-sibling::*[1][has-class('x')] backwards, to test:
//   self::*[has-class('x')][preceding-sibling::*[1][self::p][parent::div]]
//
// The second form is what :is(), :not() and Query::matches() need; :has() takes the first, from its
// own element. parsel's pseudo-elements end the first form with text() or @name.

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/lexer.h"
#include "select/parser.h"

namespace weft::select {
namespace {

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

struct Nth {
  int step = 0;    // a
  int offset = 0;  // b
};

// --- building blocks ---

NodeTest any_element() { return {TestKind::kAnyName, {}, {}}; }
Step step(Axis axis, NodeTest test, std::vector<Expr> predicates = {}) {
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
Expr never() { return Expr::call("false"); }

// --- directions ---

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

// The steps of a selector; `first_axis` is what its first compound is looked for on.
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

Expr backward(const Complex& complex) {
  if (complex.ending != Complex::Ending::kElement) return never();
  const size_t last = complex.compounds.size() - 1;
  return Expr::path(
      step(Axis::kSelf, complex.compounds[last].test, backward_predicates(complex, last)));
}

// --- positions ---

// Whether `before`, the number of elements in front, is one that an+b allows: an+b = before + 1 for
// an n >= 0.
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

Expr siblings(bool from_end, const NodeTest& test, std::vector<Expr> predicates = {}) {
  const Axis axis = from_end ? Axis::kFollowingSibling : Axis::kPrecedingSibling;
  return Expr::path(step(axis, test, std::move(predicates)));
}

// How many siblings of the same type stand in front, when the compound does not name its type.
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

bool starts_identifier(char c) {
  return is_ascii_alpha(c) || c == '_' || c == '-' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// --- the parser ---

class Parser {
 public:
  Parser(std::string_view text, uint32_t max_nesting) : text_(text), max_nesting_(max_nesting) {}

  Result<Selector> run() {
    WEFT_ASSIGN(std::vector<Complex> list, selector_list(false, true));
    if (at_ < text_.size()) return error(fmt::format("unexpected '{}'", text_[at_]));
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
      skip_space();
    } while (take(','));
    return list;
  }

  Result<Complex> complex_selector(bool relative, bool endings) {
    Complex complex;
    skip_space();
    char combinator = ' ';
    if (relative && is_combinator()) combinator = take_combinator();
    while (true) {
      if (complex.compounds.size() >= max_nesting_)
        return limit("too many compounds in one selector");
      Compound next;
      next.combinator = combinator;
      WEFT_TRY(compound(next, complex, endings));
      complex.compounds.push_back(std::move(next));
      const bool spaced = skip_space();
      if (at_end() || peek() == ',' || peek() == ')') return complex;
      if (complex.ending != Complex::Ending::kElement)
        return error("nothing may follow a pseudo-element");
      if (is_combinator()) {
        combinator = take_combinator();
      } else if (spaced) {
        combinator = ' ';
      } else {
        return error(fmt::format("unexpected '{}'", peek()));
      }
    }
  }

  [[nodiscard]] bool is_combinator() const {
    return peek() == '>' || peek() == '+' || peek() == '~';
  }
  char take_combinator() {
    const char combinator = text_[at_++];
    skip_space();
    return combinator;
  }

  Status compound(Compound& out, Complex& complex, bool endings) {
    bool any = false;
    if (peek() == '*' || peek() == '|' || starts_identifier(peek())) {
      WEFT_TRY(type_selector(out.test));
      any = true;
    }
    while (!at_end()) {
      if (take('#')) {
        WEFT_ASSIGN(std::string name, identifier());
        out.predicates.push_back(
            Expr::binary(ExprKind::kEqual, attribute("id"), Expr::string(std::move(name))));
      } else if (take('.')) {
        WEFT_ASSIGN(std::string name, identifier());
        out.predicates.push_back(call("has-class", Expr::string(std::move(name))));
      } else if (take('[')) {
        WEFT_TRY(attribute_selector(out));
      } else if (peek() == ':' && peek(1) == ':') {
        if (!endings) return error("a pseudo-element cannot stand here");
        WEFT_TRY(pseudo_element(complex));
        return {};
      } else if (take(':')) {
        WEFT_TRY(pseudo_class(out, any));
      } else {
        break;
      }
      any = true;
    }
    if (!any)
      return at_end() ? error("expected a selector")
                      : error(fmt::format("unexpected '{}'", peek()));
    return {};
  }

  Status type_selector(NodeTest& test) {
    std::string name;
    if (!take('*') && peek() != '|') {
      WEFT_ASSIGN(name, identifier());
    }
    if (peek() == '|' && peek(1) != '=') {
      ++at_;
      test.prefix = std::exchange(name, std::string());
      if (!take('*')) {
        WEFT_ASSIGN(name, identifier());
      }
    }
    test.kind = name.empty() ? TestKind::kAnyName : TestKind::kName;
    test.name = std::move(name);
    return {};
  }

  Status attribute_selector(Compound& out) {
    skip_space();
    WEFT_ASSIGN(std::string name, identifier());
    if (peek() == '|' && peek(1) != '=') {
      ++at_;
      WEFT_ASSIGN(std::string local, identifier());
      name += ':' + local;
    }
    skip_space();
    if (take(']')) {
      out.predicates.push_back(attribute(name));
      return {};
    }
    char op = '=';
    if (peek() != '=') {
      if (at_end() || std::string_view("~|^$*").find(peek()) == std::string_view::npos)
        return error("expected ']'");
      op = text_[at_++];
    }
    if (!take('=')) return error("expected '='");
    skip_space();
    WEFT_ASSIGN(std::string value, string_or_identifier());
    skip_space();
    const char flag = ascii_lower(peek());
    if (flag == 'i' || flag == 's') ++at_;
    skip_space();
    if (!take(']')) return error("expected ']'");
    out.predicates.push_back(attribute_test(name, op, std::move(value), flag == 'i'));
    return {};
  }

  Status pseudo_element(Complex& complex) {
    const size_t begin = at_;
    at_ += 2;
    WEFT_ASSIGN(std::string name, identifier());
    if (name == "text") {
      complex.ending = Complex::Ending::kText;
      return {};
    }
    if (name != "attr") {
      at_ = begin;
      return error(fmt::format("there is no pseudo-element ::{}", name));
    }
    if (!take('(')) return error("expected '('");
    skip_space();
    WEFT_ASSIGN(complex.attribute, identifier());
    complex.ending = Complex::Ending::kAttribute;
    skip_space();
    return close();
  }

  // --- pseudo-classes ---

  Status pseudo_class(Compound& out, bool after_other) {
    const size_t begin = at_ - 1;
    WEFT_ASSIGN(std::string name, identifier());
    name = ascii_lower(name);
    if (name == "scope" && !after_other) {
      out.scope = true;
      return {};
    }
    if (take('(')) {
      if (++nesting_ > max_nesting_)
        return limit(fmt::format("nested deeper than {}", max_nesting_));
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
      at_ = begin;
      return error(fmt::format("there is no pseudo-class :{}", name));
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
      skip_space();
      WEFT_ASSIGN(std::string text, string_or_identifier());
      skip_space();
      out.predicates.push_back(name == "lang"
                                   ? call("lang", Expr::string(std::move(text)))
                                   : call("contains", Expr::path(step(Axis::kSelf, NodeTest())),
                                          Expr::string(std::move(text))));
      return {};
    }
    at_ = begin;
    return error(fmt::format("there is no pseudo-class :{}()", name));
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
      at_ = begin;
      return error(fmt::format("there is no pseudo-class :{}()", name));
    }
    WEFT_ASSIGN(const Nth position, an_plus_b());
    skip_space();
    std::vector<Expr> among;
    if (!of_type && text_.substr(at_, 2) == "of") {
      at_ += 2;
      // Each level is written out twice, so levels are few.
      if (++nth_of_nesting_ > 3) return limit("'of' nested too deep");
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
    skip_space();
    if (take_word("odd")) return Nth{2, 1};
    if (take_word("even")) return Nth{2, 0};
    Nth position;
    const bool negative = take('-');
    if (!negative) take('+');
    const auto first = integer();
    if (ascii_lower(peek()) != 'n') {
      if (!first) return error("expected a position such as 2n+1");
      position.offset = negative ? -*first : *first;
      return position;
    }
    ++at_;
    position.step = first.value_or(1) * (negative ? -1 : 1);
    skip_space();
    if (peek() != '+' && peek() != '-') return position;
    const bool minus = text_[at_++] == '-';
    skip_space();
    const auto second = integer();
    if (!second) return error("expected a number");
    position.offset = minus ? -*second : *second;
    return position;
  }

  std::optional<int> integer() {
    constexpr int kLargest = 100'000'000;
    std::optional<int> value;
    for (; is_ascii_digit(peek()); ++at_) {
      value = std::min(kLargest, value.value_or(0)) * 10 + (peek() - '0');
    }
    return value;
  }

  bool take_word(std::string_view word) {
    if (!equals_ignoring_ascii_case(text_.substr(at_, word.size()), word)) return false;
    at_ += word.size();
    return true;
  }

  // --- tokens ---

  Result<std::string> identifier() {
    std::string name;
    if (at_end() || !starts_identifier(peek())) return error("expected a name");
    while (!at_end() && (starts_identifier(peek()) || is_ascii_digit(peek()))) {
      if (take('\\')) {
        append_escaped(name);
      } else {
        name += text_[at_++];
      }
    }
    if (name.empty() || name == "-") return error("expected a name");
    return name;
  }

  Result<std::string> string_or_identifier() {
    if (peek() != '"' && peek() != '\'') {
      // As browsers do not, but people write: [data-id=5].
      if (is_ascii_digit(peek())) {
        std::string digits;
        while (is_ascii_digit(peek()) || starts_identifier(peek())) digits += text_[at_++];
        return digits;
      }
      return identifier();
    }
    const size_t begin = at_;
    const char quote = text_[at_++];
    std::string value;
    while (!at_end() && peek() != quote) {
      if (take('\\')) {
        append_escaped(value);
      } else {
        value += text_[at_++];
      }
    }
    if (!take(quote)) {
      at_ = begin;
      return error("unterminated string");
    }
    return value;
  }

  // After a backslash: up to six hexadecimal digits and one space, or any character.
  void append_escaped(std::string& out) {
    const auto hex = [](char c) {
      if (is_ascii_digit(c)) return c - '0';
      const char lower = ascii_lower(c);
      return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    };
    if (at_end()) return;
    if (hex(peek()) < 0) {
      if (peek() != '\n') out += peek();
      ++at_;
      return;
    }
    char32_t code = 0;
    for (int i = 0; i < 6 && !at_end() && hex(peek()) >= 0; ++i)
      code = code * 16 + static_cast<char32_t>(hex(text_[at_++]));
    if (is_html_space(peek())) ++at_;
    append_utf8(out, code == 0 ? 0xFFFD : code);
  }

  bool skip_space() {
    const size_t begin = at_;
    while (!at_end() && is_html_space(text_[at_])) ++at_;
    return at_ != begin;
  }

  Status close() {
    skip_space();
    if (!take(')')) return error("expected ')'");
    return {};
  }

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (at_end() || peek() != c) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] Error error(std::string_view message) const {
    return syntax_error("css", message, text_, at_);
  }
  [[nodiscard]] Error limit(std::string_view message) const {
    Error reached = error(message);
    reached.code = ErrorCode::kLimitExceeded;
    return reached;
  }

  std::string_view text_;
  uint32_t max_nesting_;
  uint32_t nesting_ = 0;
  uint32_t nth_of_nesting_ = 0;
  size_t at_ = 0;
};

}  // namespace

Result<Selector> parse_css(std::string_view text, const QueryLimits& limits) {
  if (text.size() > limits.max_length) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("css: longer than {} bytes", limits.max_length)};
  }
  return Parser(text, limits.max_nesting).run();
}

}  // namespace weft::select
