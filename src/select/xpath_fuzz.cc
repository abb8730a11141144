// Any bytes as XPath: parse, print, run on a small page. What prints must parse to the same, the
// simplified query must give what the plain one gives, and first() what select() begins with.

#include <cstdlib>
#include <string_view>

#include "base/check.h"
#include "html/parser.h"
#include "select/parser.h"
#include "select/printer.h"
#include "select/query.h"

namespace {

using weft::select::Query;

const weft::dom::Document& page() {
  static const weft::dom::Document doc =
      weft::html::parse(
          "<html><body class='a b'><!--c--><div id=x><p>1<p class=a>two "
          "<b>2</b></div><ul><li>1<li>2<li "
          "class=b><a href=/q>q</a></ul><table><tr><td>1<td>2<tr><td>3</table></body></html>")
          .document;
  return doc;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  weft::select::QueryOptions options;
  options.limits.max_visits = 200'000;
  const auto query = Query::xpath(text, options);
  if (!query.ok()) return 0;
  const auto again = weft::select::parse_xpath(query->to_string());
  WEFT_CHECK(again.ok() || again.error().code == weft::ErrorCode::kLimitExceeded);
  if (again.ok()) WEFT_CHECK(*again == query->syntax());
  options.simplify = false;
  const auto plain = Query::xpath(text, options);
  const auto value = query->evaluate(page());
  if (plain.ok() && value.ok()) {
    const auto other = plain->evaluate(page());
    if (other.ok()) WEFT_CHECK(value->index() == other->index());
    if (other.ok()) WEFT_CHECK(to_string(page(), *value) == to_string(page(), *other));
  }
  const auto first = query->first(page());
  const auto nodes = query->select(page());
  if (first.ok() && nodes.ok()) {
    WEFT_CHECK(first->has_value() == !nodes->empty());
    if (first->has_value()) WEFT_CHECK(**first == nodes->front());
  }
  return 0;
}
