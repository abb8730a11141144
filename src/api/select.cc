#include "weft/select.h"

#include "api/access.h"
#include "select/query.h"

namespace weft {

using api::Access;

struct Query::Compiled {
  select::Query query;
};

namespace {

std::vector<Node> nodes_of(const Node& from, const select::NodeSet& found) {
  std::vector<Node> nodes;
  nodes.reserve(found.size());
  for (const select::NodeRef ref : found) nodes.push_back(Access::node(Access::state(from), ref));
  return nodes;
}

template <typename T>
select::Value value_of(const T& value) {
  return value;
}
select::Value value_of(const std::vector<Node>& nodes) {
  select::NodeSet set;
  for (const Node& node : nodes) set.push_back(Access::ref(node));
  return set;
}

const dom::Document& document_of(const Node& node) { return Access::state(node)->page.document; }

}  // namespace

Result<Query> Query::css(std::string_view selector) {
  WEFT_ASSIGN(select::Query query, select::Query::css(selector));
  return Query(std::make_shared<const Compiled>(Compiled{std::move(query)}));
}

Result<Query> Query::xpath(std::string_view expression,
                           const std::map<std::string, std::string>& namespaces) {
  select::QueryOptions options;
  options.namespaces = namespaces;
  WEFT_ASSIGN(select::Query query, select::Query::xpath(expression, options));
  return Query(std::make_shared<const Compiled>(Compiled{std::move(query)}));
}

Result<Query> Query::guess(std::string_view text) {
  WEFT_ASSIGN(select::Query query, select::Query::guess(text));
  return Query(std::make_shared<const Compiled>(Compiled{std::move(query)}));
}

Result<std::vector<Node>> Query::select(const Node& from) const {
  WEFT_ASSIGN(const select::NodeSet found,
              compiled_->query.select(document_of(from), {.node = Access::ref(from)}));
  return nodes_of(from, found);
}

Result<std::optional<Node>> Query::first(const Node& from) const {
  WEFT_ASSIGN(const auto found,
              compiled_->query.first(document_of(from), {.node = Access::ref(from)}));
  if (!found) return std::optional<Node>();
  return std::optional(Access::node(Access::state(from), *found));
}

Result<Query::Value> Query::evaluate(const Node& from, const Variables& variables) const {
  select::Variables own;
  for (const auto& [name, given] : variables)
    own.emplace(name, std::visit([](const auto& one) { return value_of(one); }, given));
  WEFT_ASSIGN(
      select::Value value,
      compiled_->query.evaluate(document_of(from), {.node = Access::ref(from), .variables = &own}));
  return std::visit(
      [&](auto& one) -> Value {
        if constexpr (std::is_same_v<std::decay_t<decltype(one)>, select::NodeSet>)
          return nodes_of(from, one);
        else
          return std::move(one);
      },
      value);
}

std::string Query::to_xpath() const { return compiled_->query.to_string(); }

}  // namespace weft
