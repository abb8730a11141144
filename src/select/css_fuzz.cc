// Any bytes as CSS: parse, print as XPath that parses to the same query, and on a small page find
// exactly the nodes that match one by one.

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/check.h"
#include "base/strings.h"
#include "html/parser.h"
#include "select/query.h"

namespace {

using weft::select::NodeRef;
using weft::select::Query;

const weft::dom::Document& page() {
  static const weft::dom::Document doc =
      weft::html::parse(
          "<html lang=en><body class='a b'><!--c--><div id=x><p>1<p class=a>two "
          "<b>2</b></div><ul><li>1<li>2"
          "<li class=b data-x='u v'><a href=/q>q</a></ul><span></span></body></html>")
          .document;
  return doc;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  weft::select::QueryOptions options;
  options.limits.max_visits = 200'000;
  const auto query = Query::css(text, options);
  if (!query.ok()) return 0;
  const auto nodes = query->select(page());
  if (!nodes.ok()) return 0;
  // :scope and the pseudo-elements have no meaning for matches().
  if (weft::ascii_lower(text).find("scope") != std::string::npos ||
      text.find('\\') != std::string_view::npos)
    return 0;
  if (text.find("::") != std::string_view::npos) return 0;
  weft::select::Scratch scratch;
  for (uint32_t n = 0; n < page().size(); ++n) {
    const NodeRef node{weft::dom::NodeId{n}, 0};
    const auto matched = query->matches(page(), node, scratch);
    if (matched.ok())
      WEFT_CHECK(*matched == std::binary_search(nodes->begin(), nodes->end(), node));
  }
  return 0;
}
