// Query: an XPath 1.0 expression or CSS selector, compiled once, run on any number of pages.
//
//   WEFT_ASSIGN(const weft::Query price, weft::Query::css(".price::text"));
//   for (const weft::Node& node : *price.select(page.root())) use(node.text());
//
// CSS knows `::text` and `::attr(name)`, as Scrapy does; XPath knows has-class().
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/result.h"

namespace weft {

class WEFT_API Query {
 public:
  // All three fail with kInvalidArgument, giving the column.
  static Result<Query> css(std::string_view selector);
  // `namespaces`: prefixes for the namespaces of elements, besides html, svg and math.
  static Result<Query> xpath(std::string_view expression,
                             const std::map<std::string, std::string>& namespaces = {});
  static Result<Query> guess(std::string_view text);  // CSS, unless it looks like XPath.

  // In document order. Fails with kInvalidArgument when the expression computes something else,
  // with kLimitExceeded for a run without end in sight.
  [[nodiscard]] Result<std::vector<Node>> select(const Node& from) const;
  // Finds the first without looking further where it can.
  [[nodiscard]] Result<std::optional<Node>> first(const Node& from) const;
  using Value = std::variant<bool, double, std::string, std::vector<Node>>;
  using Variables = std::map<std::string, Value, std::less<>>;  // $name in XPath.
  // Fails also for a variable that is not given.
  [[nodiscard]] Result<Value> evaluate(const Node& from, const Variables& variables = {}) const;
  // As XPath; a selector prints as the XPath it means.
  [[nodiscard]] std::string to_xpath() const;

 private:
  struct Compiled;
  explicit Query(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace weft
