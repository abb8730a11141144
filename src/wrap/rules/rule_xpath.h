// Rules as XPath 1.0 ([Vertex] III-C.1, combining features): //div[@class="price"]/*/text()
#pragma once

#include <string>
#include <string_view>

#include "wrap/rules/rule.h"

namespace weft::wrap {

struct XPathStyle {
  // Fold U+00A0 and the other Unicode spaces before comparing, as Weft does; readable without,
  // exact with.
  bool exact = false;
  // For rules inside a record: start at the record's element instead of the page.
  bool relative = false;
};

// The expression that selects the rule's nodes; for an attribute target it ends in /@name. Range,
// type and classifier are no part of it.
std::string to_xpath(const Rule& rule, const XPathStyle& style = {});

// A feature as a test relative to a candidate node, as NodeClassifier reads it: level 0 is the
// node, 1 its parent, 2 and more any ancestor from the second on.
std::string xpath_relative(const Feature& feature);

// One feature in words: 'the parent has class "price"'.
std::string describe(const Feature& feature);

// A string as an XPath literal; concat(…) when it holds both kinds of quotes.
std::string xpath_literal(std::string_view text);

// normalize-space() of `expression`; exact: with every Unicode space that Weft folds.
std::string xpath_normalized(std::string_view expression, bool exact);

}  // namespace weft::wrap
