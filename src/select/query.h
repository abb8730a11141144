// Query: an XPath expression or CSS selector, compiled once, run on any number of documents.
//
//   WEFT_ASSIGN(Query prices, Query::xpath("//div[has-class('price')]/span"));
//   WEFT_ASSIGN(NodeSet found, prices.select(doc));
//
// In a loop over pages, keep a Scratch and an output vector: then a run does not allocate.
//
//   Scratch scratch;
//   NodeSet found;
//   for (const Document& doc : pages) WEFT_TRY(prices.select_into(doc, {}, scratch, found));
//
// XPath 1.0 is complete (there are no processing instructions and no namespace nodes in HTML, so
// those parts match nothing); extensions and the CSS subset are listed in README.md.
//
// Threads: a Query is const and may be run from several threads, each with its own Scratch.
// Errors:  a bad expression, an unbound variable, or a run over QueryLimits::max_visits.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "dom/document.h"
#include "select/node_ref.h"
#include "select/parser.h"

namespace weft::select {

// One of XPath's four types.
using Value = std::variant<bool, double, std::string, NodeSet>;
using Variables = std::map<std::string, Value, std::less<>>;

// XPath's conversions of a value. A node-set's string is that of its first node.
bool to_boolean(const Value& value);
double to_number(const dom::Document& doc, const Value& value);
std::string to_string(const dom::Document& doc, const Value& value);

struct QueryOptions {
  // kHtml: names match whatever their case, and without a namespace prefix match in any namespace.
  enum class Names { kHtml, kXml } names = Names::kHtml;
  // Prefixes for namespaces of elements, besides html, svg and math.
  std::map<std::string, std::string> namespaces;
  // Whether to run the simplified expression (the same answers, sooner) or the expression as
  // written.
  bool simplify = true;
  QueryLimits limits;
};

// The memory of one running query; reused by the next. One thread at a time.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch&&) noexcept;
  Scratch& operator=(Scratch&&) noexcept;

  struct State;  // Internal: evaluator.h.
  [[nodiscard]] State& state() { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

// Where a run starts.
struct Context {
  NodeRef node;                          // The document node unless said otherwise.
  const Variables* variables = nullptr;  // REQUIRES: outlives the run.
};

class Query {
 public:
  // Fails with kInvalidArgument, giving the column: "xpath: expected ']' at column 17".
  static Result<Query> xpath(std::string_view text, const QueryOptions& options = {});
  static Result<Query> css(std::string_view text, const QueryOptions& options = {});
  // CSS if it parses as CSS and does not look like a path, else XPath. The error is that of the
  // likelier one.
  static Result<Query> guess(std::string_view text, const QueryOptions& options = {});

  // True if the query finds nodes; false if it computes a string, number or boolean (or a
  // variable).
  [[nodiscard]] bool selects_nodes() const;

  // The nodes found, in document order. Fails with kInvalidArgument when the value is not a
  // node-set.
  Result<NodeSet> select(const dom::Document& doc, const Context& context = {}) const;
  Status select_into(const dom::Document& doc, const Context& context, Scratch& scratch,
                     NodeSet& out) const;
  // The first node in document order, found without looking further where the query allows.
  Result<std::optional<NodeRef>> first(const dom::Document& doc, const Context& context = {}) const;
  Result<std::optional<NodeRef>> first(const dom::Document& doc, const Context& context,
                                       Scratch& scratch) const;
  // Any type.
  Result<Value> evaluate(const dom::Document& doc, const Context& context = {}) const;
  Result<Value> evaluate(const dom::Document& doc, const Context& context, Scratch& scratch) const;
  // Whether `node` is among the nodes found from the document node. CSS: O(what the selector looks
  // at); XPath: as select().
  Result<bool> matches(const dom::Document& doc, NodeRef node) const;
  Result<bool> matches(const dom::Document& doc, NodeRef node, Scratch& scratch) const;

  // Canonical XPath: parses to the same query. A CSS query prints as the XPath it means.
  [[nodiscard]] std::string to_string() const;
  // The same in plain XPath 1.0 where that is possible, for other engines.
  [[nodiscard]] std::string to_standard_string() const;
  // What is run: after simplification.
  [[nodiscard]] std::string to_simplified_string() const;
  [[nodiscard]] const Expr& syntax() const;

 private:
  struct Compiled;
  explicit Query(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  static Result<Query> make(Expr syntax, std::optional<Expr> test, const QueryOptions& options);

  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace weft::select
