// From text to plan, once: parse, check what the grammar cannot say, simplify by equalities
// (simplify.h), compile (plan.h). From plan to answer, on each page: an Evaluator over the page
// and a Scratch. A CSS selector has two plans, one to select and one to test a given node
// (css_expressions.h); an XPath expression tests a node by selecting and looking for it.
#include "select/query.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/text.h"
#include "select/evaluator.h"
#include "select/number.h"
#include "select/plan.h"
#include "select/printer.h"
#include "select/simplify.h"

namespace weft::select {

Scratch::Scratch() : state_(std::make_unique<State>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;

std::string string_value(const dom::Document& doc, NodeRef node) {
  if (node.is_attribute())
    return std::string(doc.attribute_at(node.node, node.attribute_index()).value);
  if (doc.kind(node.node) == dom::NodeKind::kComment) return std::string(doc.text(node.node));
  return dom::text_content(doc, node.node);
}

bool to_boolean(const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const double* number = std::get_if<double>(&value)) return *number != 0 && *number == *number;
  if (const std::string* text = std::get_if<std::string>(&value)) return !text->empty();
  return !std::get<NodeSet>(value).empty();
}

double to_number(const dom::Document& doc, const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return string_to_number(to_string(doc, value));
}

std::string to_string(const dom::Document& doc, const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return number_to_string(*number);
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  const NodeSet& nodes = std::get<NodeSet>(value);
  return nodes.empty() ? std::string() : string_value(doc, nodes.front());
}

struct Query::Compiled {
  Expr syntax;
  Expr simplified;
  Plan plan;
  std::optional<Plan> test;  // Whether the context node matches; for CSS.
  QueryLimits limits;
};

Result<Query> Query::make(Expr syntax, std::optional<Expr> test, const QueryOptions& options) {
  CompileOptions compile_options;
  compile_options.xml_names = options.names == QueryOptions::Names::kXml;
  compile_options.namespaces = options.namespaces;
  if (!compile_options.xml_names) {
    compile_options.namespaces.emplace("html", "http://www.w3.org/1999/xhtml");
    compile_options.namespaces.emplace("svg", "http://www.w3.org/2000/svg");
    compile_options.namespaces.emplace("math", "http://www.w3.org/1998/Math/MathML");
  }
  WEFT_TRY(check(syntax, compile_options));
  auto compiled = std::make_shared<Compiled>();
  compiled->simplified = options.simplify ? simplify(syntax) : syntax;
  WEFT_ASSIGN(compiled->plan, compile(compiled->simplified, compile_options));
  if (test) {
    WEFT_ASSIGN(compiled->test, compile(simplify(std::move(*test)), compile_options));
  }
  compiled->syntax = std::move(syntax);
  compiled->limits = options.limits;
  return Query(std::move(compiled));
}

Result<Query> Query::xpath(std::string_view text, const QueryOptions& options) {
  WEFT_ASSIGN(Expr syntax, parse_xpath(text, options.limits));
  return make(std::move(syntax), std::nullopt, options);
}

Result<Query> Query::css(std::string_view text, const QueryOptions& options) {
  WEFT_ASSIGN(Selector selector, parse_css(text, options.limits));
  return make(std::move(selector.select), std::move(selector.test), options);
}

Result<Query> Query::guess(std::string_view text, const QueryOptions& options) {
  Result<Query> as_css = css(text, options);
  if (as_css.ok()) return as_css;
  const std::string_view trimmed = trim(text);
  const bool path_like =
      trimmed.find_first_of("/@$") != std::string_view::npos || trimmed.starts_with('(');
  const bool has_axis = trimmed.find("::") != std::string_view::npos;
  // "li:frist" is a misspelt selector rather than an element frist with a prefix.
  if (!path_like && !has_axis && trimmed.find(':') != std::string_view::npos) return as_css;
  Result<Query> as_xpath = xpath(text, options);
  if (as_xpath.ok() || path_like) return as_xpath;
  const bool css_like = trimmed.starts_with('.') || trimmed.starts_with('#');
  return trimmed.ends_with(')') && !css_like ? as_xpath : as_css;
}

bool Query::selects_nodes() const {
  const Plan& plan = compiled_->plan;
  return plan.instructions[plan.root].type == Type::kNodes;
}

namespace {

Status finish(const Evaluator& evaluator, const QueryLimits& limits) {
  if (!evaluator.exhausted()) return {};
  return Error{ErrorCode::kLimitExceeded,
               fmt::format("xpath: gave up after looking at {} nodes", limits.max_visits)};
}

}  // namespace

Status Query::select_into(const dom::Document& doc, const Context& context, Scratch& scratch,
                          NodeSet& out) const {
  const Plan& plan = compiled_->plan;
  out.clear();
  if (!selects_nodes()) {
    WEFT_ASSIGN(Value value, evaluate(doc, context, scratch));
    NodeSet* nodes = std::get_if<NodeSet>(&value);
    if (nodes == nullptr) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("xpath: {} gives no nodes", to_string())};
    }
    out = std::move(*nodes);
    return {};
  }
  Evaluator evaluator(plan, doc, scratch.state(), compiled_->limits.max_visits);
  WEFT_TRY(evaluator.bind(context.variables));
  evaluator.nodes(plan.root, {context.node, 1, 1}, out);
  return finish(evaluator, compiled_->limits);
}

Result<NodeSet> Query::select(const dom::Document& doc, const Context& context) const {
  Scratch scratch;
  NodeSet out;
  WEFT_TRY(select_into(doc, context, scratch, out));
  return out;
}

Result<std::optional<NodeRef>> Query::first(const dom::Document& doc, const Context& context,
                                            Scratch& scratch) const {
  const Plan& plan = compiled_->plan;
  if (!selects_nodes()) {
    NodeSet out;
    WEFT_TRY(select_into(doc, context, scratch, out));
    return out.empty() ? std::nullopt : std::optional(out.front());
  }
  Evaluator evaluator(plan, doc, scratch.state(), compiled_->limits.max_visits);
  WEFT_TRY(evaluator.bind(context.variables));
  const std::optional<NodeRef> found = evaluator.first(plan.root, {context.node, 1, 1});
  WEFT_TRY(finish(evaluator, compiled_->limits));
  return found;
}

Result<std::optional<NodeRef>> Query::first(const dom::Document& doc,
                                            const Context& context) const {
  Scratch scratch;
  return first(doc, context, scratch);
}

Result<Value> Query::evaluate(const dom::Document& doc, const Context& context,
                              Scratch& scratch) const {
  const Plan& plan = compiled_->plan;
  Evaluator evaluator(plan, doc, scratch.state(), compiled_->limits.max_visits);
  WEFT_TRY(evaluator.bind(context.variables));
  Value value = evaluator.value(plan.root, {context.node, 1, 1});
  WEFT_TRY(finish(evaluator, compiled_->limits));
  return value;
}

Result<Value> Query::evaluate(const dom::Document& doc, const Context& context) const {
  Scratch scratch;
  return evaluate(doc, context, scratch);
}

Result<bool> Query::matches(const dom::Document& doc, NodeRef node, Scratch& scratch) const {
  if (!compiled_->test) {
    NodeSet found;
    WEFT_TRY(select_into(doc, {}, scratch, found));
    return std::binary_search(found.begin(), found.end(), node);
  }
  const Plan& plan = *compiled_->test;
  Evaluator evaluator(plan, doc, scratch.state(), compiled_->limits.max_visits);
  WEFT_TRY(evaluator.bind(nullptr));
  const bool answer = evaluator.boolean(plan.root, {node, 1, 1});
  WEFT_TRY(finish(evaluator, compiled_->limits));
  return answer;
}

Result<bool> Query::matches(const dom::Document& doc, NodeRef node) const {
  Scratch scratch;
  return matches(doc, node, scratch);
}

std::string Query::to_string() const { return print(compiled_->syntax); }
std::string Query::to_standard_string() const {
  return print(compiled_->syntax, Dialect::kStandard);
}
std::string Query::to_simplified_string() const { return print(compiled_->simplified); }
const Expr& Query::syntax() const { return compiled_->syntax; }

}  // namespace weft::select
